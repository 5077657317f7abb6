import CommandLineKit

/// A small tool with every kind of verb, option and argument.
enum SampleTable {
    static let table = CommandTable(
        program: "evtool", version: "1.0", summary: "looks into event logs",
        groups: ["Write", "Look", "Ask"],
        verbs: [record, info, log, show, project, diff, hidden],
        globalOptions: [
            .value("log", short: "L", "PATH", .file, doc: "The log to open."),
            .value(
                "stream", short: "s", aliases: [.init("user", short: "u")], "NAME", .named("stream"),
                doc: "Whose history."),
            .value("color", "WHEN", .choice(OutputChoice.words), doc: "When to colour."),
            .flag("json", doc: "Write NDJSON."),
        ],
        synonyms: [
            .init(["tail"], "log -f"), .init(["fsck", "check"], "verify"), .init(["cat"], "log --json"),
        ],
        topics: [.init("symptoms", summary: "what to run when", lines: ["a photo is missing", "a number"])],
        inputOption: ("log", [".evlog", ".mdb"]))

    static let record = Verb(
        "record", group: "Write", summary: "append user actions", effect: Effect(.appends),
        options: [.value("key", "KEY", doc: "An idempotency key.")],
        subverbs: [
            Verb(
                "view", summary: "a photo was viewed", effect: Effect(.appends),
                arguments: [ArgumentSpec("PHOTO", .file, doc: "The photo.")],
                options: [.flag("every", doc: "All photos of the file.")]),
            Verb(
                "visit", summary: "a photo was visited", effect: Effect(.appends),
                arguments: [ArgumentSpec("PHOTO", .file, doc: "The photo.")],
                options: [.value("vacation", "NAME", doc: "The vacation.")]),
        ])
    static let info = Verb(
        "info", group: "Look", summary: "what is in this log", effect: Effect(.readsOnly),
        options: [.flag("streams", doc: "List streams.")])
    static let log = Verb(
        "log", group: "Look", summary: "list, filter, follow events", effect: Effect(.readsOnly),
        arguments: [ArgumentSpec("RANGE", .range, isOptional: true, doc: "Positions, such as 5..9.")],
        options: [
            .value("number", short: "n", "N", .number, doc: "The newest N."),
            .flag("reverse", short: "r", doc: "Newest first."),
            .flag("follow", short: "f", doc: "Wait for more."),
            .value("type", "GLOB", .named("type"), isRepeatable: true, doc: "Events of a type."),
            .value("where", "COND", .named("condition"), doc: "Events for which this holds."),
        ],
        examples: [.init("evtool log -n 20", "the newest twenty")],
        notes: ["Zero matches are an answer, too, and end with status 0."])
    static let show = Verb(
        "show", group: "Look", summary: "one event in full", effect: Effect(.readsOnly),
        arguments: [ArgumentSpec("POS", .named("position"), doc: "The event.")])
    static let project = Verb(
        "project", group: "Look", summary: "print a table", effect: Effect(.readsOnly),
        arguments: [ArgumentSpec("TABLE", .named("table"), isOptional: true, doc: "The table.")],
        options: [
            .value("at", "POS", .named("position"), doc: "After that event."),
            .value("limit", "N", .number, doc: "At most N rows."),
        ])
    static let diff = Verb(
        "diff", group: "Ask", summary: "what differs",
        effect: Effect(.readsOnly, note: "--write changes stored projections"),
        arguments: [
            ArgumentSpec("TABLE", .named("table"), isOptional: true, repeats: true, doc: "Tables."),
            ArgumentSpec("RANGE", .range, doc: "Two positions."),
        ])
    static let hidden = Verb(
        "complete", summary: "words for completions", effect: Effect(.none),
        arguments: [ArgumentSpec("WORD", isOptional: true, repeats: true, doc: "The words so far.")],
        isHidden: true)

    static let parser = ArgumentParser(table)

    static func run(_ words: String...) throws -> ParsedArguments {
        guard case .run(let arguments) = try parser.parse(words) else { throw NotARun() }
        return arguments
    }

    static func failure(_ words: String...) -> ToolError? {
        do throws(ToolError) {
            _ = try parser.parse(words)
            return nil
        } catch {
            return error
        }
    }

    struct NotARun: Error {}
}
