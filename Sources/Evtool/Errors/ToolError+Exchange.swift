internal import CommandLineKit
public import Exchange

extension ToolError {
    /// What the error for a line of a file says about the log.
    static let nothingAppended = "nothing was appended"

    /// The tool's word for input that cannot be read.
    init(exchange error: ExchangeError, file: String) {
        let worded = error.inToolStyle
        let placed = worded.file == nil ? worded.inFile(InputFile.name(file)) : worded
        self.init(
            .input, exit: .unusableInput, placed.description, argument: "FILE", value: file,
            candidates: [])
        if let field = error.field { details.append("field: \(field)") }
        if !error.accepted.isEmpty { details.append("accepted: " + error.accepted.joined(separator: ", ")) }
        details.append(Self.nothingAppended)
    }
}

extension ExchangeError {
    /// The same error with a message as the tool's own are: after the place, without a full stop.
    public var inToolStyle: ExchangeError {
        var words = message
        // Only whole sentences begin with a capital for that reason alone; others begin with a name.
        if words.hasSuffix("."), let first = words.first {
            words = first.lowercased() + words.dropFirst().dropLast()
        }
        return ExchangeError(
            code, words, file: file, line: line, column: column, field: field, accepted: accepted, json: json)
    }
}
