internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Exchange

/// `record`: appends user actions to a log.
enum RecordVerb: ToolVerb {
    static var name: String { "record" }

    static func verb(for model: Model) -> Verb {
        Verb(
            name, group: VerbGroup.write, summary: "Append user actions.", effect: Effect(.appends),
            synopsis: ["record ACTION [ARGUMENTS] [-s NAME]"], options: options(model),
            examples: [
                .init("record events --create month.ndjson", "events from a file, one JSON object a line"),
                .init("record events - < month.ndjson", "the same from standard input"),
            ],
            notes: [
                "A batch is one transaction: all of it, or nothing.",
                "The \(model.streamWord) may be left out where the log holds one; an empty log gets \"\(defaultStream)\".",
            ],
            subverbs: [eventsVerb] + model.actions.map(\.verb))
    }

    /// Whose history an empty log gets when nobody is named.
    static let defaultStream = "me"

    private static func options(_ model: Model) -> [OptionSpec] {
        [
            SharedOptions.stream(model),
            .value("occurred", "TIME", doc: "When it happened; the moment of recording where left out."),
            .value("key", "KEY", doc: "Idempotency key: the same command under it appends nothing again."),
            .value("expect", "REVISION", .number, doc: "Append only when the history is at this revision."),
            .value("meta", "NAME=VALUE", isRepeatable: true, doc: "Metadata for every event."),
            .flag("create", doc: "Make the log where it is missing."),
            .flag(
                "quiet", short: "q",
                doc: "Print one line for the whole batch instead of a receipt for each event."),
        ]
    }

    private static let eventsVerb = Verb(
        "events", summary: "Events of any known type, one JSON object a line.", effect: Effect(.appends),
        synopsis: ["record events FILE"],
        arguments: [ArgumentSpec("FILE", .file, doc: "The file; - is standard input.")],
        examples: [.init("record events --create month.ndjson", "into a new log")],
        notes: [
            "A line needs type and data; id, occurred, stream, subject, schema_version and metadata are optional.",
            "Lines without ids are appended again when the file is sent twice.",
        ])

    static func run(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        guard context.arguments.path.count > 1 else {
            throw ToolError(
                .optionMissing, exit: .usage, "record what",
                details: ["actions: " + context.arguments.verb.subverbs.map(\.name).joined(separator: ", ")],
                argument: "ACTION", next: "\(context.program) record --help")
        }
        let recording = try Recording(context)
        let action = context.arguments.verb.name
        // Everything is read and checked before the log is touched, and before a missing one is made.
        let events = try action == "events" ? recording.eventLines() : recording.events(of: action)
        return try recording.append(events)
    }
}
