internal import LMDB
internal import Platform
internal import Synchronization

extension EventLog {
    /// Appends every request in one transaction: all of them, or nothing.
    ///
    /// Concurrent callers share a commit. See `EventAppender` for what a receipt promises.
    public func append(_ requests: [AppendRequest]) throws(LogError) -> [Receipt] {
        try check(requests)
        return try commitQueue.append(requests)
    }

    /// The asynchronous twin of `append`: the caller's thread is free while the disk works.
    public func append(_ requests: [AppendRequest]) async throws(LogError) -> [Receipt] {
        try check(requests)
        let queue = commitQueue
        let answer = await withCheckedContinuation {
            (continuation: CheckedContinuation<CommitQueue.Answer, Never>) in
            do throws(LogError) {
                try queue.append(requests) { continuation.resume(returning: $0) }
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        return try answer.get()
    }

    /// The asynchronous twin of the append of one batch.
    @discardableResult
    public func append(
        _ events: [ProposedEvent], to stream: StreamName, expecting expected: ExpectedRevision = .any,
        key: String? = nil
    ) async throws(LogError) -> Receipt {
        try await append([AppendRequest(events, to: stream, expecting: expected, key: key)])[0]
    }

    private func check(_ requests: [AppendRequest]) throws(LogError) {
        guard access == .write else {
            throw LogError(.readOnly, "the log was opened for reading only", path: path)
        }
        try requests.validate()
        guard !environment.isUsedByCallingThread else {
            throw LogError(.busy, "an append cannot wait inside a transaction of its own thread", path: path)
        }
    }

    /// Answers every ticket in one transaction.
    func commit(_ tickets: [CommitQueue.Ticket]) -> [CommitQueue.Answer] {
        do throws(LogError) {
            let outcome = try storing { () throws(TransactionError<LogError>) in
                try environment.write { (transaction: inout WriteTransaction) throws(LogError) in
                    try commit(tickets, in: &transaction)
                }
            }
            if outcome.didFork { mustFork.withLock { $0 = false } }
            outcome.participant?.didCommit()
            commits.withLock { commits.broadcast() }
            clearReadersNowAndThen()
            return outcome.answers
        } catch {
            return tickets.map { _ in .failure(error) }
        }
    }

    /// Frees the slots of readers that were killed, once in a while: until then each pins the pages of every later
    /// commit, and nobody else need ever open the log.
    private func clearReadersNowAndThen() {
        let count = commitsDone.add(1, ordering: .relaxed).newValue
        guard count.isMultiple(of: Self.commitsBetweenChecks) else { return }
        // A failure changes nothing for the caller, whose events are durable; the next check tries again.
        _ = try? environment.clearStaleReaders()
    }

    /// After how many commits the table of readers is looked through.
    private static let commitsBetweenChecks = 8

    private struct Outcome {
        var answers: [CommitQueue.Answer]
        var didFork = false
        /// Who folded the events.
        var participant: (any AppendParticipant)?
    }

    private func commit(
        _ tickets: [CommitQueue.Ticket], in transaction: inout WriteTransaction
    ) throws(LogError) -> Outcome {
        let state = try transaction.state(in: tables)
        var identity = try transaction.identity(in: tables)
        // Asked inside the transaction: another process may have begun the epoch of a moved log meanwhile.
        let isForking = mustFork.withLock { $0 } || identity.file != location
        if isForking { fork(&identity, after: state) }
        let isFirstRelaxed = durability == .relaxed && !identity.features.hasRelaxedAppends
        if isFirstRelaxed { identity.features.noteRelaxedAppends() }
        let tables = tables
        let participant = participant.withLock { $0 }
        let (plan, answers) = try transaction.withReader { (reader: TransactionReader) throws(LogError) in
            let store = StoreReader(reader, tables, storedHead: state.position)
            return try self.plan(tickets, state, identity.logID, participant, reading: store)
        }
        // A commit that turned out to be a repeat changes nothing, not even the epoch.
        guard !plan.block.isEmpty else { return Outcome(answers: answers) }
        try transaction.write(plan, in: tables, identity.features)
        if isForking || isFirstRelaxed { try transaction.store(identity, in: tables) }
        return Outcome(answers: answers, didFork: isForking, participant: participant)
    }

    private func fork(_ identity: inout LogIdentity, after state: LogState) {
        // An empty log that moved keeps its id: nothing was ever said under it.
        if state.position > 0 { identity.fork(after: state.head) }
        identity.file = location
    }

    private func plan(
        _ tickets: [CommitQueue.Ticket], _ state: LogState, _ logID: LogID,
        _ participant: (any AppendParticipant)?, reading store: StoreReader
    ) throws(LogError) -> (CommitPlan, [CommitQueue.Answer]) {
        var planner = AppendPlanner(state: state, logID: logID, clock: clock(), lookup: store)
        for ticket in tickets { planner.reserve(for: ticket.requests, weighing: ticket.size) }
        var answers: [CommitQueue.Answer] = []
        for ticket in tickets {
            do throws(LogError) {
                answers.append(.success(try planner.plan(ticket.requests)))
            } catch {
                // A ticket of several requests is alone in its commit, so nothing of it may stay.
                if ticket.requests.count > 1 { throw error }
                answers.append(.failure(error))
            }
        }
        var plan = CommitPlan(consuming: planner)
        if let participant, !plan.block.isEmpty {
            store.show(plan.block)
            do { plan.side = try participant.fold(plan.block, reading: store) } catch {
                throw (error as? LogError)
                    ?? LogError(.incompleteProjection, "a projection failed: \(error)", cause: error)
            }
        }
        return (plan, answers)
    }
}

/// Everything one commit writes.
struct CommitPlan: Sendable {
    var block: EventBlock
    var state: LogState
    var streams: [(name: StreamName, state: StreamState)]
    var revisions: [(number: UInt32, revision: UInt64, position: UInt64)]
    var ids: [(id: EventID, position: UInt64)]
    var side: [SideChange] = []

    init(consuming planner: consuming AppendPlanner) {
        block = planner.block
        state = planner.state
        streams = planner.streams.sorted { $0.name < $1.name }
        revisions = planner.revisions
        ids = planner.ids.map { ($0, $1) }.sorted { $0.id < $1.id }
    }
}

extension WriteTransaction {
    /// Writes a commit: events first, then what is derived from them, each table in the order of its keys.
    mutating func write(
        _ plan: CommitPlan, in tables: LogTables, _ features: FeatureSet
    ) throws(LogError) {
        var position = plan.state.position - UInt64(plan.block.count)
        var key = LogTables.key(position: position)
        for index in 0..<plan.block.count {
            position += 1
            LogTables.setKey(&key, to: position)
            do throws(LMDBError) {
                try append(plan.block.record(at: index), for: key.span, in: tables.events)
            } catch {
                guard error.code == .keyExists else { throw LogError(store: error) }
                throw LogError(
                    .damaged, "the log's head record is older than its events", position: position,
                    cause: error)
            }
        }
        try write(plan.streams, in: tables)
        try write(StreamPageAdditions(plan.revisions), in: tables, features)
        try write(plan.ids, in: tables)
        try apply(plan.side, in: tables)
        try store(plan.state, in: tables)
    }

    /// Makes changes to side tables.
    mutating func apply(_ changes: [SideChange], in tables: LogTables) throws(LogError) {
        for change in changes {
            if let value = change.value {
                try write(value, for: change.key, in: tables[change.table])
            } else {
                do { _ = try delete(change.key.span, in: tables[change.table]) } catch {
                    throw LogError(store: error)
                }
            }
        }
    }
}
