internal import CommandLineKit
internal import Exchange

extension ToolError {
    /// The tool's word for input that cannot be read.
    init(exchange error: ExchangeError, file: String) {
        let placed = error.file == nil ? error.inFile(file == "-" ? "standard input" : file) : error
        self.init(
            .input, exit: .unusableInput, placed.description, argument: "FILE", value: file,
            candidates: [])
        if let field = error.field { details.append("field: \(field)") }
        if !error.accepted.isEmpty { details.append("accepted: " + error.accepted.joined(separator: ", ")) }
        details.append("nothing was appended")
    }
}
