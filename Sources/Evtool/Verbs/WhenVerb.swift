internal import CommandLineKit
internal import EventLog
internal import Projections

/// `when`: the events at which a condition on rows began or ceased to hold.
enum WhenVerb: ToolVerb {
    static var name: String { "when" }

    static func verb(for model: Model) -> Verb {
        let table = model.projections.first?.shownTables.first?.name ?? "TABLE"
        return Verb(
            name, group: VerbGroup.ask, summary: "At which events did a condition change.",
            effect: Effect(.readsOnly),
            synopsis: ["when CONDITION [RANGE] [--first | --last | --count] [--fail-if-true]"],
            arguments: [
                ArgumentSpec(
                    "CONDITION", .named("condition"),
                    doc: "What is asked of rows: TABLE has KEY, TABLE count OP N, TABLE[KEY].FIELD OP VALUE;"
                        + " OP is = != < <= > >= or ~ (contains); joined by and, or, not, ( )."),
                ArgumentSpec(
                    "RANGE", .range, isOptional: true,
                    doc: "The events looked at: A..B, A.., ..B or one position; all where left out."),
            ],
            options: [
                SharedOptions.stream(model), SharedOptions.allStreams(model),
                .flag("first", doc: "Only the first change."), .flag("last", doc: "Only the last change."),
                .flag("count", doc: "Print only how often it changed."),
                .flag("fail-if-true", doc: "For scripts: exit 1 where it was ever true, 0 where never."),
            ] + SharedOptions.hypothesis,
            examples: [
                .init("when '\(table) has KEY'", "when a row came and went"),
                .init("when '\(table) count > 20' --fail-if-true", "an invariant, for a script"),
                .init("when '\(table)[KEY].rank = 1' --last", "when it was last at the top, or no more"),
                .init("when '\(table) has KEY and not \(table) has \"other key\"' 5100..", "in a range"),
                .init("when '\(table)[KEY].since >= 5100' --json", "for a program"),
            ],
            notes: [
                "The value is that after an event. Exit 0: it was true after some event of the range; 1: never;"
                    + " 2: an event that could not be read or applied stands before the answer.",
                "rank and since are fields of every table. Without a row, and where a column holds nothing, only"
                    + " != holds. A key's group may be left out: then the key stands for its rows in all groups.",
                "A key or value that holds and, or, a parenthesis or a blank at its end goes in double quotes,"
                    + " with \\\" \\\\ and \\u{…} as escapes.",
            ])
    }

    static func run(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        let arguments = context.arguments
        let pairs = [("first", "last"), ("first", "count"), ("last", "count")]
        for (one, other) in pairs where arguments.has(one) && arguments.has(other) {
            throw ToolError(
                .optionConflict, exit: .usage, "--\(one) and --\(other) exclude each other",
                argument: "--\(other)")
        }
        let condition = try RowConditionReader.read(
            arguments.argument("CONDITION") ?? "", context)
        let opened = try context.openLog()
        let history = try context.history()
        var resolver = try PositionResolver(history, log: opened.path, program: context.program)
        let given = try arguments.argument("RANGE").map { text throws(ToolError) in
            try RangeSelector(text, zone: context.zone, argument: "RANGE")
        }
        let head = resolver.head.position
        let range =
            try given.map { given throws(ToolError) in
                try given.resolve(with: &resolver, argument: "RANGE")
            } ?? (head > 0 ? 1...head : nil)
        context.printNotes(of: resolver)
        let streams = try StreamSelector.select(context, needsOne: true)
        try context.announceHypothesis()
        return try WhenReport(condition, in: range, of: streams, context).run(over: history)
    }
}
