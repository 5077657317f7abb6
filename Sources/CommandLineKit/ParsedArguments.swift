/// A command line that fits the table.
public struct ParsedArguments: Sendable {
    /// The verb, and the verbs above it: `record`, `view`.
    public let path: [Verb]
    /// The arguments that are no options, without the verbs, in order.
    public let positionals: [String]
    private let options: NamedValues
    private let arguments: NamedValues
    private let accepted: [String]

    init(
        path: [Verb], positionals: [String], options: NamedValues, arguments: NamedValues,
        accepted: [String]
    ) {
        self.path = path
        self.positionals = positionals
        self.options = options
        self.arguments = arguments
        self.accepted = accepted
    }

    /// The verb that runs.
    public var verb: Verb { path[path.count - 1] }

    /// The verbs' names, such as `record view`.
    public var verbName: String { path.map(\.name).joined(separator: " ") }

    /// Whether the option was given.
    ///
    /// - Precondition: The verb accepts an option of that name.
    public func has(_ option: String) -> Bool { !values(option).isEmpty }

    /// The value of an option, or nil when it was not given.
    ///
    /// - Precondition: The verb accepts an option of that name.
    public func value(_ option: String) -> String? { values(option).first }

    /// All values of an option, in order; for a flag one empty text.
    ///
    /// - Precondition: The verb accepts an option of that name.
    public func values(_ option: String) -> [String] {
        precondition(accepted.contains(option), "the verb \(verbName) has no option --\(option)")
        return options[option] ?? []
    }

    /// Whether the verb accepts an option of that name.
    public func accepts(_ option: String) -> Bool { accepted.contains(option) }

    /// The value of an argument, or nil when it was left out.
    ///
    /// - Precondition: The verb has an argument of that name.
    public func argument(_ name: String) -> String? { arguments(name).first }

    /// All values of an argument, in order.
    ///
    /// - Precondition: The verb has an argument of that name.
    public func arguments(_ name: String) -> [String] {
        precondition(
            verb.arguments.contains { $0.name == name }, "the verb \(verbName) has no argument \(name)")
        return arguments[name] ?? []
    }

    /// The whole number that an option gives, or nil when it was not given.
    ///
    /// - Throws: A usage error for anything but decimal digits in `range`.
    /// - Precondition: The verb accepts an option of that name.
    public func integer(
        _ option: String, in range: ClosedRange<Int> = 0...Int.max
    ) throws(ToolError) -> Int? {
        guard let text = value(option) else { return nil }
        guard let number = Int(text), text.utf8.first != UInt8(ascii: "+"), range.contains(number) else {
            throw UsageError.badNumber(option: option, value: text, range: range)
        }
        return number
    }
}
