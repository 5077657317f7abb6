internal import CommandLineKit
internal import EventLog
internal import Projections
internal import UnicodeText

/// `replay --write`: stores what a replay gives, as a new generation of rows.
struct ReplayWriting {
    private let context: ToolContext
    private let projections: [AnyProjection]

    init(_ context: ToolContext, _ projections: [AnyProjection]) throws(ToolError) {
        for option in ["at", "check", "digest"] where context.arguments.has(option) {
            throw ToolError(
                .optionConflict, exit: .usage, "--\(option) and --write exclude each other",
                details: ["what is stored is the state after the last event"], argument: "--\(option)")
        }
        self.context = context
        self.projections = projections
    }

    func run() throws(ToolError) -> ExitStatus {
        let path = try context.logPath()
        _ = try LogFiles(finding: path, context).preflight(program: context.program)
        let log: EventLog
        do throws(LogError) { log = try EventLog.open(at: path) } catch {
            throw ToolError(log: error, path: path, program: context.program)
        }
        defer { log.close() }
        let head = try context.reading { try log.head().position }
        let watched = WatchedLog.watching(log, context)
        let comparison = try ReplayComparison(projections, at: head, head: head, in: watched, context)
        comparison.print(suggests: false)
        guard comparison.isWhole else {
            throw ToolError(
                .incomplete, exit: .cannotTell, "not stored: the replay is not whole",
                details: [
                    "events that could not be read or applied are listed above",
                    "a partial result is never stored; what was stored stands",
                ], argument: "--write")
        }
        guard try confirmed() else {
            context.console.note("nothing was changed")
            return context.end(.no)
        }
        try write(to: watched)
        if context.mode == .json {
            var line = JSONLine(kind: "stored")
            line.strings("projections", projections.map(\.name))
            line.unsigned("at", head)
            context.console.write(line)
        } else {
            context.console.print("stored \(projections.map(\.name).joined(separator: ", ")) at \(head)")
        }
        return context.end(.yes, counts: [("projections", projections.count)])
    }

    private func confirmed() throws(ToolError) -> Bool {
        if context.arguments.has("yes") { return true }
        return try context.console.confirm("Replace the stored rows?", flag: "--yes")
    }

    private func write(to log: any EventSource & SideStore) throws(ToolError) {
        let reason = context.arguments.value("reason") ?? "replay --write"
        try context.reading {
            let stored = try StoredProjections(
                projections, catalogue: context.model.catalogue, store: log,
                unicodeVersion: UnicodeText.unicodeVersion)
            let folds = stored.foldsToRebuild()
            for projection in projections {
                try stored.rebuild(projection, reason: reason, sharing: folds)
            }
        }
    }
}
