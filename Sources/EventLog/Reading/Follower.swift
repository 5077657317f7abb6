public import EventCoding
internal import LMDB
internal import Platform
internal import Synchronization

/// Reads a log as it grows, whoever writes: this process or another.
///
/// No transaction stays open between two slices, so a slow follower holds nobody up. Where several threads
/// share one follower, each slice goes to one of them.
public final class Follower: Sendable {
    /// How often another process's appends are looked for, in milliseconds.
    public static let pollMilliseconds: Int64 = 250

    private let log: EventLog
    private let stream: StreamName?
    private let types: [EventType]?
    private let place: Mutex<Place>

    private struct Place: Sendable {
        /// The last position that was seen or passed over.
        var position: UInt64
        /// The commit after which nothing was found.
        var transaction: UInt64?
    }

    init(_ log: EventLog, stream: StreamName?, types: [EventType]?, after position: UInt64) {
        self.log = log
        self.stream = stream
        self.types = types
        place = Mutex(Place(position: position))
    }

    /// The last position that was seen or passed over.
    public var position: UInt64 { place.withLock { $0.position } }

    /// Fills the block with what comes next, waiting for it where nothing is there yet.
    ///
    /// - Parameters:
    ///   - block: Takes the events.
    ///   - milliseconds: How long to wait; 0 looks once.
    /// - Returns: False when nothing came in that time; the block is empty then.
    public func next(into block: inout EventBlock, waiting milliseconds: Int64) throws(LogError) -> Bool {
        let deadline = SystemClock.monotonicMilliseconds() + max(milliseconds, 0)
        while true {
            let transaction = try place.withLock { place throws(LogError) in try fill(&block, from: &place) }
            guard let transaction else { return true }
            let now = SystemClock.monotonicMilliseconds()
            if now >= deadline { return false }
            log.waitForCommit(after: transaction, until: min(deadline, now + Self.pollMilliseconds))
        }
    }

    /// Fills the block with what is there beyond `place`.
    ///
    /// - Returns: Nil when something was; else the number of the last commit, which brought nothing.
    private func fill(_ block: inout EventBlock, from place: inout Place) throws(LogError) -> UInt64? {
        block.removeAll()
        // The transaction number is in shared memory: looking at it opens nothing.
        let transaction = log.environment.lastTransactionID()
        if transaction == place.transaction { return transaction }
        let head = try log.head().position
        if head > place.position, try streamExists() {
            let plan = ReadPlan(range: place.position + 1...head, stream: stream, types: types)
            var cursor = try log.cursor(for: plan)
            try log.fill(&block, from: plan, at: &cursor)
            if !block.isEmpty {
                place.position = cursor.isAtEnd ? head : block.lastPosition(at: block.count - 1)
                return nil
            }
        }
        place.position = head
        place.transaction = transaction
        return transaction
    }

    private func streamExists() throws(LogError) -> Bool {
        guard let stream else { return true }
        return try log.stream(named: stream) != nil
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
    /// Each slice is read when it is asked for, so a slow consumer costs no memory. The sequence is for one
    /// consumer; cancelling its task ends the sequence.
    ///
    /// - Parameters:
    ///   - position: The last position already seen.
    ///   - stream: The only stream to follow; it need not exist yet.
    ///   - types: The only event types to follow.
    public func slices(
        after position: UInt64, stream: StreamName? = nil, types: [EventType]? = nil
    ) -> AsyncThrowingStream<EventBlock, any Error> {
        let start = Mutex<Follower?>(nil)
        return AsyncThrowingStream { [self] in
            let follower = try start.withLock { start throws(LogError) in
                if let start { return start }
                let follower = try follow(after: position, stream: stream, types: types)
                start = follower
                return follower
            }
            while !Task.isCancelled {
                var block = EventBlock()
                if try follower.next(into: &block, waiting: 0) { return block }
                do { try await Task.sleep(for: Self.slicePause) } catch { return nil }
            }
            return nil
        }
    }

    /// How long `slices` rests when there is nothing new.
    private static let slicePause = Duration.milliseconds(20)

    private static let nanosecondsInMillisecond: Int64 = 1_000_000

    /// Waits for a commit of this process, at most until `deadline` in milliseconds of the monotonic clock.
    ///
    /// Returns at once when there is a commit after `transaction`: its signal came before anybody waited.
    func waitForCommit(after transaction: UInt64, until deadline: Int64) {
        commits.withLock {
            guard environment.lastTransactionID() == transaction else { return }
            _ = commits.wait(until: deadline * Self.nanosecondsInMillisecond)
        }
    }
}
