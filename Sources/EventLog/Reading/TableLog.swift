internal import Platform
internal import Synchronization

/// One snapshot of a log over tables that something else than the store reads.
///
/// What can be read is read as the log in LMDB reads it; what cannot is yielded as unreadable, and reading
/// goes on behind it.
package final class TableLog: EventSource {
    let tables: any RawTables
    private let knownIdentity: LogIdentity
    let state: LogState
    /// Whether something in the index of streams was found to be damaged.
    private let indexIsDamaged = Mutex(false)

    /// A log over `tables`.
    ///
    /// - Throws: `LogError`: `notALog` without an identity record, `unsupportedFormat`, `unsupportedFeature`,
    ///   `damaged` where identity or head cannot be read.
    /// - Complexity: O(1) pages.
    package init(_ tables: any RawTables) throws(LogError) {
        self.tables = tables
        guard let identity = try tables.value(LogTables.MetaKey.identity, in: .meta) else {
            throw LogError(.notALog, "the log has no identity record")
        }
        knownIdentity = try LogIdentity(decoding: identity.span)
        try knownIdentity.features.check(writing: false)
        guard let head = try tables.value(LogTables.MetaKey.head, in: .meta) else {
            throw LogError(.damaged, "the log has no head record")
        }
        state = try LogState(decoding: head.span)
    }

    package func identity() -> LogIdentity { knownIdentity }

    package func head() -> LogHead { state.head }

    package func streams() throws(LogError) -> [StreamSummary] {
        var summaries: [StreamSummary] = []
        try reading {
            try tables.forEach(from: [], in: .streams) { key, value in
                let name = StreamName(stored: [UInt8](copying: key))
                guard let state = StreamState(decoding: value) else { throw LogError.damaged(stream: name) }
                summaries.append(StreamSummary(name: name, number: state.number, revision: state.revision))
                return true
            }
        }
        return summaries
    }

    package func stream(named name: StreamName) throws(LogError) -> StreamSummary? {
        guard let state = try state(of: name) else { return nil }
        return StreamSummary(name: name, number: state.number, revision: state.revision)
    }

    func state(of name: StreamName) throws(LogError) -> StreamState? {
        guard let value = try tables.value(name.bytes, in: .streams) else { return nil }
        guard let state = StreamState(decoding: value.span) else { throw LogError.damaged(stream: name) }
        return state
    }

    package func position(of id: EventID) throws(LogError) -> UInt64? {
        guard let value = try tables.value(id.bytes, in: .ids) else {
            return try position(ofGenerated: id)
        }
        guard value.count == 8 else { throw LogError(.damaged, "the entry of id \(id) is damaged") }
        return value.span.littleEndian64(at: 0)
    }

    package func storedBytes(at position: UInt64) throws(LogError) -> [UInt8]? {
        try tables.value(LogTables.key(position: position), in: .events)
    }

    /// Runs code whose failures are all failures of the log.
    private func reading(_ body: () throws -> Void) throws(LogError) {
        do { try body() } catch {
            throw (error as? LogError)
                ?? LogError(.inputOutput, "the log cannot be read: \(error)", cause: error)
        }
    }

    /// Whether a stream is read by way of its index: not where gaps make holes in it, or damage was met.
    private var readsByIndex: Bool { !knownIdentity.features.holdsGaps && !indexIsDamaged.withLock { $0 } }
}

// MARK: Plans

extension TableLog {
    package func cursor(for plan: ReadPlan) throws(LogError) -> ReadCursor {
        var stream: StreamState?
        if let name = plan.stream {
            guard let known = try state(of: name) else { throw LogError.unknownStream(name) }
            stream = known
        }
        let positions = PlanWalk.bounds(of: plan, head: state.position)
        guard let positions, let stream, readsByIndex else {
            return PlanWalk.cursor(for: plan, bounds: positions)
        }
        do throws(LogError) {
            var cursor = PlanWalk.cursor(for: plan, bounds: try revisions(of: stream, within: positions))
            cursor.countsRevisions = true
            return cursor
        } catch {
            try noteIndexDamage(error)
            return PlanWalk.cursor(for: plan, bounds: positions)
        }
    }

    /// Remembers that the index of streams cannot be followed: the events say as much as it does, more slowly.
    ///
    /// - Throws: What is no damage.
    private func noteIndexDamage(_ error: LogError) throws(LogError) {
        guard error.code == .damaged else { throw error }
        indexIsDamaged.withLock { $0 = true }
    }

    package func fill(
        _ block: inout EventBlock, from plan: ReadPlan, at cursor: inout ReadCursor
    ) throws(LogError) {
        block.begin(plan)
        guard let name = plan.stream else { return fill(&block, plan, &cursor, streamNumber: nil) }
        guard let stream = try state(of: name) else { throw LogError.unknownStream(name) }
        if cursor.countsRevisions {
            do throws(LogError) { return try fill(&block, plan, of: stream, &cursor) } catch {
                try noteIndexDamage(error)
                leaveIndex(&cursor, plan)
            }
        }
        // What the index led to stays; the rest is found among all events.
        guard block.isEmpty else { return }
        fill(&block, plan, &cursor, streamNumber: stream.number)
    }

    /// Makes a cursor over revisions one over the positions that follow.
    private func leaveIndex(_ cursor: inout ReadCursor, _ plan: ReadPlan) {
        var positions = PlanWalk.cursor(for: plan, bounds: PlanWalk.bounds(of: plan, head: state.position))
        positions.remaining = cursor.remaining
        if cursor.passed > 0, !positions.isAtEnd {
            positions.next = cursor.passed
            PlanWalk.advance(&positions, plan)
        }
        cursor = positions
    }

    /// The next slice of a plan over positions.
    private func fill(
        _ block: inout EventBlock, _ plan: ReadPlan, _ cursor: inout ReadCursor, streamNumber: UInt32?
    ) {
        guard !cursor.isAtEnd else { return }
        let start = cursor.next
        var (slice, place) = (EventBlock(), cursor)
        swap(&slice, &block)
        var goesOn = true
        tables.forEachEvent(from: start, through: state.position, plan.direction) { event, value in
            switch event {
            case .lost(let range):
                if plan.direction == .backward, range.lowerBound > start { return true }
                goesOn = PlanWalk.lose(range, capacity: tables.eventCapacity, &place, plan, &slice)
            case .entry(let key):
                // Backward, an entry past the start counts only where it covers it.
                if plan.direction == .backward, key > start,
                    GapRecord(value, foundAt: key)?.range.contains(start) != true
                {
                    return true
                }
                goesOn = PlanWalk.take(key, value, &place, plan, streamNumber: streamNumber, &slice)
            }
            return goesOn
        }
        if goesOn { PlanWalk.finish(&place, plan, &slice) }
        swap(&slice, &block)
        cursor = place
    }

    /// The next slice of a plan over one stream: positions by way of the stream's pages.
    private func fill(
        _ block: inout EventBlock, _ plan: ReadPlan, of stream: StreamState, _ cursor: inout ReadCursor
    ) throws(LogError) {
        var page: (number: UInt64, value: [UInt8]) = (.max, [])
        var place = cursor
        while let revision = PlanWalk.step(&place, plan, block) {
            let number = StreamPages.page(of: revision)
            if page.number != number { page = (number, try indexPage(number, of: stream)) }
            guard let position = StreamPages.position(of: revision, in: page.value.span) else {
                throw indexLacks(revision)
            }
            append(position, to: &block)
            guard block.lastIs(revision, ofStream: stream.number) else {
                block.removeLast()
                throw LogError(
                    .damaged,
                    "the index of this stream names another event for revision \(revision); rebuild it",
                    position: position)
            }
            place.passed = position
            PlanWalk.keepIfWanted(&block, by: plan, &place)
            cursor = place
        }
    }

    /// Adds what stands at one position.
    func append(_ position: UInt64, to block: inout EventBlock) {
        do throws(LogError) {
            guard let record = try tables.value(LogTables.key(position: position), in: .events) else {
                return block.append(missing: position...position, reason: .undeclared)
            }
            block.append(copying: record.span, foundAt: position)
        } catch {
            block.append(unreadable: position, RecordFault(.lostPage, at: 0))
        }
    }

    private func indexPage(_ page: UInt64, of stream: StreamState) throws(LogError) -> [UInt8] {
        try indexPage(page, ofStream: stream.number) ?? []
    }

    /// The value of a page of the stream index, or nil.
    func indexPage(_ page: UInt64, ofStream number: UInt32) throws(LogError) -> [UInt8]? {
        try StreamPages.find(page: page, ofStream: number) { key throws(LogError) in
            try tables.value(key, in: .streamIndex)
        }
    }

    private func indexLacks(_ revision: UInt64) -> LogError {
        LogError(.damaged, "the index of this stream lacks revision \(revision); rebuild it")
    }

    /// The revisions of a stream whose events stand within `positions`.
    private func revisions(
        of stream: StreamState, within positions: ClosedRange<UInt64>
    ) throws(LogError) -> ClosedRange<UInt64>? {
        guard stream.revision < LogRestoration.highestPosition else { throw indexLacks(stream.revision) }
        let first = try firstRevision(of: stream, atOrAfter: positions.lowerBound)
        // No event stands behind the head, so up to there no search is needed.
        let end =
            positions.upperBound >= state.position
            ? stream.revision + 1 : try firstRevision(of: stream, atOrAfter: positions.upperBound + 1)
        return first < end ? first...end - 1 : nil
    }

    private func firstRevision(of stream: StreamState, atOrAfter position: UInt64) throws(LogError) -> UInt64
    {
        // No event stands before position 1.
        guard position > 1 else { return 1 }
        var (low, high) = (UInt64(1), stream.revision + 1)
        while low < high {
            let middle = low + (high - low) / 2
            let page = try indexPage(StreamPages.page(of: middle), of: stream)
            guard let found = StreamPages.position(of: middle, in: page.span) else {
                throw indexLacks(middle)
            }
            if found < position { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
