internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Exchange
internal import Platform

/// `log`: lists, filters and follows events.
enum LogVerb: ToolVerb {
    static var name: String { "log" }

    static func verb(for model: Model) -> Verb {
        Verb(
            name, group: VerbGroup.look, summary: "List, filter and follow events.",
            effect: Effect(.readsOnly),
            synopsis: ["log [RANGE] [-n N] [-r] [-f] [--type GLOB] [--where COND] [--failed]"],
            arguments: [
                ArgumentSpec(
                    "RANGE", .range, isOptional: true,
                    doc: "Events A..B, A.., ..B or one position; all where left out.")
            ],
            options: [
                SharedOptions.stream(model), SharedOptions.type, SharedOptions.condition,
                .value("number", short: "n", "N", .number, doc: "The newest N events, oldest of them first."),
                .flag("reverse", short: "r", doc: "Newest first."),
                .value(
                    "times", "WHICH", .choice(ShownTime.allCases.map(\.rawValue)),
                    doc: "Which times to show: recorded (default), or occurred, when it happened."),
                .flag("follow", short: "f", doc: "Go on with what is appended, until interrupted."),
                .flag("failed", doc: "Only events that some projection could not apply, with the reason."),
                .flag("count", doc: "Print only how many events match."),
                .value(
                    "values", "FIELD",
                    doc: "Print each value of this field once, with how many events have it."),
            ],
            examples: [
                .init("log -n 20", "the newest twenty events"),
                .init("log 5100..5200 --type 'photo.*'", "photos in a range"),
                .init("log --where 'subject = p17'", "everything about one subject"),
                .init("log -n 5 --times occurred", "when the last events happened, also after an import"),
                .init("log -f --json", "follow, one JSON object a line"),
                .init("log --failed", "what no fold of this build can apply, and why"),
            ],
            notes: ["Order is position, never time. Zero matches are an answer: exit 0."])
    }

    static func run(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        try checkOptions(context.arguments)
        let query = try EventQuery(context)
        if context.arguments.has("failed") { return try FailedEvents(query, context).print() }
        if context.arguments.has("follow") { return try LogFollowing(context, query).run() }
        if let field = context.arguments.value("values") {
            return try EventValues(field, query, context).print()
        }
        return try context.arguments.has("count") ? count(context, query) : list(context, query)
    }

    /// Counts and values are about all matching events, in no order.
    private static func checkOptions(_ arguments: ParsedArguments) throws(ToolError) {
        let pairs = [
            ("count", "values"), ("count", "number"), ("count", "reverse"), ("values", "number"),
            ("values", "reverse"), ("failed", "values"), ("failed", "follow"),
        ]
        for (one, other) in pairs where arguments.has(one) && arguments.has(other) {
            throw ToolError(
                .optionConflict, exit: .usage, "--\(one) and --\(other) exclude each other",
                argument: "--\(other)")
        }
    }

    private static func count(_ context: ToolContext, _ query: EventQuery) throws(ToolError) -> ExitStatus {
        var matches = 0
        let isComplete = try query.forEachMatch(context) { _ in matches += 1 }
        if context.mode == .json {
            var line = JSONLine(kind: "count")
            line.count("matches", matches)
            line.unsigned("events", query.head)
            context.console.write(line)
        } else {
            context.console.print("\(matches)")
        }
        return context.end(
            isComplete ? .yes : .cannotTell, counts: [("matches", matches)], isComplete: isComplete)
    }

    private static func list(_ context: ToolContext, _ query: EventQuery) throws(ToolError) -> ExitStatus {
        let printer = EventPrinter(context, hasManyStreams: query.hasManyStreams)
        var matches = 0
        var isComplete = true
        if let newest = query.newest, !query.isReversed {
            // The newest N are found from the end and shown in order.
            let positions = try query.newestMatches(newest, context)
            var block = EventBlock()
            for position in positions.reversed() {
                try context.reading { try query.source.read(position, into: &block) }
                block.upcast(with: context.model.catalogue)
                if block.isEmpty { continue }
                printer.print(block, at: 0)
                if block.event(at: 0) == nil { isComplete = false }
            }
            matches = positions.count
        } else {
            isComplete = try query.forEachEntry(context) { block, index in
                printer.print(block, at: index)
                matches += 1
            }
        }
        if matches == 0 && context.mode == .plain { printer.printHeader() }
        if context.mode != .json {
            context.console.note(
                summary(matches, query) + (isComplete ? "" : "; some places above hold no whole event"))
            if matches == 0, let absent = try query.absentTypes(context) { context.console.note(absent) }
        }
        return context.end(
            isComplete ? .yes : .cannotTell, counts: [("matches", matches)], isComplete: isComplete)
    }

    /// What the lines above are: all events, those that match, or the newest of them.
    private static func summary(_ matches: Int, _ query: EventQuery) -> String {
        if let newest = query.newest, matches == newest, matches > 0 {
            let newest = "the newest \(CountText.of(matches, "event"))"
            let matching = query.isFiltered ? " that match" + (matches == 1 ? "es" : "") : ""
            return newest + matching + ", of \(query.head) in the log"
        }
        guard query.isFiltered else { return CountText.of(query.head, "event") }
        return "\(matches) of \(CountText.of(query.head, "event")) match\(matches == 1 ? "es" : "")"
    }
}
