internal import CommandLineKit
internal import EventLog

/// A log that tells people at a terminal how far a long pass over its events is.
///
/// Whoever reads it, a replay or a check, knows nothing of that.
struct WatchedLog: EventSource, SideStore {
    /// A pass over fewer positions than this ends before anybody asks.
    static let fewest: UInt64 = 10_000

    let log: any EventSource & SideStore
    let progress: Progress
    /// The last position when the log was opened.
    let last: UInt64
    var fewest = Self.fewest

    /// The log itself where nobody would see any progress.
    static func watching(
        _ log: any EventSource & SideStore, _ context: ToolContext
    ) -> any EventSource & SideStore {
        guard Progress.isShown(on: context.console), let head = try? log.head().position, head >= fewest
        else { return log }
        return WatchedLog(log: log, progress: Progress(context.console, "reading event"), last: head)
    }

    // MARK: Reading

    func identity() throws(LogError) -> LogIdentity { try log.identity() }

    func head() throws(LogError) -> LogHead { try log.head() }

    func streams() throws(LogError) -> [StreamSummary] { try log.streams() }

    func stream(named name: StreamName) throws(LogError) -> StreamSummary? { try log.stream(named: name) }

    func position(of id: EventID) throws(LogError) -> UInt64? { try log.position(of: id) }

    func storedBytes(at position: UInt64) throws(LogError) -> [UInt8]? {
        try log.storedBytes(at: position)
    }

    func cursor(for plan: ReadPlan) throws(LogError) -> ReadCursor { try log.cursor(for: plan) }

    func fill(
        _ block: inout EventBlock, from plan: ReadPlan, at cursor: inout ReadCursor
    ) throws(LogError) {
        try log.fill(&block, from: plan, at: &cursor)
        tell(block, of: plan, isAtEnd: cursor.isAtEnd)
    }

    private func tell(_ block: borrowing EventBlock, of plan: ReadPlan, isAtEnd: Bool) {
        let range = plan.range ?? 1...last
        // Readers of shares keep step with each other: one of them speaks for all.
        guard !block.isEmpty, plan.share?.holdsRest ?? true, range.upperBound - range.lowerBound >= fewest,
            plan.limit == nil
        else {
            return
        }
        if isAtEnd { return progress.finish() }
        let position = block.lastPosition(at: block.count - 1)
        let done =
            plan.direction == .forward ? position &- range.lowerBound &+ 1 : range.upperBound &- position &+ 1
        progress.update(Int(clamping: done), of: Int(clamping: range.upperBound - range.lowerBound + 1))
    }

    // MARK: What is kept beside the events

    func readSide<Result>(_ body: (any SideReader) throws -> Result) throws -> Result {
        try log.readSide(body)
    }

    func changeSide<Result>(_ body: (any SideReader) throws -> ([SideChange], Result)) throws -> Result {
        try log.changeSide(body)
    }

    func setParticipant(_ participant: (any AppendParticipant)?) { log.setParticipant(participant) }
}

extension WatchedLog: StreamShared {
    var readsShares: Bool { (log as? any StreamShared)?.readsShares ?? false }
}

extension WatchedLog: StreamIndexed {
    func indexPage(
        holding revision: UInt64, ofStream number: UInt32
    ) throws(LogError) -> StreamIndexPage? {
        guard let log = log as? any StreamIndexed else { return nil }
        return try log.indexPage(holding: revision, ofStream: number)
    }
}
