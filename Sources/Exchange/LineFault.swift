/// What is wrong with a line of JSON, before its column is known.
struct LineFault: Error {
    let code: ExchangeError.Code
    let message: String
    /// The keys that lead to the place, with dots between them; empty for the line itself.
    let field: String
    /// Whether the key is at fault and not its value.
    let isAboutKey: Bool
    let accepted: [String]

    init(
        _ code: ExchangeError.Code, _ message: String, at field: String = "", isAboutKey: Bool = false,
        accepted: [String] = []
    ) {
        self.code = code
        self.message = message
        self.field = field
        self.isAboutKey = isAboutKey
        self.accepted = accepted
    }

    /// The error with the place in the line, which is sound JSON.
    func located(in line: [UInt8], number: Int) -> ExchangeError {
        let steps = JSONLocator.steps(of: field)
        return ExchangeError(
            code, message, line: number,
            column: JSONLocator.column(of: steps, isKey: isAboutKey, in: line),
            field: field.isEmpty ? nil : field, accepted: accepted)
    }
}
