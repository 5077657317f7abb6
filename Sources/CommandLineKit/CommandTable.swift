internal import Platform

/// The whole tool as data: from it come the parser, help, manual pages, completions and the JSON dump.
public struct CommandTable: Sendable {
    /// A word from another tool and what to type here instead.
    public struct Synonym: Hashable, Sendable {
        /// The words that people try.
        public let words: [String]
        /// What to type instead, after the program's name.
        public let replacement: String

        /// A hint from `words` to `replacement`.
        public init(_ words: [String], _ replacement: String) {
            self.words = words
            self.replacement = replacement
        }
    }

    /// A page of help that is no verb, such as `symptoms`.
    public struct Topic: Hashable, Sendable {
        /// The word after `help`.
        public let name: String
        /// What it is about, in a few words.
        public let summary: String
        /// Its lines.
        public let lines: [String]

        /// A page of help.
        public init(_ name: String, summary: String, lines: [String]) {
            self.name = name
            self.summary = summary
            self.lines = lines
        }
    }

    /// The tool's name.
    public let program: String
    /// The tool's version.
    public let version: String
    /// What the tool does, in one line.
    public let summary: String
    /// The groups of verbs, in the order of help.
    public let groups: [String]
    /// All verbs, in the order of help.
    public var verbs: [Verb] { parts.verbs.value }
    /// The options that every verb takes.
    public let globalOptions: [OptionSpec]
    /// Words from other tools.
    public var synonyms: [Synonym] { parts.synonyms.value }
    /// Pages of help that are no verbs.
    public var topics: [Topic] { parts.topics.value }
    /// The option that names the input, and how names of such inputs end.
    ///
    /// With it, an input given as a stray argument is answered with the right command.
    public let inputOption: (name: String, suffixes: [String])?
    /// How names of files end that can only be read as such an input.
    public let readableSuffixes: [String]
    private let parts: Parts

    /// What is made when something asks for it: most commands need one verb of the table and no page of help,
    /// `--version` needs neither.
    private final class Parts: Sendable {
        let verbs: Lazy<[Verb]>
        let synonyms: Lazy<[Synonym]>
        let topics: Lazy<[Topic]>
        /// Makes a verb without the others, where the table can.
        let verb: (@Sendable (String) -> Verb?)?

        init(
            verbs: @escaping @Sendable () -> [Verb], synonyms: @escaping @Sendable () -> [Synonym],
            topics: @escaping @Sendable () -> [Topic], verb: (@Sendable (String) -> Verb?)?
        ) {
            self.verbs = Lazy(verbs)
            self.synonyms = Lazy(synonyms)
            self.topics = Lazy(topics)
            self.verb = verb
        }
    }

    /// The flags that every table has: `--help` with `-h`, and `--version`.
    public static let builtInOptions: [OptionSpec] = [
        .flag("help", short: "h", doc: "Show help: -h the short form, --help the full one."),
        .flag("version", doc: "Show the version and exit."),
    ]

    /// A table; its verbs, synonyms and topics are made when something first asks for them.
    ///
    /// - Parameter verb: Makes the verb of that name as it stands among `verbs`, nil where there is none: then a
    ///   command costs no other verb. All of them are made for it where this is left out.
    /// - Precondition: The table does not contradict itself. Debug builds check that; it takes about as long as
    ///   all else that a program does until it knows its verb.
    public init(
        program: String, version: String, summary: String, groups: [String],
        verbs: @escaping @autoclosure @Sendable () -> [Verb], globalOptions: [OptionSpec] = [],
        synonyms: @escaping @autoclosure @Sendable () -> [Synonym] = [],
        topics: @escaping @autoclosure @Sendable () -> [Topic] = [],
        inputOption: (name: String, suffixes: [String])? = nil, readableSuffixes: [String] = [],
        verb: (@Sendable (String) -> Verb?)? = nil
    ) {
        self.program = program
        self.version = version
        self.summary = summary
        self.groups = groups
        self.globalOptions = globalOptions
        parts = Parts(verbs: verbs, synonyms: synonyms, topics: topics, verb: verb)
        self.inputOption = inputOption
        self.readableSuffixes = readableSuffixes
        assert(problems.isEmpty, "the command table contradicts itself: \(problems)")
    }

    /// Whether a word ends like the name of an input.
    func isInputName(_ word: String) -> Bool { ends(word, with: inputOption?.suffixes ?? []) }

    /// Whether a word looks like a file that reading verbs take for an input.
    func isReadableName(_ word: String) -> Bool { ends(word, with: readableSuffixes) }

    private func ends(_ word: String, with suffixes: [String]) -> Bool {
        suffixes.contains { suffix in
            word.utf8.count > suffix.utf8.count
                && word.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
        }
    }

    /// The verb called `name`, or nil.
    public func verb(_ name: String) -> Verb? {
        if let make = parts.verb { return make(name) }
        return verbs.first { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// The verbs on the way to a subverb, such as `record` and `view`; empty when there is none.
    public func verbs(at path: [String]) -> [Verb] {
        var result: [Verb] = []
        var level = verbs
        for name in path {
            guard let verb = level.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return [] }
            result.append(verb)
            level = verb.subverbs
        }
        return result
    }

    /// All options that a verb accepts: its own, those of the verbs above it, and the tool's.
    public func options(for path: [Verb]) -> [OptionSpec] {
        path.reversed().flatMap(\.options) + globalOptions + Self.builtInOptions
    }

    /// Every verb and subverb with its path, in the order of help.
    public var allPaths: [[Verb]] {
        var result: [[Verb]] = []
        func visit(_ path: [Verb]) {
            result.append(path)
            for verb in path.last?.subverbs ?? [] { visit(path + [verb]) }
        }
        for verb in verbs { visit([verb]) }
        return result
    }
}
