internal import CommandLineKit
internal import UnicodeText

/// Errors about a condition, with a caret under the place.
struct ConditionError {
    /// The condition as it was typed.
    let text: String
    /// The argument or option it came from.
    let argument: String

    /// The name of the argument that takes conditions on rows.
    static let rowArgument = "CONDITION"
    /// What can be written, in one line.
    static let acceptedEvents =
        "accepted: FIELD OP VALUE with = != < <= > >= ~ (contains), as in 'subject = p17';"
        + " joined by and, or, not, ( )"
    /// What can be asked about rows, in one line.
    static let acceptedRows =
        "accepted: TABLE has KEY, TABLE count OP N, TABLE[KEY].FIELD OP VALUE; joined by and, or, not, ( )"

    /// What can be written here.
    var accepted: String { argument == Self.rowArgument ? Self.acceptedRows : Self.acceptedEvents }

    /// The condition and the line with the caret.
    ///
    /// Both are shown escaped, so the caret stands where the escaped beginning ends.
    func caret(at offset: Int) -> [String] {
        let before = String(decoding: Array(text.utf8).prefix(offset), as: UTF8.self)
        let column = UnicodeText.displayWidth(TerminalText.escaped(before))
        return [text, String(repeating: " ", count: column) + "^"]
    }

    /// The error for text that is no condition.
    func syntax(_ problem: String, at offset: Int) -> ToolError {
        ToolError(
            .condition, exit: .usage, "the condition cannot be read: \(problem)",
            details: caret(at: offset) + [accepted], argument: argument, value: text)
    }

    /// The error for more than a condition may hold.
    func limit(_ problem: String) -> ToolError {
        ToolError(
            .conditionLimit, exit: .usage, "the condition \(problem)",
            details: [
                "accepted: at most \(ConditionParser.longest) bytes and \(ConditionParser.deepest) levels"
            ], argument: argument)
    }
}
