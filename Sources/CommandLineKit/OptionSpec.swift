/// One option of a verb or of the whole tool.
public struct OptionSpec: Hashable, Sendable {
    /// A spelling: a long name, and maybe a letter.
    public struct Spelling: Hashable, Sendable {
        /// The name without its two minus signs.
        public let long: String
        /// The letter without its minus sign.
        public let short: Character?

        /// A spelling of that name and letter.
        public init(_ long: String, short: Character? = nil) {
            self.long = long
            self.short = short
        }
    }

    /// The first spelling, by which the value is asked for.
    public let spelling: Spelling
    /// Other spellings of the same option.
    public let aliases: [Spelling]
    /// The value's name in capital letters, or nil when the option is a flag.
    public let valueName: String?
    /// What kind of value it takes.
    public let valueKind: ValueKind
    /// Whether it may stand several times.
    public let isRepeatable: Bool
    /// One sentence.
    public let doc: String

    /// The long name, by which the value is asked for.
    public var name: String { spelling.long }
    /// Whether it takes a value.
    public var takesValue: Bool { valueName != nil }
    /// All spellings, the first one first.
    public var spellings: [Spelling] { [spelling] + aliases }
    /// The values that are accepted; empty when any is.
    public var allowedValues: [String] {
        if case .choice(let words) = valueKind { words } else { [] }
    }

    private init(
        spelling: Spelling, aliases: [Spelling], valueName: String?, valueKind: ValueKind,
        isRepeatable: Bool, doc: String
    ) {
        self.spelling = spelling
        self.aliases = aliases
        self.valueName = valueName
        self.valueKind = valueKind
        self.isRepeatable = isRepeatable
        self.doc = doc
    }

    /// An option without a value.
    public static func flag(
        _ name: String, short: Character? = nil, aliases: [Spelling] = [], doc: String
    ) -> OptionSpec {
        OptionSpec(
            spelling: Spelling(name, short: short), aliases: aliases, valueName: nil, valueKind: .text,
            isRepeatable: false, doc: doc)
    }

    /// An option with a value.
    public static func value(
        _ name: String, short: Character? = nil, aliases: [Spelling] = [], _ valueName: String,
        _ kind: ValueKind = .text, isRepeatable: Bool = false, doc: String
    ) -> OptionSpec {
        OptionSpec(
            spelling: Spelling(name, short: short), aliases: aliases, valueName: valueName,
            valueKind: kind, isRepeatable: isRepeatable, doc: doc)
    }

    /// The option as help shows it: `-n, --number N`.
    public var synopsis: String {
        let value = valueName.map { " " + $0 } ?? ""
        return spellings.map { spelling in
            let letter = spelling.short.map { "-\($0), " } ?? ""
            return "\(letter)--\(spelling.long)\(value)"
        }.joined(separator: ", ")
    }
}
