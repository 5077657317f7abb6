internal import Digest
internal import Platform
internal import Synchronization

/// A log that lives in memory: for tests, what-if questions and exports.
///
/// It has the semantics of the log in LMDB (one contract suite runs over both) and forgets everything when it
/// goes.
public final class MemoryLog: EventAppender {
    fileprivate struct Storage {
        var identity: LogIdentity
        var state = LogState()
        var records: [[UInt8]] = []
        var streams: [StreamName: StreamState] = [:]
        var revisions: [UInt32: [UInt64]] = [:]
        var ids: [EventID: UInt64] = [:]
        var side = MemorySideTables()
        var participant: (any AppendParticipant)?
    }

    private let storage: Mutex<Storage>
    private let clock: @Sendable () -> Int64

    /// An empty log.
    ///
    /// - Parameter clock: Gives the time in milliseconds since 1970; the system's clock where left out.
    public init(clock: (@Sendable () -> Int64)? = nil) {
        let clock = clock ?? { SystemClock.now() }
        self.clock = clock
        storage = Mutex(Storage(identity: .new(created: clock(), file: nil)))
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
                revisions = storage.revisions[stream.number]
            }
            return PlanWalk.cursor(for: plan, head: storage.state.position, revisions: revisions)
        }
    }

    /// Replaces the block's content by the next slice of `plan`.
    public func fill(
        _ block: inout EventBlock, from plan: ReadPlan, at cursor: inout ReadCursor
    ) throws(LogError) {
        block.removeAll()
        storage.withLock { storage in
            let revisions = plan.stream.flatMap { storage.streams[$0] }.map {
                storage.revisions[$0.number] ?? []
            }
            while let place = PlanWalk.step(&cursor, plan, block) {
                let position = revisions.map { $0[Int(place) - 1] } ?? place
                let record = storage.records[Int(position) - 1]
                block.append(copying: record.span, foundAt: position)
                PlanWalk.keepIfWanted(&block, by: plan, &cursor)
            }
        }
    }

    /// Appends every request, or nothing.
    public func append(_ requests: [AppendRequest]) throws(LogError) -> [Receipt] {
        for request in requests { try request.validate() }
        return try storage.withLock { storage throws(LogError) in
            let lookup = Lookup(storage)
            var planner = AppendPlanner(
                state: storage.state, logID: storage.identity.logID, clock: clock(), lookup: lookup)
            var receipts: [Receipt] = []
            for request in requests { receipts.append(try planner.plan(request)) }
            if let participant = storage.participant, !planner.block.isEmpty {
                let reader = MemorySideReader(
                    storage.side, lookup: lookup, storedHead: storage.state.position, new: planner.block)
                defer { reader.end() }
                do {
                    storage.side.apply(try participant.fold(planner.block, reading: reader))
                } catch {
                    throw (error as? LogError)
                        ?? LogError(.incompleteProjection, "a projection failed: \(error)", cause: error)
                }
            }
            storage.take(planner)
            return receipts
        }
    }

    /// What the planner may ask.
    private final class Lookup: AppendLookup {
        private let storage: Storage
        init(_ storage: Storage) { self.storage = storage }
        func stream(named name: StreamName) -> StreamState? { storage.streams[name] }
        func position(ofIndexed id: EventID) -> UInt64? { storage.ids[id] }
        func read(_ position: UInt64, into block: inout EventBlock) {
            block.removeAll()
            let record = storage.records[Int(position) - 1]
            block.append(copying: record.span, foundAt: position)
        }
    }
}

extension MemoryLog.Storage {
    fileprivate mutating func take(_ planner: borrowing AppendPlanner) {
        for index in 0..<planner.block.count {
            records.append([UInt8](copying: planner.block.record(at: index)))
        }
        state = planner.state
        for (name, stream) in planner.streams { streams[name] = stream }
        for entry in planner.revisions { revisions[entry.number, default: []].append(entry.position) }
        for (id, position) in planner.ids { ids[id] = position }
    }
}

extension MemoryLog: SideStore {
    package func readSide<Result>(_ body: (any SideReader) throws -> Result) throws -> Result {
        let snapshot = storage.withLock { $0 }
        let reader = MemorySideReader(
            snapshot.side, lookup: Lookup(snapshot), storedHead: snapshot.state.position, new: EventBlock())
        defer { reader.end() }
        return try body(reader)
    }

    package func changeSide<Result>(
        _ body: (any SideReader) throws -> ([SideChange], Result)
    ) throws -> Result {
        let (changes, result) = try readSide(body)
        storage.withLock { $0.side.apply(changes) }
        return result
    }

    package func setParticipant(_ participant: (any AppendParticipant)?) {
        storage.withLock { $0.participant = participant }
    }
}
