internal import CommandLineKit
internal import EventLog
internal import Platform
internal import Projections

/// `replay --steps`: tells each event with its effects; at a terminal one after the other.
struct ReplaySteps {
    private let context: ToolContext
    private let projections: [AnyProjection]

    init(_ context: ToolContext, _ projections: [AnyProjection]) throws(ToolError) {
        for option in ["write", "check", "digest", "yes", "reason"] where context.arguments.has(option) {
            throw ToolError(
                .optionConflict, exit: .usage, "--steps and --\(option) exclude each other",
                argument: "--\(option)")
        }
        self.context = context
        self.projections = projections
    }

    func run(over log: any EventSource, upTo end: UInt64) throws(ToolError) -> ExitStatus {
        let console = context.console
        let isAsking =
            context.mode == .human && console.terminal.isInputTerminal && console.terminal.isOutputTerminal
        // Whoever is asked after each event needs no pager.
        if isAsking { console.flush() }
        let prompt = isAsking ? StepPrompt(console: console, last: end) : nil
        let streams = try context.reading { try log.streams() }
        let printer = StepPrinter(context, hasManyStreams: streams.count > 1)
        var (first, told): (UInt64, Int) = (1, 0)
        while true {
            let narrator = StepNarrator(
                projections, RowRenderer(source: log, catalogue: context.model.catalogue), printer,
                from: first, prompt: prompt)
            let result = try context.reading {
                try Replay(projections, catalogue: context.model.catalogue)
                    .run(over: log, upTo: end, listener: narrator)
            }
            told += narrator.told
            if case .back(let position) = narrator.request {
                // What was before is folded again: rows are kept for one position only.
                first = position
                continue
            }
            return finish(result, told: told, isWhole: narrator.request == nil)
        }
    }

    /// Tells what could not be read or applied, where the replay came to its end.
    private func finish(_ result: ReplayResult, told: Int, isWhole: Bool) -> ExitStatus {
        guard isWhole else { return context.end(.yes, counts: [("steps", told)], isComplete: false) }
        for failure in result.failures {
            switch context.mode {
            case .json: context.console.write(failure.jsonLine)
            case .human: context.console.print("not applied: \(failure)")
            case .plain: context.console.note("not applied: \(failure)")
            }
        }
        if context.mode == .human { context.console.note("replayed \(CountText.of(told, "event"))") }
        return context.end(
            result.isComplete ? .yes : .cannotTell, counts: [("steps", told)], isComplete: result.isComplete)
    }
}
