public import EventLog
internal import Platform
internal import Synchronization

/// Hands out a log's heads as the app runs, and knows when the log is behind the last one.
public final class AnchorKeeper: Sendable {
    /// Events after which a head is handed out.
    public static let everyEvents: UInt64 = 1_000
    /// Milliseconds after which a head is handed out, at the next append.
    public static let everyMilliseconds: Int64 = 10 * 60 * 1_000

    /// How a log stands to the last head that was kept of it.
    public enum Standing: Hashable, Sendable {
        /// No head was ever kept.
        case unknown
        /// The log reaches the kept head, whose root has not been compared.
        case reaches(KeptHead)
        /// The log ends before the kept head: it lost its tail, or an older copy was put in its place.
        case behind(KeptHead)
        /// The log has another root there than the kept one: history was rewritten.
        case rewritten(KeptHead)
        /// The log has the kept root there.
        case consistent(KeptHead)
    }

    private struct State {
        var position: UInt64
        var time: Int64
        var isSuspended: Bool
        var failure: String?
    }

    private let log: any EventSource
    private let sink: any AnchorSink
    private let clock: @Sendable () -> Int64
    private let state: Mutex<State>
    /// How the log stood when this was made.
    public let standing: Standing

    /// Compares where the log ends with the last head kept of it.
    ///
    /// - Parameters:
    ///   - log: Whose heads.
    ///   - sink: Where heads are kept, and where the last one is read.
    ///   - clock: Counts milliseconds, from anywhere; the system's monotonic clock where left out.
    /// - Throws: `LogError` when the log cannot be asked.
    public init(
        _ log: any EventSource, sink: any AnchorSink, clock: (@Sendable () -> Int64)? = nil
    ) throws(LogError) {
        self.log = log
        self.sink = sink
        let clock = clock ?? { SystemClock.monotonicMilliseconds() }
        self.clock = clock
        let (identity, head) = (try log.identity(), try log.head())
        var failure: String?
        var kept: KeptHead?
        do { kept = try sink.lastHead(of: identity.logID) } catch { failure = "\(error)" }
        let standing: Standing =
            switch kept {
            case nil: .unknown
            case let kept? where kept.position > head.position: .behind(kept)
            case let kept? where kept.position == head.position:
                kept.root == head.root ? .consistent(kept) : .rewritten(kept)
            case let kept?: .reaches(kept)
            }
        self.standing = standing
        let isSuspended =
            switch standing {
            case .behind, .rewritten: true
            case .unknown, .reaches, .consistent: false
            }
        state = Mutex(
            State(
                position: kept?.position ?? 0, time: clock(), isSuspended: isSuspended, failure: failure))
    }

    /// Why the sink could not be asked or could not keep a head, the last time; nil where it could.
    public var failure: String? { state.withLock { $0.failure } }

    /// Notes that the log reaches `position` now, and hands out its head where that is due.
    ///
    /// - Complexity: O(1), and what the sink takes where it is due.
    public func noteAppend(_ position: UInt64) {
        let now = clock()
        let isDue = state.withLock { state in
            guard !state.isSuspended, position > state.position else { return false }
            return position - state.position >= Self.everyEvents || now - state.time >= Self.everyMilliseconds
        }
        if isDue { keepNow() }
    }

    /// Hands out the present head: on close, and whenever the app goes to the background.
    ///
    /// Nothing is handed out while the log is behind what was kept, so that the memory of it stays.
    public func keepNow() {
        let isSuspended = state.withLock { $0.isSuspended }
        guard !isSuspended, let head = try? log.head(), let identity = try? log.identity(), head.position > 0
        else { return }
        let known = state.withLock { $0.failure == nil ? $0.position : 0 }
        guard head.position > known else { return }
        var failure: String?
        do { try sink.keep(KeptHead(head), of: identity.logID) } catch { failure = "\(error)" }
        state.withLock { state in
            state.failure = failure
            state.time = clock()
            if failure == nil { state.position = max(state.position, head.position) }
        }
    }

    /// Compares the log with the last head kept of it, root and all.
    ///
    /// - Throws: `LogError`, or what the sink throws.
    /// - Complexity: O(n): the log is read once.
    public func compare() throws -> Standing {
        let (identity, head) = (try log.identity(), try log.head())
        guard let kept = try sink.lastHead(of: identity.logID) else { return .unknown }
        guard kept.position <= head.position else { return .behind(kept) }
        guard let root = try TreeDigests([0..<kept.position], in: log).roots[0] else { return .reaches(kept) }
        return root == kept.root ? .consistent(kept) : .rewritten(kept)
    }
}
