internal import Digest
internal import Platform
internal import Synchronization

/// A log that lives in memory: for tests, what-if questions and exports.
///
/// It has the semantics of the log in LMDB (one contract suite runs over both) and forgets everything when it
/// goes.
public final class MemoryLog: EventAppender {
    private let storage: Mutex<Storage>
    private let clock: @Sendable () -> Int64
    private let randomness: RandomPool.Source

    /// An empty log.
    ///
    /// - Parameter clock: Gives the time in milliseconds since 1970; the system's clock where left out.
    public convenience init(clock: (@Sendable () -> Int64)? = nil) {
        self.init(
            clock: clock ?? { SystemClock.now() }, logID: .random(),
            randomness: RandomPool.fromSystem)
    }

    /// An empty log in which nothing is left to chance.
    init(clock: @escaping @Sendable () -> Int64, logID: LogID, randomness: @escaping RandomPool.Source) {
        self.clock = clock
        self.randomness = randomness
        storage = Mutex(Storage(identity: .new(logID, created: clock(), file: nil)))
    }

    private init(
        _ content: consuming sending Storage, clock: @escaping @Sendable () -> Int64,
        randomness: @escaping RandomPool.Source
    ) {
        self.clock = clock
        self.randomness = randomness
        storage = Mutex(content)
    }

    /// Who the log is.
    public func identity() -> LogIdentity { storage.withLock { $0.identity } }

    /// Where the log ends.
    public func head() -> LogHead { storage.withLock { $0.state.head } }

    /// The streams by their names' bytes.
    public func streams() -> [StreamSummary] {
        storage.withLock { storage in
            storage.streams.map { StreamSummary(name: $0, number: $1.number, revision: $1.revision) }
                .sorted { $0.name < $1.name }
        }
    }

    /// The stream of that name, or nil.
    public func stream(named name: StreamName) -> StreamSummary? {
        storage.withLock { storage in
            storage.streams[name].map { StreamSummary(name: name, number: $0.number, revision: $0.revision) }
        }
    }

    /// The position of the event with this id, or nil.
    public func position(of id: EventID) throws(LogError) -> UInt64? {
        if let position = storage.withLock({ $0.ids[id] }) { return position }
        return try position(ofGenerated: id)
    }

    /// A cursor at the start of `plan`.
    public func cursor(for plan: ReadPlan) throws(LogError) -> ReadCursor {
        try storage.withLock { storage throws(LogError) in
            var revisions: [UInt64]?
            if let name = plan.stream {
                guard let stream = storage.streams[name] else { throw LogError.unknownStream(name) }
                // Where positions are missing, revisions are too: only the positions tell where to look.
                if !storage.identity.features.holdsGaps { revisions = storage.revisions[stream.number] }
            }
            return PlanWalk.cursor(for: plan, head: storage.state.position, revisions: revisions)
        }
    }

    /// Replaces the block's content by the next slice of `plan`.
    public func fill(
        _ block: inout EventBlock, from plan: ReadPlan, at cursor: inout ReadCursor
    ) throws(LogError) {
        block.begin(plan)
        try storage.withLock { storage throws(LogError) in
            var stream: StreamState?
            if let name = plan.stream {
                guard let known = storage.streams[name] else { throw LogError.unknownStream(name) }
                stream = known
            }
            guard let stream, !storage.identity.features.holdsGaps else {
                storage.fill(&block, from: plan, at: &cursor, streamNumber: stream?.number)
                return
            }
            let revisions = storage.revisions[stream.number] ?? []
            while let place = PlanWalk.step(&cursor, plan, block) {
                storage.read(revisions[Int(place) - 1], into: &block)
                PlanWalk.keepIfWanted(&block, by: plan, &cursor)
            }
        }
    }

    /// Appends every request, or nothing.
    public func append(_ requests: [AppendRequest]) throws(LogError) -> [Receipt] {
        try requests.validate()
        let now = clock()
        return try storage.withLock { storage throws(LogError) in
            // What was planned no longer refers to the storage, which therefore changes without being copied.
            let identity = storage.identityOfNextAppend
            let (plan, receipts) = try self.plan(requests, at: now, as: identity.logID, in: storage)
            if plan.block.isEmpty { return receipts }
            storage.begin(identity)
            storage.take(plan)
            storage.participant?.didCommit()
            return receipts
        }
    }

    private func plan(
        _ requests: [AppendRequest], at clock: Int64, as logID: LogID, in storage: Storage
    ) throws(LogError) -> (CommitPlan, [Receipt]) {
        let lookup = Lookup(storage)
        var planner = AppendPlanner(
            state: storage.state, logID: logID, clock: clock, lookup: lookup,
            random: RandomPool(randomness))
        let receipts = try planner.plan(requests)
        var plan = CommitPlan(consuming: planner)
        if let participant = storage.participant, !plan.block.isEmpty {
            let reader = MemorySideReader(
                storage.side, lookup: lookup, storedHead: storage.state.position, new: plan.block)
            defer { reader.end() }
            do { plan.side = try participant.fold(plan.block, reading: reader) } catch {
                throw (error as? LogError)
                    ?? LogError(.incompleteProjection, "a projection failed: \(error)", cause: error)
            }
        }
        return (plan, receipts)
    }

    /// What the planner may ask.
    private final class Lookup: AppendLookup {
        private let storage: Storage
        init(_ storage: Storage) { self.storage = storage }
        func stream(named name: StreamName) -> StreamState? { storage.streams[name] }
        func position(ofIndexed id: EventID) -> UInt64? { storage.ids[id] }
        func read(_ position: UInt64, into block: inout EventBlock) throws(LogError) {
            block.removeAll()
            guard position >= 1, position <= storage.state.position else {
                throw LogError.outOfRange(position, head: storage.state.position)
            }
            storage.read(position, into: &block)
        }
    }
}

extension MemoryLog {
    /// A log of records that were put back as they were; its first append begins an epoch.
    ///
    /// - Parameter clock: Gives the time of later appends.
    package convenience init(restoring restoration: LogRestoration, clock: (@Sendable () -> Int64)? = nil) {
        self.init(
            Storage(restoration), clock: clock ?? { SystemClock.now() }, randomness: RandomPool.fromSystem)
    }
}

extension MemoryLog: SideStore {
    package func readSide<Result>(_ body: (any SideReader) throws -> Result) throws -> Result {
        try Self.read(storage.withLock { $0 }, body)
    }

    private static func read<Result>(
        _ snapshot: Storage, _ body: (any SideReader) throws -> Result
    ) throws -> Result {
        let reader = MemorySideReader(
            snapshot.side, lookup: Lookup(snapshot), storedHead: snapshot.state.position, new: EventBlock())
        defer { reader.end() }
        return try body(reader)
    }

    package func changeSide<Result>(
        _ body: (any SideReader) throws -> ([SideChange], Result)
    ) throws -> Result {
        // `body` may ask the log, so it runs outside the lock, and again where the log changed meanwhile.
        while true {
            let snapshot = storage.withLock { $0 }
            let (changes, result) = try Self.read(snapshot, body)
            let isCurrent = storage.withLock { storage -> Bool in
                guard storage.generation == snapshot.generation else { return false }
                storage.apply(changes)
                return true
            }
            if isCurrent { return result }
        }
    }

    package func setParticipant(_ participant: (any AppendParticipant)?) {
        storage.withLock { $0.participant = participant }
    }
}
