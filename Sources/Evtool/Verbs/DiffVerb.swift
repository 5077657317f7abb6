internal import CommandLineKit
internal import EventLog
internal import Projections

/// `diff`: what differs between two states, row by row, or between two logs, event by event.
enum DiffVerb: ToolVerb {
    /// The word that stands for the rows that an app keeps.
    static let stored = "stored"

    static var name: String { "diff" }

    static func verb(for model: Model) -> Verb {
        Verb(
            name, group: VerbGroup.ask, summary: "What differs between two points or logs.",
            effect: Effect(.readsOnly),
            synopsis: [
                "diff [TABLE…] A..B", "diff [TABLE…] --against stored|FILE|LOG",
                "diff [TABLE…] --against-\(model.streamWord) NAME",
                "diff [TABLE…] --without LIST | --insert FILE",
            ],
            arguments: [
                ArgumentSpec(
                    "TABLE", .named("table"), isOptional: true, repeats: true,
                    doc: "Only these tables: " + TableChoice.list(of: model)
                        + ". Without it, all but queries; between two logs, the events."),
                ArgumentSpec(
                    "RANGE", .range, isOptional: true,
                    doc: "The two states: after event A, and after event B."),
            ],
            options: [
                .value(
                    "against", "WHAT", .file,
                    doc: "Compare with what the app has stored, with rows that `project --json` printed,"
                        + " or with another log or export."),
                .value(
                    "against-stream",
                    aliases: model.streamWord == "stream"
                        ? [] : [OptionSpec.Spelling("against-\(model.streamWord)")],
                    "NAME", .named("stream"), doc: "Compare with another \(model.streamWord)'s rows."),
                SharedOptions.stream(model), SharedOptions.allStreams(model), SharedOptions.at,
                .flag("stat", doc: "Print only how many rows differ in each table."),
                .flag("quiet", short: "q", doc: "Print nothing; the exit status is the answer."),
            ] + SharedOptions.hypothesis,
            examples: [
                .init("diff recents 5100..5214", "what changed in a table between two events"),
                .init("diff end-1d..last --stat", "which tables changed since yesterday"),
                .init("diff --against stored", "is what the app has stored what the events give"),
                .init("diff recents --against old.ndjson", "rows that an older build printed, against these"),
                .init("diff recents --without 4711", "which rows there would be had that event not happened"),
                .init("diff --against copy.evlog", "how far two logs hold the same events"),
            ],
            notes: [
                "+ a row that came, - one that went, ~ one that changed or moved; the number at the end is the"
                    + " event behind it. A rank that others shifted is no difference.",
                "The left side is the earlier, stored, other or real one. Exit 0 same, 1 differs, 2 cannot tell.",
            ])
    }

    static func run(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        switch try Comparison(context) {
        case .states(let range): return try states(range, context)
        case .stored: return try DiffStored(context).run()
        case .stream(let name): return try stream(name, context)
        case .hypothesis(let hypothesis): return try DiffHypothesis(hypothesis, context).run()
        case .path(let path):
            switch try DiffOther(path, context) {
            case .rows(let file): return try DiffRows(file, context).run()
            case .log(let other): return try DiffLogs(other, context).run()
            }
        }
    }

    /// What is compared with what.
    private enum Comparison {
        case states(RangeSelector)
        case stored
        case stream(String)
        case path(String)
        case hypothesis(Hypothesis)

        init(_ context: ToolContext) throws(ToolError) {
            let arguments = context.arguments
            var found: [(name: String, comparison: Comparison)] = []
            if let text = arguments.argument("RANGE") {
                let range = try RangeSelector(text, zone: context.zone, argument: "RANGE")
                found.append(("RANGE", .states(range)))
            }
            if let path = arguments.value("against") {
                found.append(("--against", path == DiffVerb.stored ? .stored : .path(path)))
            }
            let word = "--against-\(context.model.streamWord)"
            if let name = arguments.value("against-stream") { found.append((word, .stream(name))) }
            if let hypothesis = try context.hypothesis() {
                found.append((arguments.has("without") ? "--without" : "--insert", .hypothesis(hypothesis)))
            }
            if found.count > 1 {
                throw ToolError(
                    .optionConflict, exit: .usage,
                    "\(found[0].name) and \(found[1].name) exclude each other: each names the other side",
                    argument: found[1].name)
            }
            guard let only = found.first else {
                _ = try DiffTables.chosen(context)
                throw DiffVerb.nothingToCompare(context)
            }
            try Self.checkPosition(only.comparison, context)
            self = only.comparison
        }

        /// Only the sides that have no position of their own take one.
        private static func checkPosition(_ comparison: Comparison, _ context: ToolContext) throws(ToolError)
        {
            guard context.arguments.has("at") else { return }
            let why: String
            switch comparison {
            case .states: why = "A..B names both states"
            case .stored: why = "stored rows are compared as of their own event"
            case .stream, .path, .hypothesis: return
            }
            throw ToolError(
                .optionConflict, exit: .usage, "--at does not fit here: \(why)", argument: "--at")
        }
    }

    private static func nothingToCompare(_ context: ToolContext) -> ToolError {
        ToolError(
            .optionMissing, exit: .usage, "diff needs two sides to compare",
            details: [
                "accepted: A..B, as in 5100..5214 or end-1d..last",
                "accepted: --against stored, --against FILE or --against LOG, --against-"
                    + "\(context.model.streamWord) NAME",
                "accepted: --without LIST or --insert FILE, for what might have been",
            ], argument: "RANGE", next: ShellText.command([context.program, "diff", "--help"]))
    }

    // MARK: Two states of one history

    private static func states(_ range: RangeSelector, _ context: ToolContext) throws(ToolError) -> ExitStatus
    {
        let subjects = try DiffTables.chosen(context)
        let opened = try context.openLog()
        var resolver = try PositionResolver(opened.log, log: opened.path, program: context.program)
        let (start, end) = try positions(range, &resolver)
        if !context.arguments.has("quiet") { context.printNotes(of: resolver) }
        let streams = try StreamSelector.select(context, needsOne: true)
        let state = try context.reading {
            try StateDiff(
                from: HistoryMoment(of: opened.log, at: start, stream: streams.name),
                to: HistoryMoment(of: opened.log, at: end, stream: streams.name), of: subjects,
                catalogue: context.model.catalogue, causesAfter: start, sharing: start)
        }
        let outcome = DiffOutcome(state, left: .replayed(start), right: .replayed(end))
        return try DiffReport(outcome, showsStream: streams.name == nil, context).show()
    }

    /// The two states of a range: the empty one where it has no beginning, the last one where it has no end.
    private static func positions(
        _ range: RangeSelector, _ resolver: inout PositionResolver
    ) throws(ToolError) -> (start: UInt64, end: UInt64) {
        func position(
            _ selector: PositionSelector?, _ fallback: UInt64, _ resolver: inout PositionResolver
        ) throws(ToolError) -> UInt64 {
            guard let selector else { return fallback }
            return try resolver.resolve(selector, text: range.text, argument: "RANGE", allowingZero: true)
        }
        let start = try position(range.first, 0, &resolver)
        let end = try position(range.last, resolver.head.position, &resolver)
        guard start <= end else {
            throw ToolError(
                .range, exit: .usage, "the range \(range.text) runs backwards (\(start) to \(end))",
                details: ["accepted: A..B with A at or before B"], argument: "RANGE", value: range.text)
        }
        return (start, end)
    }

    // MARK: Two users

    private static func stream(_ name: String, _ context: ToolContext) throws(ToolError) -> ExitStatus {
        let subjects = try DiffTables.chosen(context)
        let opened = try context.openLog()
        var resolver = try PositionResolver(opened.log, log: opened.path, program: context.program)
        let position = try ProjectVerb.position(&resolver, context)
        if !context.arguments.has("quiet") { context.printNotes(of: resolver) }
        guard case .one(let here) = try StreamSelector.select(context, needsOne: true) else {
            throw ToolError(
                .optionConflict, exit: .usage,
                "--against-\(context.model.streamWord) compares two \(context.model.streamWord)s, not all",
                argument: "--all-\(context.model.streamWord)s")
        }
        let other = try StreamSelector.named(name, option: "against-\(context.model.streamWord)", context)
        let state = try context.reading {
            try StateDiff(
                from: HistoryMoment(of: opened.log, at: position, stream: other.name),
                to: HistoryMoment(of: opened.log, at: position, stream: here.name), of: subjects,
                catalogue: context.model.catalogue, comparesSince: false)
        }
        let outcome = DiffOutcome(
            state, left: DiffSide(word: "other", position: position, label: other.name.text),
            right: DiffSide(word: "replayed", position: position, label: "\(here.name.text) at \(position)"))
        return try DiffReport(outcome, showsStream: false, context).show()
    }
}
