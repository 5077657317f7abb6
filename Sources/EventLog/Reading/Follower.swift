public import EventCoding
internal import LMDB
internal import Platform

/// Reads a log as it grows, whoever writes: this process or another.
///
/// No transaction stays open between two slices, so a slow follower holds nobody up.
public final class Follower {
    /// How often another process's appends are looked for, in milliseconds.
    public static let pollMilliseconds: Int64 = 250

    private let log: EventLog
    private let stream: StreamName?
    private let types: [EventType]?
    private var lastSeen: UInt64
    private var lastTransaction: UInt64?

    init(_ log: EventLog, stream: StreamName?, types: [EventType]?, after position: UInt64) {
        self.log = log
        self.stream = stream
        self.types = types
        lastSeen = position
    }

    /// The last position that was seen or passed over.
    public var position: UInt64 { lastSeen }

    /// Fills the block with what comes next, waiting for it where nothing is there yet.
    ///
    /// - Parameter milliseconds: How long to wait; 0 looks once.
    /// - Returns: False when nothing came in that time; the block is empty then.
    public func next(into block: inout EventBlock, waiting milliseconds: Int64) throws(LogError) -> Bool {
        let deadline = SystemClock.monotonicMilliseconds() + max(milliseconds, 0)
        while true {
            if try fillNext(&block) { return true }
            let now = SystemClock.monotonicMilliseconds()
            if now >= deadline { return false }
            log.waitForCommit(until: min(deadline, now + Self.pollMilliseconds))
        }
    }

    private func fillNext(_ block: inout EventBlock) throws(LogError) -> Bool {
        block.removeAll()
        // The transaction number is in shared memory: looking at it opens nothing.
        let transaction = log.environment.lastTransactionID()
        if transaction == lastTransaction { return false }
        let head = try log.head().position
        if head > lastSeen, try stream.map({ name throws(LogError) in try log.stream(named: name) != nil }) ?? true {
            let plan = ReadPlan(range: lastSeen + 1...head, stream: stream, types: types)
            var cursor = try log.cursor(for: plan)
            try log.fill(&block, from: plan, at: &cursor)
            if !block.isEmpty {
                lastSeen = cursor.isAtEnd ? head : block.lastPosition(at: block.count - 1)
                return true
            }
        }
        lastSeen = head
        lastTransaction = transaction
        return false
    }
}

extension EventLog {
    /// Follows the log from after `position`.
    ///
    /// - Parameters:
    ///   - position: The last position already seen; 0 begins at the first event.
    ///   - stream: The only stream to follow; it need not exist yet.
    ///   - types: The only event types to follow.
    /// - Throws: `LogError` with code `outOfRange` when the log does not reach that far.
    public func follow(
        after position: UInt64, stream: StreamName? = nil, types: [EventType]? = nil
    ) throws(LogError) -> Follower {
        let head = try head().position
        guard position <= head else { throw LogError.outOfRange(position, head: head) }
        return Follower(self, stream: stream, types: types, after: position)
    }

    /// Follows the log from where the holder of `token` stopped.
    ///
    /// - Throws: `LogError` with code `historyChanged` when the token no longer fits.
    public func follow(
        from token: ResumeToken, stream: StreamName? = nil, types: [EventType]? = nil
    ) throws(LogError) -> Follower {
        Follower(self, stream: stream, types: types, after: try self.position(of: token))
    }

    /// Follows the log as an asynchronous sequence of slices, until the consumer stops.
    ///
    /// - Parameter position: The last position already seen.
    public func slices(
        after position: UInt64, stream: StreamName? = nil, types: [EventType]? = nil
    ) -> AsyncThrowingStream<EventBlock, any Error> {
        let (slices, continuation) = AsyncThrowingStream<EventBlock, any Error>.makeStream()
        let task = Task { [self] in
            do {
                let follower = try follow(after: position, stream: stream, types: types)
                var block = EventBlock()
                while !Task.isCancelled {
                    if try follower.next(into: &block, waiting: 0) {
                        continuation.yield(block)
                    } else {
                        try await Task.sleep(for: .milliseconds(20))
                    }
                }
                continuation.finish()
            } catch is CancellationError {
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return slices
    }

    /// Waits for a commit of this process, at most until `deadline` on the monotonic clock.
    func waitForCommit(until deadline: Int64) {
        commits.withLock { _ = commits.wait(until: deadline) }
    }
}
