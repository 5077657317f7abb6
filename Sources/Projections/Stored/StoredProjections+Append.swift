import EventCoding
package import EventLog

extension StoredProjections: AppendParticipant {
    /// Folds the events of an append into the sets that are current, inside the append's transaction.
    ///
    /// An event that a fold cannot apply does not stop the append: the set stops before it and says so.
    package func fold(
        _ block: borrowing EventBlock, reading reader: any SideReader
    ) throws -> [SideChange] {
        guard !block.isEmpty else { return [] }
        var table = try StampTable(reader)
        var changes: [SideChange] = []
        var current: EventBlock?
        if hasUpcasters {
            var copy = copy block
            copy.upcast(with: catalogue)
            current = copy
        }
        for projection in projections {
            guard let stamp = try inlineStamp(of: projection, &table, head: reader.storedHead) else {
                continue
            }
            if let current {
                changes += try fold(current, projection, stamp, reader).changes
            } else {
                changes += try fold(block, projection, stamp, reader).changes
            }
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

    /// Folds a block into one set.
    ///
    /// - Returns: The changes, the record's among them, and the event that ended folding early.
    func fold(
        _ block: borrowing EventBlock, _ projection: AnyProjection, _ stamp: ProjectionStamp,
        _ reader: any SideReader, to end: UInt64? = nil
    ) throws -> (changes: [SideChange], failure: FoldFailure?) {
        var rows = RowStore(
            for: projection, catalogue: catalogue, backing: StoredRowBacking(reader, stamp.key),
            pastReader: StoredPastReader(reader, catalogue), stopsAtFailure: true)
        projection.fold(block, into: &rows)
        if let error = rows.fatal { throw error }
        var (changes, rowsAdded) = rows.changes(under: stamp.key)
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
        return (changes, rows.failures.first)
    }
}

extension [SideChange] {
    /// The changes by table and key.
    func sortedByTable() -> [SideChange] {
        sorted { left, right in
            left.table != right.table
                ? left.table.rawValue < right.table.rawValue : left.key.lexicographicallyPrecedes(right.key)
        }
    }
}
