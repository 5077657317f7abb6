import EventCoding
package import EventLog
import Platform
import Synchronization

extension StoredProjections: AppendParticipant {
    /// Folds the events of an append into the sets that are current, inside the append's transaction.
    ///
    /// An event that a fold cannot apply does not stop the append: the set stops before it and says so.
    package func fold(
        _ block: borrowing EventBlock, reading reader: any SideReader
    ) throws -> [SideChange] {
        guard !block.isEmpty else { return [] }
        var current = copy block
        current.upcast(with: catalogue)
        return try inline.withLock { [current] rows in
            try foldInline(current, reading: reader, keeping: &rows)
        }
    }

    /// The rows that were folded last are what is stored now.
    package func didCommit() { inline.withLock { $0.confirm() } }

    private func foldInline(
        _ block: borrowing EventBlock, reading reader: any SideReader, keeping rows: inout InlineRows
    ) throws -> [SideChange] {
        rows.begin()
        var table = try StampTable(reader, knowing: &rows.stamps)
        var changes: [SideChange] = []
        for (index, projection) in projections.enumerated() {
            guard let stamp = try inlineStamp(of: projection, &table, head: reader.storedHead) else {
                continue
            }
            var store = self.store(
                of: projection, stamp, reader, memory: rows.take(index, at: stamp))
            let outcome = try fold(block, projection, stamp, into: &store, reader)
            changes += outcome.changes
            guard outcome.failure == nil else { continue }
            rows.keep(store.memory(), of: index, at: outcome.stamp)
            if let value = outcome.changes.last?.value { rows.stamps.note(outcome.stamp, as: value) }
        }
        return changes.sortedByTable()
    }

    /// The record of the set into which an append folds; nil where the set must stay behind.
    private func inlineStamp(
        of projection: AnyProjection, _ table: inout StampTable, head: UInt64
    ) throws -> ProjectionStamp? {
        if let stamp = table.stamp(of: ProjectionStamp.Identity(projection)) {
            let isUsable =
                stamp.checkpoint == head && stamp.details.failedAt == nil
                && stamp.details.surroundings == surroundings(of: projection)
            return isUsable ? stamp : nil
        }
        guard head == 0 else { return nil }
        var stamp = newStamp(projection, number: table.takeNumber(), log: logID)
        stamp.details.generation = 1
        return stamp
    }

    /// Folds a block into one set whose rows are loaded as they are needed.
    ///
    /// - Returns: The changes, the record's among them, and the event that ended folding early.
    func fold(
        _ block: borrowing EventBlock, _ projection: AnyProjection, _ stamp: ProjectionStamp,
        _ reader: any SideReader, to end: UInt64
    ) throws -> (changes: [SideChange], failure: FoldFailure?) {
        var store = store(of: projection, stamp, reader)
        let outcome = try fold(block, projection, stamp, into: &store, reader, to: end)
        return (outcome.changes, outcome.failure)
    }

    /// What folding a block into a set comes to.
    private struct Outcome {
        /// The changes; the record's is the last.
        var changes: [SideChange]
        /// The record afterwards.
        var stamp: ProjectionStamp
        /// The event that ended folding early.
        var failure: FoldFailure?
    }

    private func fold(
        _ block: borrowing EventBlock, _ projection: AnyProjection, _ stamp: ProjectionStamp,
        into rows: inout RowStore, _ reader: any SideReader, to end: UInt64? = nil
    ) throws -> Outcome {
        projection.fold(block, into: &rows)
        if let error = rows.fatal { throw error }
        var (changes, rowsAdded) = rows.takeChanges(under: stamp.key)
        var stamp = stamp
        if let failure = rows.failures.first {
            stamp.checkpoint = failure.position - 1
            stamp.details.failedAt = failure.position
            changes.append(FailureTable.change(failure, set: stamp.number))
        } else {
            stamp.checkpoint = end ?? block.lastPosition(at: block.count - 1)
            if stamp.details.failedAt != nil {
                stamp.details.failedAt = nil
                changes += try FailureTable.removal(ofSet: stamp.number, reader)
            }
        }
        stamp.rowCount = UInt64(max(0, Int(stamp.rowCount) + rowsAdded))
        changes.append(stamp.change)
        return Outcome(changes: changes, stamp: stamp, failure: rows.failures.first)
    }
}

extension [SideChange] {
    /// The changes by table and key.
    func sortedByTable() -> [SideChange] {
        sorted { left, right in
            left.table != right.table
                ? left.table.rawValue < right.table.rawValue : left.key.span.precedes(right.key.span)
        }
    }
}
