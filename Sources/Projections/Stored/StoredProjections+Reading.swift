import EventCoding
public import EventLog

/// Stored rows as one transaction saw them.
public struct StoredRows: Sendable {
    /// The last event whose changes are in the rows.
    public let checkpoint: UInt64
    /// The last event whose changes were stored: below `checkpoint` where later ones were folded in memory.
    public let storedCheckpoint: UInt64
    /// The rows.
    public let rows: RowSet
}

extension StoredProjections {
    /// How each kept set stands to the log, and then the sets that are stored besides.
    ///
    /// Works on damaged records, which it reports.
    public func status() throws -> [StoredStatus] {
        let logs = try logs()
        let (table, head) = try store.readSide { (try StampTable($0), $0.storedHead) }
        var statuses: [StoredStatus] = []
        var known: Set<UInt16> = []
        for projection in projections {
            guard let stamp = table.stamp(of: ProjectionStamp.Identity(projection)),
                stamp.details.generation > 0
            else {
                statuses.append(
                    StoredStatus(
                        name: projection.name, version: projection.version,
                        parameters: projection.parameters, checkpoint: 0, rowCount: 0, builtAt: nil,
                        reason: nil, state: .missing))
                continue
            }
            known.insert(stamp.number)
            statuses.append(
                StoredStatus(stamp, state: state(of: stamp, projection, head: head, logs: logs)))
        }
        statuses += table.stamps.filter { !known.contains($0.number) && $0.details.generation > 0 }
            .map { StoredStatus($0, state: .other) }
        statuses += table.damaged.map { _ in
            StoredStatus(
                name: "", version: 0, parameters: [], checkpoint: 0, rowCount: 0, builtAt: nil, reason: nil,
                state: .damaged)
        }
        return statuses
    }

    /// The events that stored projections could not apply.
    public func failures() throws -> [FoldFailure] { try store.readSide { try FailureTable.all($0) } }

    /// Every stored row of a projection.
    ///
    /// - Throws: `ProjectionError`: `notStored`, or `damagedRows` when a row is not what was written.
    public func rows(of projection: AnyProjection) throws -> StoredRows {
        try store.readSide { reader in
            let stamp = try self.storedStamp(of: projection, reader)
            // The tables of each stream that has rows: a bit for each.
            var places: [(stream: UInt32, tables: UInt32)] = []
            try reader.forEach(in: .rows, prefix: stamp.key.prefix) { key, _ in
                guard let place = stamp.key.place(in: key) else { return true }
                if places.last?.stream != place.stream { places.append((place.stream, 0)) }
                places[places.count - 1].tables |= 1 << UInt32(min(place.tableID, Table.largestID))
                return true
            }
            var rows = self.store(of: projection, stamp, reader)
            for place in places {
                for tableID in 0...Table.largestID where place.tables >> tableID & 1 == 1 {
                    try rows.loadAll(place.stream, tableID, of: projection)
                }
            }
            return StoredRows(
                checkpoint: stamp.checkpoint, storedCheckpoint: stamp.checkpoint, rows: RowSet(rows))
        }
    }

    /// The rows of one stream as of the log's head: the stored ones, with later events folded in memory.
    ///
    /// The cost does not grow with the history before the checkpoint.
    ///
    /// - Throws: `ProjectionError`: `notStored`, `stale`, `otherLog` or `checkpointAhead` where nothing
    ///   stored can be used, `damagedRows`, or `incompleteProjection` when a later event cannot be read or
    ///   applied.
    public func currentRows(of projection: AnyProjection, stream: StreamSummary) throws -> StoredRows {
        try current(of: projection, stream: stream) { rows, stamp, reader in
            for table in projection.tables { try rows.loadAll(stream.number, table.id, of: projection) }
            return StoredRows(
                checkpoint: reader.storedHead, storedCheckpoint: stamp.checkpoint, rows: RowSet(rows))
        }
    }

    /// One row of one stream as of the log's head.
    ///
    /// - Parameters:
    ///   - key: The row's key.
    ///   - table: One of the projection's tables.
    ///   - projection: One of the kept projections.
    ///   - stream: The stream.
    /// - Returns: The row, or nil where there is none; and the head.
    /// - Throws: As `currentRows(of:stream:)`.
    /// - Complexity: O(log n) where the stored rows are current, else as `currentRows(of:stream:)`.
    public func currentRow(
        _ key: RowKey, in table: Table, of projection: AnyProjection, stream: StreamSummary
    ) throws -> (row: TableRow?, position: UInt64) {
        try current(of: projection, stream: stream) { rows, stamp, reader in
            let head = reader.storedHead
            if stamp.checkpoint == head, table.layout == .keyed {
                do {
                    let row = try StoredRowBacking(reader, stamp.key).row(
                        stream: stream.number, tableID: table.id, key: key.bytes.span,
                        hash: Key.HashValue(key.bytes.span))
                    return (row?.key == key ? row : nil, head)
                } catch let error as FoldError {
                    throw ProjectionError(.damagedRows, projection: projection.name, error.message)
                }
            }
            try rows.loadAll(stream.number, table.id, of: projection)
            return (RowSet(rows).rows(stream: stream.number, table: table).first { $0.key == key }, head)
        }
    }

    /// Gives `body` a stream's rows as of the log's head, none of them loaded yet.
    private func current<Result>(
        of projection: AnyProjection, stream: StreamSummary,
        _ body: (inout RowStore, ProjectionStamp, any SideReader) throws -> Result
    ) throws -> Result {
        let logs = try logs()
        return try store.readSide { reader in
            let stamp = try self.storedStamp(of: projection, reader)
            try self.checkUsable(stamp, projection, head: reader.storedHead, logs: logs)
            var rows = self.store(of: projection, stamp, reader)
            var block = EventBlock()
            var position = stamp.checkpoint
            while position < reader.storedHead {
                position += 1
                try reader.read(position, into: &block)
                if !block.isEmpty, let event = block.event(at: 0), event.streamNumber != stream.number {
                    continue
                }
                try self.fold(&block, projection, &rows)
            }
            return try body(&rows, stamp, reader)
        }
    }

    /// Checks that later events may be folded onto a set.
    private func checkUsable(
        _ stamp: ProjectionStamp, _ projection: AnyProjection, head: UInt64, logs: [String]
    ) throws(ProjectionError) {
        switch state(of: stamp, projection, head: head, logs: logs) {
        case .current, .behind, .failed: return
        case .ahead:
            throw ProjectionError(
                .checkpointAhead, projection: projection.name,
                "the stored rows stand at event \(stamp.checkpoint), the log ends at \(head)")
        case .otherLog:
            throw ProjectionError(
                .otherLog, projection: projection.name, "the stored rows were made from another log")
        case .stale, .damaged, .missing, .other:
            throw ProjectionError(
                .stale, projection: projection.name,
                "the stored rows were made under other schema or Unicode versions")
        }
    }

    private func fold(
        _ block: inout EventBlock, _ projection: AnyProjection, _ rows: inout RowStore
    ) throws {
        if !block.isEmpty, let entry = block.incompleteness(at: 0) {
            var error = ProjectionError(
                .incompleteProjection, projection: projection.name, "\(entry)", position: entry.position)
            error.incompleteness = [entry]
            throw error
        }
        block.upcast(with: catalogue)
        projection.fold(block, into: &rows)
        if let error = rows.fatal { throw error }
        guard let failure = rows.failures.first else { return }
        var error = ProjectionError(
            failure.error.code == .damagedRow ? .damagedRows : .incompleteProjection,
            projection: projection.name, failure.error.message, position: failure.position)
        error.failures = [failure]
        throw error
    }

    /// The record of a projection's set.
    private func storedStamp(
        of projection: AnyProjection, _ reader: any SideReader
    ) throws -> ProjectionStamp {
        let table = try StampTable(reader)
        if let stamp = table.stamp(of: ProjectionStamp.Identity(projection)), stamp.details.generation > 0 {
            return stamp
        }
        guard table.damaged.isEmpty else {
            throw ProjectionError(
                .damagedStamp, projection: projection.name,
                "the record about its stored rows may be one of \(table.damaged.count) damaged ones; rebuild")
        }
        throw ProjectionError(.notStored, projection: projection.name, "no rows are stored for this version")
    }

    /// A store that loads the rows of a set as they are needed.
    func store(
        of projection: AnyProjection, _ stamp: ProjectionStamp, _ reader: any SideReader,
        memory: consuming RowMemory = RowMemory()
    ) -> RowStore {
        RowStore(
            for: projection, catalogue: catalogue, backing: StoredRowBacking(reader, stamp.key),
            pastReader: StoredPastReader(reader, catalogue), stopsAtFailure: true, memory: memory)
    }
}

extension RowStore {
    /// Loads every stored row of one stream and table.
    ///
    /// - Throws: `ProjectionError` with code `damagedRows`, or what the backing throws.
    fileprivate mutating func loadAll(
        _ stream: UInt32, _ tableID: UInt8, of projection: AnyProjection
    ) throws {
        guard projection.tables.contains(where: { $0.id == tableID }) else {
            throw ProjectionError(
                .damagedRows, projection: projection.name, "rows are stored for a table \(tableID) it has not"
            )
        }
        let first = firstList(of: stream)
        loadAll(first + UInt32(listOffsets[Int(tableID)]))
        if let fatal { throw fatal }
        if let error = pending {
            throw ProjectionError(.damagedRows, projection: projection.name, error.message)
        }
    }
}

extension StoredStatus {
    fileprivate init(_ stamp: ProjectionStamp, state: State) {
        let identity = stamp.details.identity
        self.init(
            name: identity.name, version: identity.version,
            parameters: identity.parameters.entries.map { Parameter($0.key, $0.value) },
            checkpoint: stamp.checkpoint, rowCount: stamp.rowCount, builtAt: stamp.details.built?.at,
            reason: stamp.details.built?.reason, state: state)
    }
}
