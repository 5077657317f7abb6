internal import CommandLineKit
internal import EventLog
internal import Projections

/// Compares the rows that there are with those that there would be had some events not happened, or others
/// had.
struct DiffHypothesis {
    private let hypothesis: Hypothesis
    private let context: ToolContext

    init(_ hypothesis: Hypothesis, _ context: ToolContext) {
        self.hypothesis = hypothesis
        self.context = context
    }

    func run() throws(ToolError) -> ExitStatus {
        let subjects = try DiffTables.chosen(context)
        let opened = try context.openLog()
        var resolver = try PositionResolver(hypothesis.real, log: opened.path, program: context.program)
        let end = try ProjectVerb.position(&resolver, context)
        let streams = try StreamSelector.select(context, needsOne: true)
        let isQuiet = context.arguments.has("quiet")
        if !isQuiet { context.printNotes(of: resolver) }
        if !isQuiet || context.mode == .json { try context.announceHypothesis() }
        // A stream that only inserted events have has no rows in the real history.
        let stream = streams.name
        let isInserted = try context.reading {
            try stream.map { try hypothesis.real.stream(named: $0) == nil } ?? false
        }
        let place = try context.reading {
            end == resolver.head.position ? try hypothesis.source.head().position : hypothesis.place(end)
        }
        // Whoever prints them wants them found on the way.
        let wantsOrphans = !isQuiet && !context.arguments.has("stat")
        let state = try context.reading {
            try StateDiff(
                from: HistoryMoment(
                    of: hypothesis.real, at: isInserted ? 0 : end, stream: isInserted ? nil : stream),
                to: HistoryMoment(of: hypothesis.source, at: place, stream: stream), of: subjects,
                catalogue: context.model.catalogue, comparesSince: hypothesis.insertedPositions.isEmpty,
                sharing: isInserted ? 0 : hypothesis.sharedEnd,
                orphans: wantsOrphans && !isInserted ? hypothesis.places : nil)
        }
        let outcome = DiffOutcome(
            state, left: DiffSide(word: "real", position: end, label: "real at \(end)"),
            right: DiffSide(word: "hypothetical", position: place, label: "hypothetical"))
        let projections = subjects.map(\.projection).reduce(into: [AnyProjection]()) { found, projection in
            if !found.contains(where: { $0.name == projection.name }) { found.append(projection) }
        }
        return try DiffReport(outcome, showsStream: stream == nil, context).show { () throws(ToolError) in
            guard wantsOrphans else { return }
            try context.printOrphans(
                of: projections, stream: isInserted ? nil : stream, upTo: end,
                known: isInserted ? nil : state.orphans)
        }
    }
}
