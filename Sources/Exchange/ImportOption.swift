public import EventLog

/// An option that a foreign format understands, described so that a command line can offer it.
public struct ImportOption: Hashable, Sendable {
    /// What kind of value the option takes.
    public enum Kind: Hashable, Sendable {
        /// None: it is there or not.
        case flag
        /// A text.
        case text
        /// The path of a file, whose content is handed over.
        case file
    }

    /// The name without dashes: `vacation-prefix`.
    public let name: String

    /// What it takes.
    public let kind: Kind

    /// The name of the value in help texts, such as `FILE`; nil for a flag.
    public let valueName: String?

    /// What the option does, as one sentence.
    public let documentation: String

    /// An option without a value.
    public static func flag(_ name: String, _ documentation: String) -> ImportOption {
        ImportOption(name: name, kind: .flag, valueName: nil, documentation: documentation)
    }

    /// An option with a text.
    public static func text(_ name: String, _ valueName: String, _ documentation: String) -> ImportOption {
        ImportOption(name: name, kind: .text, valueName: valueName, documentation: documentation)
    }

    /// An option with a file.
    public static func file(_ name: String, _ valueName: String, _ documentation: String) -> ImportOption {
        ImportOption(name: name, kind: .file, valueName: valueName, documentation: documentation)
    }
}

/// The values of a format's options.
public struct ImportOptions: Sendable {
    private enum Value: Sendable {
        case flag
        case text(String)
        case file(ImportFile)
    }

    private var values: [String: Value] = [:]

    /// The stream for all events of a format that takes one; nil for the format's own choice.
    public var stream: StreamName?

    /// No option is set.
    public init() {}

    /// Sets a flag.
    public mutating func set(_ name: String) { values[name] = .flag }

    /// Sets an option to a text.
    public mutating func set(_ name: String, to text: String) { values[name] = .text(text) }

    /// Sets an option to a file.
    public mutating func set(_ name: String, to file: ImportFile) { values[name] = .file(file) }

    /// Whether a flag is set.
    public func hasFlag(_ name: String) -> Bool { values[name] != nil }

    /// The text of an option, or nil.
    public func text(_ name: String) -> String? {
        if case .text(let text) = values[name] { text } else { nil }
    }

    /// The file of an option, or nil.
    public func file(_ name: String) -> ImportFile? {
        if case .file(let file) = values[name] { file } else { nil }
    }
}
