internal import Platform

/// Lets concurrent appends share a commit, since a commit's syncs cost far more than its writes.
///
/// Whoever arrives while nobody commits leads: it commits everything that waits, and whoever arrived
/// meanwhile leads next. A leader may wait a moment for callers that were just answered (see `LeaderPatience`).
/// Callers that must not block are served by a thread of the queue's own.
final class CommitQueue: Sendable {
    typealias Answer = Result<[Receipt], LogError>

    /// One append that waits for its commit.
    struct Ticket: Sendable {
        let id: UInt64
        let requests: [AppendRequest]
        /// What the requests weigh, in bytes.
        let size: Int
        /// Called instead of waking a waiting caller.
        let answer: (@Sendable (Answer) -> Void)?
    }

    /// Who waits, who leads, and what was answered.
    struct State: Sendable {
        var waiting: [Ticket] = []
        var answers: [UInt64: Answer] = [:]
        var lastID: UInt64 = 0
        var hasLeader = false
        var hasThread = false
        var isClosed = false
        /// Whether the leader waits for more appends.
        var isGathering = false
        var patience = LeaderPatience()

        /// Whether the leader need not wait any longer: all are there, or no other would fit into its commit.
        var isGathered: Bool {
            isClosed || waiting.count >= patience.expected || batchCount < waiting.count
                || waiting.first.map { $0.requests.count != 1 } ?? false
        }

        /// Whether a new append concerns a thread that waits: the queue's own, or a leader.
        var concernsWaiters: Bool { isGathering ? isGathered : hasThread && !hasLeader }

        /// How many of those that wait go into the next commit: a ticket with several requests goes alone, since it
        /// is all or nothing.
        private var batchCount: Int {
            var count = 0
            var size = 0
            for ticket in waiting.prefix(LogLimits.groupedAppends) {
                size += ticket.size
                let fits = ticket.requests.count == 1 && size <= LogLimits.batchBytes
                guard count == 0 || fits else { break }
                count += 1
                if ticket.requests.count != 1 { break }
            }
            return count
        }

        /// The tickets of the next commit.
        mutating func takeBatch() -> [Ticket] {
            let batch = Array(waiting.prefix(batchCount))
            waiting.removeFirst(batch.count)
            return batch
        }
    }

    private enum Turn {
        case answered(Answer)
        case lead
        case end
    }

    private let monitor = Monitor(State())
    private let commit: @Sendable ([Ticket]) -> [Answer]

    /// A queue in front of `commit`, which answers each ticket, all in one transaction.
    init(commit: @escaping @Sendable ([Ticket]) -> [Answer]) {
        self.commit = commit
    }

    /// Appends, and returns when the commit is durable.
    func append(_ requests: [AppendRequest]) throws(LogError) -> [Receipt] {
        let id = try enqueue(requests, answer: nil)
        while true {
            let turn = monitor.waitQuietly(
                until: { $0.answers[id] != nil || !$0.hasLeader },
                then: { state -> Turn in
                    if let answer = state.answers.removeValue(forKey: id) { return .answered(answer) }
                    state.hasLeader = true
                    return .lead
                })
            switch turn {
            case .answered(let answer): return try answer.get()
            case .lead: lead()
            case .end: break
            }
        }
    }

    /// Appends without blocking the caller; `answer` is called on the queue's thread.
    func append(
        _ requests: [AppendRequest], answer: @escaping @Sendable (Answer) -> Void
    ) throws(LogError) {
        try startThread()
        _ = try enqueue(requests, answer: answer)
    }

    private func startThread() throws(LogError) {
        do throws(PlatformError) {
            // Started under the lock, so that nobody counts on a thread that did not start.
            try monitor.withLock { state throws(PlatformError) in
                if state.hasThread || state.isClosed { return }
                _ = try OSThread.start(name: "travelog-commit") { [self] in serve() }
                state.hasThread = true
            }
        } catch {
            throw LogError(.inputOutput, "the thread that commits cannot be started: \(error)", cause: error)
        }
    }

    /// Refuses further appends, and returns when those that wait are committed.
    func close() {
        monitor.withLock { $0.isClosed = true }
        monitor.wait(until: { $0.waiting.isEmpty && !$0.hasLeader }, then: { _ in })
    }

    /// How many appends wait for the next commit.
    var waitingCount: Int { monitor.withLock { $0.waiting.count } }

    private func enqueue(
        _ requests: [AppendRequest], answer: (@Sendable (Answer) -> Void)?
    ) throws(LogError) -> UInt64 {
        let size = requests.weight
        let add = { (state: inout State) -> UInt64? in
            if state.isClosed { return nil }
            state.lastID += 1
            state.waiting.append(Ticket(id: state.lastID, requests: requests, size: size, answer: answer))
            return state.lastID
        }
        let id = monitor.withLock(wakingIf: { $0.concernsWaiters }, add)
        guard let id else { throw LogError(.closed, "the log was closed") }
        return id
    }

    /// Commits what waits; only for the one that leads.
    private func lead() {
        let batch = gather()
        let start = SystemClock.monotonicNanoseconds()
        let answers = batch.isEmpty ? [] : commit(batch)
        let duration = SystemClock.monotonicNanoseconds() - start
        monitor.withLock { state in
            state.hasLeader = false
            state.patience.noteCommit(
                answered: batch.count, waiting: state.waiting.count, nanoseconds: duration)
            for (ticket, answer) in zip(batch, answers) where ticket.answer == nil {
                state.answers[ticket.id] = answer
            }
        }
        for (ticket, answer) in zip(batch, answers) { ticket.answer?(answer) }
    }

    /// The tickets of the next commit, after waiting for those that are expected.
    private func gather() -> [Ticket] {
        let limit = monitor.withLock(wakingIf: { _ in false }) { state -> Int64 in
            if state.isGathered { return 0 }
            let limit = state.patience.limit()
            state.isGathering = limit > 0
            return limit
        }
        if limit == 0 { return monitor.withLock(wakingIf: { _ in false }) { $0.takeBatch() } }
        let deadline = SystemClock.monotonicNanoseconds() + limit
        return monitor.waitQuietly(until: deadline, for: { $0.isGathered }) { state, isGathered in
            state.isGathering = false
            state.patience.noteWait(wasWorthIt: isGathered)
            return state.takeBatch()
        }
    }

    /// The thread's work: lead whenever somebody waits and nobody leads.
    private func serve() {
        while true {
            let turn = monitor.waitQuietly(
                until: { ($0.isClosed && $0.waiting.isEmpty) || (!$0.hasLeader && !$0.waiting.isEmpty) },
                then: { state -> Turn in
                    if state.waiting.isEmpty { return .end }
                    state.hasLeader = true
                    return .lead
                })
            switch turn {
            case .end: return
            case .lead: lead()
            case .answered: break
            }
        }
    }
}
