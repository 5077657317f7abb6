/// What can follow some verbs on a command line.
struct CompletionLevel {
    /// The verbs so far; none before the first.
    let path: [String]
    /// The verbs that can follow, with what they do.
    let verbs: [(name: String, summary: String)]
    /// The options, those of every verb included.
    let options: [OptionSpec]
    /// The arguments.
    let arguments: [ArgumentSpec]

    /// The verbs with blanks between them.
    var name: String { path.joined(separator: " ") }

    /// The levels of a table: the tool's own first, then each verb's in the order of help.
    static func levels(of table: CommandTable) -> [CompletionLevel] {
        let visible = table.allPaths.filter { path in !path.contains(where: \.isHidden) }
        let top = CompletionLevel(
            path: [],
            verbs: summaries(table.verbs) + [(help, "Show help on a verb, a topic or an error code.")],
            options: table.globalOptions + CommandTable.builtInOptions, arguments: [])
        let helpLevel = CompletionLevel(
            path: [help], verbs: [], options: CommandTable.builtInOptions,
            arguments: [
                ArgumentSpec(
                    "TOPIC", .named("topic"), isOptional: true, repeats: true,
                    doc: "A verb, a topic or an error code.")
            ])
        let verbLevels = visible.map { path in
            CompletionLevel(
                path: path.map(\.name), verbs: summaries(path.last?.subverbs ?? []),
                options: table.options(for: path), arguments: path.last?.arguments ?? [])
        }
        return [top] + verbLevels + (table.verb(help) == nil ? [helpLevel] : [])
    }

    /// The word for help, which no table needs to hold.
    private static let help = "help"

    private static func summaries(_ verbs: [Verb]) -> [(name: String, summary: String)] {
        verbs.filter { !$0.isHidden }.map { ($0.name, $0.summary) }
    }
}

extension OptionSpec {
    /// The option's spellings as they are typed.
    var typedSpellings: [String] {
        spellings.flatMap { spelling in
            ["--\(spelling.long)"] + (spelling.short.map { ["-\($0)"] } ?? [])
        }
    }
}

extension ValueKind {
    /// The word by which completion scripts know the kind; `none` where nothing can be offered.
    var completionWord: String {
        switch self {
        case .text, .number, .range: "none"
        case .file, .newFile: "file"
        case .choice(let words): "choice:" + words.joined(separator: ",")
        case .named(let name): name
        }
    }
}
