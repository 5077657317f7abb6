internal import CommandLineKit
internal import Platform

extension CommandTable {
    /// Everything that can be typed at the tool for `model`.
    init(for model: Model) {
        let verbs: @Sendable () -> [Verb] = { Tool.verbs.map { $0.verb(for: model) } }
        self.init(
            program: model.program, version: model.version, summary: model.summary,
            groups: VerbGroup.all, verbs: verbs(), globalOptions: Self.sharedOptions,
            synonyms: Self.synonyms + Self.tableHints(for: model),
            topics: HelpTopics.topics(
                program: model.program, verbs: verbs(), options: Self.sharedOptions),
            inputOption: (name: "log", suffixes: [LogLocator.suffix, "data.mdb"]),
            readableSuffixes: [".ndjson"], verb: { Tool.verb(named: $0)?.verb(for: model) })
    }

    private static let sharedOptions: [OptionSpec] = [
        .value(
            "log", short: "L", "PATH", .file,
            doc: "The log: a .evlog file, a folder with data.mdb, or that file."),
        .flag("json", doc: "Print one JSON object a line."),
        .flag("plain", doc: "Print tab-separated values with a header line."),
        .value("color", "WHEN", .choice(OutputChoice.words), doc: "When to use colour."),
        .value("progress", "WHEN", .choice(OutputChoice.words), doc: "When to show progress."),
        .flag("no-pager", doc: "Never start a pager."),
        .value("tz", "ZONE", doc: "Show times in this zone: UTC (default), local or Area/City."),
    ]

    /// A table's name typed as a verb asks for its rows.
    private static func tableHints(for model: Model) -> [Synonym] {
        let taken = Tool.verbs.map { $0.name } + synonyms.flatMap(\.words)
        return TableChoice.names(of: model).filter { !taken.contains($0) }
            .map { Synonym([$0], "project \($0)") }
    }

    private static var synonyms: [Synonym] {
        [
            Synonym(["rebuild", "reproject"], "replay --write"),
            Synonym(["tail", "follow", "watch"], "log -f"),
            Synonym(["dump", "cat"], "log --json"),
            Synonym(["stats", "describe", "status"], "info"),
            Synonym(["fsck", "check", "audit", "validate", "integrity"], "verify"),
            Synonym(["sign", "checkpoint", "root"], "anchor sign"),
            Synonym(["prove", "proof"], "anchor prove"),
            Synonym(["bisect", "flip", "changed", "since"], "when"),
            Synonym(["step", "steps", "debug", "trace"], "replay --steps"),
            Synonym(["failed", "failures"], "log --failed"),
            Synonym(["blame", "why", "cause"], "explain"),
            Synonym(["rows", "query", "table", "select"], "project"),
            Synonym(["list", "ls", "events", "history", "grep", "search"], "log"),
            Synonym(["append", "add", "write", "put"], "record"),
            Synonym(["new", "init", "make"], "create"),
            Synonym(["load", "restore"], "import"),
            Synonym(["compare", "delta"], "diff"),
            Synonym(["repair", "recover", "rescue"], "salvage"),
            Synonym(["cp", "backup", "snapshot", "clone"], "copy"),
        ]
    }
}

/// The groups of verbs in the help.
enum VerbGroup {
    static let write = "Write"
    static let look = "Look"
    static let ask = "Ask"
    static let prove = "Prove"
    static let carry = "Carry"
    static let also = "Also"
    static let all = [write, look, ask, prove, carry, also]
}

/// Options that several verbs share.
enum SharedOptions {
    /// Whose history: `--stream`, and the model's own word for it.
    static func stream(_ model: Model) -> OptionSpec {
        .value(
            "stream", short: "s",
            aliases: model.streamWord == "stream"
                ? [] : [OptionSpec.Spelling(model.streamWord, short: model.streamLetter)],
            "NAME", .named("stream"), doc: "The \(model.streamWord)'s history.")
    }

    /// Rows of every stream, the stream as first column.
    static func allStreams(_ model: Model) -> OptionSpec {
        .flag(
            "all-streams",
            aliases: model.streamWord == "stream"
                ? [] : [OptionSpec.Spelling("all-\(model.streamWord)s")],
            doc: "Every \(model.streamWord)'s rows, the \(model.streamWord) as first column.")
    }

    static let at = OptionSpec.value(
        "at", "POS", .named("position"),
        doc: "The state after that event: a number, -1, a time, end-2h, now-3d, id:UUID.")
    /// What-if: events that are thought away, and events that are thought to have happened.
    static let hypothesis: [OptionSpec] = [
        .value(
            "without", "LIST",
            doc: "What if these events had not happened: positions and ranges, such as 4711,4800..4805."),
        .value(
            "insert", "FILE", .file,
            doc: "What if these events had happened: one JSON object a line, as for record events, each with"
                + " \"after\": POSITION."),
    ]

    static let type = OptionSpec.value(
        "type", "GLOB", .named("type"), isRepeatable: true, doc: "Only these event types; * and ? are wild.")
    static let condition = OptionSpec.value(
        "where", "COND", doc: "Only events for which FIELD = VALUE holds; joined by and, or, not, ( ).")
}
