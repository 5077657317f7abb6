internal import LMDB
internal import Platform
internal import Synchronization

extension EventLog {
    /// Who the log is, and what it needs of its readers.
    public func identity() throws(LogError) -> LogIdentity {
        try read { (transaction: borrowing ReadTransaction) throws(LogError) in
            try transaction.identity(in: tables)
        }
    }

    /// Where the log ends now, other processes' appends included.
    public func head() throws(LogError) -> LogHead {
        try read { (transaction: borrowing ReadTransaction) throws(LogError) in
            try transaction.state(in: tables).head
        }
    }

    /// The streams by their names' bytes.
    ///
    /// - Complexity: O(number of streams).
    public func streams() throws(LogError) -> [StreamSummary] {
        try read { (transaction: borrowing ReadTransaction) throws(LogError) in
            var summaries: [StreamSummary] = []
            var damaged: StreamName?
            do throws(LMDBError) {
                var cursor = try transaction.cursor(in: tables.streams)
                while let entry = try cursor.next() {
                    let name = StreamName(stored: [UInt8](copying: entry.key))
                    guard let state = StreamState(decoding: entry.value) else {
                        damaged = name
                        break
                    }
                    summaries.append(
                        StreamSummary(name: name, number: state.number, revision: state.revision))
                }
            } catch { throw LogError(store: error) }
            if let damaged { throw LogError.damaged(stream: damaged) }
            return summaries
        }
    }

    /// The stream of that name, or nil when no event was ever appended to it.
    public func stream(named name: StreamName) throws(LogError) -> StreamSummary? {
        try read { (transaction: borrowing ReadTransaction) throws(LogError) in
            try transaction.stream(named: name, in: tables).map {
                StreamSummary(name: name, number: $0.number, revision: $0.revision)
            }
        }
    }

    /// The position of the event with this id, or nil.
    ///
    /// - Complexity: O(log n).
    public func position(of id: EventID) throws(LogError) -> UInt64? {
        let indexed = try read { (transaction: borrowing ReadTransaction) throws(LogError) -> UInt64? in
            guard let value = try transaction.value(id.bytes, in: tables.ids) else { return nil }
            guard value.count == 8 else { throw LogError(.damaged, "the entry of id \(id) is damaged") }
            return value.span.littleEndian64(at: 0)
        }
        if let indexed { return indexed }
        return try position(ofGenerated: id)
    }

    /// A cursor at the start of `plan`, its end pinned to the present head.
    public func cursor(for plan: ReadPlan) throws(LogError) -> ReadCursor {
        try read { (transaction: borrowing ReadTransaction) throws(LogError) in
            let head = try transaction.state(in: tables).position
            guard let positions = PlanWalk.bounds(of: plan, head: head) else {
                if let name = plan.stream, try transaction.stream(named: name, in: tables) == nil {
                    throw LogError.unknownStream(name)
                }
                return PlanWalk.cursor(for: plan, bounds: nil)
            }
            guard let name = plan.stream else { return PlanWalk.cursor(for: plan, bounds: positions) }
            guard let stream = try transaction.stream(named: name, in: tables) else {
                throw LogError.unknownStream(name)
            }
            // Where positions are missing, revisions are too: only the positions tell where to look.
            if try holdsGaps(transaction) {
                return PlanWalk.cursor(for: plan, bounds: positions)
            }
            let revisions = try transaction.revisions(of: stream, within: positions, in: tables)
            return PlanWalk.cursor(for: plan, bounds: revisions)
        }
    }

    /// Replaces the block's content by the next slice of `plan` and moves the cursor.
    ///
    /// Each slice is one short read transaction; a plan that wants few types may take several.
    public func fill(
        _ block: inout EventBlock, from plan: ReadPlan, at cursor: inout ReadCursor
    ) throws(LogError) {
        block.begin(plan)
        while block.isEmpty && !cursor.isAtEnd {
            var (slice, next) = (EventBlock(), cursor)
            swap(&slice, &block)
            try read { (transaction: borrowing ReadTransaction) throws(LogError) in
                if let name = plan.stream {
                    guard let stream = try transaction.stream(named: name, in: tables) else {
                        throw LogError.unknownStream(name)
                    }
                    if try holdsGaps(transaction) {
                        try transaction.fill(
                            &slice, from: plan, at: &next, streamNumber: stream.number, in: tables)
                    } else {
                        try transaction.fill(&slice, from: plan, of: stream, at: &next, in: tables)
                    }
                } else {
                    try transaction.fill(&slice, from: plan, at: &next, streamNumber: nil, in: tables)
                }
            }
            swap(&slice, &block)
            cursor = next
        }
    }

    /// Replaces the block's content by what stands at `position`.
    ///
    /// - Throws: `LogError` with code `outOfRange` when the position is not in the log.
    /// - Complexity: O(log n); one read transaction where a record stands there.
    public func read(_ position: UInt64, into block: inout EventBlock) throws(LogError) {
        block.begin(ReadPlan())
        var slice = EventBlock()
        swap(&slice, &block)
        try read { (transaction: borrowing ReadTransaction) throws(LogError) in
            do throws(LMDBError) {
                let key = LogTables.key(position: position)
                if let record = try transaction.value(for: key.span, in: tables.events),
                    GapRecord(record, foundAt: position) == nil
                {
                    slice.append(copying: record, foundAt: position)
                }
            } catch { throw LogError(store: error) }
        }
        swap(&slice, &block)
        if block.isEmpty { try readByPlan(position, into: &block) }
    }

    /// Whether some positions hold declared gaps, asked of the log once.
    private func holdsGaps(_ transaction: borrowing ReadTransaction) throws(LogError) -> Bool {
        if let known = holdsGaps.withLock({ $0 }) { return known }
        let holds = try transaction.identity(in: tables).features.holdsGaps
        holdsGaps.withLock { $0 = holds }
        return holds
    }

    func read<Result: ~Copyable>(
        _ body: (borrowing ReadTransaction) throws(LogError) -> Result
    ) throws(LogError) -> Result {
        do { return try environment.read(body) } catch {
            switch error {
            case .store(let error): throw LogError(store: error)
            case .body(let error): throw error
            }
        }
    }
}

/// Most entries looked at in one read transaction, wanted or not.
private let entriesPerTransaction = 10_000

extension ReadTransaction {
    fileprivate func stream(named name: StreamName, in tables: LogTables) throws(LogError) -> StreamState? {
        guard let value = try value(name.bytes, in: tables.streams) else { return nil }
        guard let state = StreamState(decoding: value.span) else {
            throw LogError.damaged(stream: name)
        }
        return state
    }

    /// The next slice of a plan over positions.
    fileprivate func fill(
        _ block: inout EventBlock, from plan: ReadPlan, at place: inout ReadCursor, streamNumber: UInt32?,
        in tables: LogTables
    ) throws(LogError) {
        do throws(LMDBError) {
            var cursor = try cursor(in: tables.events)
            var isAtStart = true
            var looked = 0
            while looked < entriesPerTransaction, !place.isAtEnd, block.hasRoom {
                looked += 1
                guard let entry = try cursor.step(plan.direction, from: isAtStart ? place.next : nil),
                    entry.key.count == 8
                else { return PlanWalk.finish(&place, plan, &block) }
                isAtStart = false
                let position = entry.key.bigEndian64(at: 0)
                guard
                    PlanWalk.take(position, entry.value, &place, plan, streamNumber: streamNumber, &block)
                else { return }
            }
        } catch { throw LogError(store: error) }
    }

    /// The next slice of a plan over one stream: positions by way of the stream's pages.
    fileprivate func fill(
        _ block: inout EventBlock, from plan: ReadPlan, of stream: StreamState, at place: inout ReadCursor,
        in tables: LogTables
    ) throws(LogError) {
        var page: (number: UInt64, value: [UInt8]) = (.max, [])
        var looked = 0
        while looked < entriesPerTransaction, let revision = PlanWalk.step(&place, plan, block) {
            looked += 1
            let number = StreamPages.page(of: revision)
            if page.number != number {
                page = (number, try indexPage(number, ofStream: stream.number, in: tables) ?? [])
            }
            guard let position = StreamPages.position(of: revision, in: page.value.span) else {
                throw LogError(
                    .damaged, "the index of this stream lacks revision \(revision); rebuild it")
            }
            try append(position, to: &block, in: tables)
            guard block.lastIs(revision, ofStream: stream.number) else {
                throw LogError(
                    .damaged,
                    "the index of this stream names another event for revision \(revision); rebuild it",
                    position: position)
            }
            PlanWalk.keepIfWanted(&block, by: plan, &place)
        }
    }

    private func append(
        _ position: UInt64, to block: inout EventBlock, in tables: LogTables
    ) throws(LogError) {
        let key = LogTables.key(position: position)
        do {
            guard let record = try value(for: key.span, in: tables.events) else {
                block.append(missing: position...position, reason: .undeclared)
                return
            }
            block.append(copying: record, foundAt: position)
        } catch { throw LogError(store: error) }
    }

    /// The revisions of a stream whose events stand within `positions`.
    ///
    /// - Complexity: O(log n) pages.
    fileprivate func revisions(
        of stream: StreamState, within positions: ClosedRange<UInt64>, in tables: LogTables
    ) throws(LogError) -> ClosedRange<UInt64>? {
        let first = try firstRevision(of: stream, atOrAfter: positions.lowerBound, in: tables)
        let end =
            positions.upperBound == .max
            ? stream.revision + 1
            : try firstRevision(of: stream, atOrAfter: positions.upperBound + 1, in: tables)
        return first < end ? first...end - 1 : nil
    }

    private func firstRevision(
        of stream: StreamState, atOrAfter position: UInt64, in tables: LogTables
    ) throws(LogError) -> UInt64 {
        var (low, high) = (UInt64(1), stream.revision + 1)
        while low < high {
            let middle = low + (high - low) / 2
            let number = StreamPages.page(of: middle)
            let page = try indexPage(number, ofStream: stream.number, in: tables) ?? []
            guard let found = StreamPages.position(of: middle, in: page.span) else {
                throw LogError(.damaged, "the index of this stream lacks revision \(middle); rebuild it")
            }
            if found < position { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension Cursor {
    /// The next entry in a direction: from the first one at or past `position`, where that is given.
    @_lifetime(&self)
    fileprivate mutating func step(
        _ direction: ReadPlan.Direction, from position: UInt64?
    ) throws(LMDBError) -> Entry? {
        switch direction {
        case .forward:
            guard let position else { return try next() }
            return try seek(atOrAfter: LogTables.key(position: position).span)
        case .backward:
            // The entry that covers the position, else the one before it: a gap's key is its last position.
            if let position {
                let key = LogTables.key(position: position)
                var covers = false
                if let entry = try seek(atOrAfter: key.span), entry.key.count == 8 {
                    let found = entry.key.bigEndian64(at: 0)
                    covers =
                        found == position
                        || GapRecord(entry.value, foundAt: found)?.range.contains(position) == true
                }
                if covers { return try seek(atOrAfter: key.span) }
            }
            return try previous()
        }
    }
}
