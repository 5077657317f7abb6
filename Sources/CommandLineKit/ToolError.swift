/// An error as the tool tells it: what is wrong, where, what would be right, and one next command.
public struct ToolError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The stable name, explained by `help CODE`.
    public var code: ErrorCode
    /// How the tool ends.
    public var exit: ExitStatus
    /// One sentence without a full stop.
    public var message: String
    /// Further lines: where it happened, which forms are accepted.
    public var details: [String]
    /// The name of the argument or option that is wrong, as help shows it.
    public var argument: String?
    /// The value that is wrong.
    public var value: String?
    /// Names that may have been meant, the likeliest first.
    public var candidates: [String]
    /// The one command to try next.
    public var next: String?

    /// An error; texts may hold any characters, output escapes them.
    public init(
        _ code: ErrorCode, exit: ExitStatus, _ message: String, details: [String] = [],
        argument: String? = nil, value: String? = nil, candidates: [String] = [], next: String? = nil
    ) {
        self.code = code
        self.exit = exit
        self.message = message
        self.details = details
        self.argument = argument
        self.value = value
        self.candidates = candidates
        self.next = next
    }

    /// The message and the code.
    public var description: String { "\(message) [\(code)]" }

    /// The lines for people: message, details, candidates or next command.
    ///
    /// - Parameter program: The tool's name, which begins the first line.
    public func lines(program: String) -> [String] {
        var lines = ["\(program): \(TerminalText.escaped(message)) [\(code)]"]
        lines += details.map { "  " + TerminalText.escaped($0) }
        if let next {
            let label = candidates.isEmpty ? "next" : "did you mean"
            lines.append("  \(label): \(TerminalText.escaped(next))")
        } else if !candidates.isEmpty {
            lines.append("  did you mean: " + candidates.map(TerminalText.escaped).joined(separator: ", "))
        }
        return lines
    }

    /// The error as one line of JSON.
    public var jsonLine: JSONLine {
        var line = JSONLine(kind: "error")
        line.string("code", code.name)
        line.integer("exit", Int64(exit.code))
        line.string("message", message)
        if let argument { line.string("argument", argument) }
        if let value { line.string("value", value) }
        if !candidates.isEmpty { line.strings("candidates", candidates) }
        if !details.isEmpty { line.strings("details", details) }
        if let next { line.string("next", next) }
        return line
    }
}
