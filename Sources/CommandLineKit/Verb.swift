/// One verb of the tool: everything that the parser, help, manual pages and completions need.
public struct Verb: Hashable, Sendable {
    /// A command line with what it does.
    public struct Example: Hashable, Sendable {
        /// The command, as it is typed.
        public let command: String
        /// What it does, in a few words.
        public let doc: String

        /// An example.
        public init(_ command: String, _ doc: String) {
            self.command = command
            self.doc = doc
        }
    }

    /// The word that is typed.
    public let name: String
    /// The group under which help lists it.
    public let group: String
    /// What it does, in a few words.
    public let summary: String
    /// What it does to logs and files.
    public let effect: Effect
    /// The lines of its synopsis after the program's name; made from the parts when empty.
    public let synopsis: [String]
    /// Its positional arguments, in order.
    public let arguments: [ArgumentSpec]
    /// Its own options.
    public let options: [OptionSpec]
    /// Examples for its help.
    public let examples: [Example]
    /// Further paragraphs for its help.
    public let notes: [String]
    /// The verbs below it, such as `view` in `record view`; then the first argument is one of them.
    public let subverbs: [Verb]
    /// Whether lists leave it out.
    public let isHidden: Bool

    /// A verb.
    public init(
        _ name: String, group: String = "", summary: String, effect: Effect, synopsis: [String] = [],
        arguments: [ArgumentSpec] = [], options: [OptionSpec] = [], examples: [Example] = [],
        notes: [String] = [], subverbs: [Verb] = [], isHidden: Bool = false
    ) {
        self.name = name
        self.group = group
        self.summary = summary
        self.effect = effect
        self.synopsis = synopsis
        self.arguments = arguments
        self.options = options
        self.examples = examples
        self.notes = notes
        self.subverbs = subverbs
        self.isHidden = isHidden
    }
}
