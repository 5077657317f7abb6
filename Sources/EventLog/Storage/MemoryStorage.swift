internal import Platform

extension MemoryLog {
    /// What the log holds.
    struct Storage {
        var identity: LogIdentity
        var state = LogState()
        /// Records and declared gaps, each with the last position inside it.
        var values: [(last: UInt64, bytes: [UInt8])] = []
        var streams: [StreamName: StreamState] = [:]
        var revisions: [UInt32: [UInt64]] = [:]
        var ids: [EventID: UInt64] = [:]
        var side = MemorySideTables()
        /// Counts the changes, those of side tables included.
        var generation = 0
        /// Whether the next append begins a new epoch.
        var mustFork = false
        var participant: (any AppendParticipant)?
    }
}

extension MemoryLog.Storage {
    mutating func take(_ plan: CommitPlan) {
        for index in 0..<plan.block.count {
            let last = plan.block.lastPosition(at: index)
            values.append((last, [UInt8](copying: plan.block.record(at: index))))
        }
        state = plan.state
        for (name, stream) in plan.streams { streams[name] = stream }
        for entry in plan.revisions { revisions[entry.number, default: []].append(entry.position) }
        for (id, position) in plan.ids { ids[id] = position }
        apply(plan.side)
    }

    /// Changes the side tables, so that whoever decided on what stood there before decides anew.
    mutating func apply(_ changes: [SideChange]) {
        side.apply(changes)
        generation += 1
    }
}

// MARK: Epochs

extension MemoryLog.Storage {
    /// Who the log is once something is appended to it.
    var identityOfNextAppend: LogIdentity {
        var next = identity
        // An empty log keeps its id: nothing was ever said under it.
        if mustFork, state.position > 0 { next.fork(after: state.head) }
        return next
    }

    /// Takes on the identity under which an append is made.
    mutating func begin(_ identity: LogIdentity) {
        self.identity = identity
        mustFork = false
    }
}

// MARK: Reading

extension MemoryLog.Storage {
    /// The place among the values of the first one that ends at or after `position`.
    private func index(atOrAfter position: UInt64) -> Int {
        // Without gaps before it, a position stands where its number says.
        if let place = Int(exactly: position), place >= 1, place <= values.count,
            values[place - 1].last == position
        {
            return place - 1
        }
        var (low, high) = (0, values.count)
        while low < high {
            let middle = (low + high) / 2
            if values[middle].last < position { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Adds what stands at `position` to the block.
    func read(_ position: UInt64, into block: inout EventBlock) {
        let index = index(atOrAfter: position)
        guard index < values.count, values[index].last == position else {
            return block.append(missing: position...position, reason: .undeclared)
        }
        let bytes = values[index].bytes
        block.append(copying: bytes.span, foundAt: position)
    }

    /// The next slice of a plan over positions.
    func fill(
        _ block: inout EventBlock, from plan: ReadPlan, at cursor: inout ReadCursor, streamNumber: UInt32?
    ) {
        guard !cursor.isAtEnd else { return }
        var index = index(atOrAfter: cursor.next)
        if plan.direction == .backward, !covers(cursor.next, at: index) { index -= 1 }
        while values.indices.contains(index) {
            let (last, bytes) = values[index]
            guard PlanWalk.take(last, bytes.span, &cursor, plan, streamNumber: streamNumber, &block)
            else { return }
            index += plan.direction == .forward ? 1 : -1
        }
        PlanWalk.finish(&cursor, plan, &block)
    }

    private func covers(_ position: UInt64, at index: Int) -> Bool {
        guard index < values.count else { return false }
        let (last, bytes) = values[index]
        if last == position { return true }
        return GapRecord(bytes.span, foundAt: last)?.range.contains(position) == true
    }
}

// MARK: Restoring

extension MemoryLog.Storage {
    /// What a restoration holds.
    init(_ restoration: LogRestoration) {
        self.init(identity: restoration.identity)
        mustFork = true
        state = restoration.state
        values.reserveCapacity(restoration.count)
        for index in 0..<restoration.count {
            let bytes = [UInt8](copying: restoration.value(at: index))
            values.append((restoration.lastPosition(at: index), bytes))
        }
        streams = restoration.streams
        // Where a log has gaps, its streams have holes, and it is never read by revision.
        for entry in restoration.revisions { revisions[entry.number, default: []].append(entry.position) }
        for (id, position) in restoration.indexedIDs { ids[id] = position }
    }
}
