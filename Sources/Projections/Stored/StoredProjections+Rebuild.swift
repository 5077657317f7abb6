import EventCoding
import EventLog

extension StoredProjections {
    /// Builds the rows of a projection anew from all events, whatever is stored now.
    ///
    /// Ended anywhere, the old rows or the new ones are whole.
    ///
    /// - Parameters:
    ///   - projection: One of the kept projections.
    ///   - reason: Why, for the record.
    /// - Throws: `ProjectionError`: `incompleteProjection` when an event cannot be read or applied,
    ///   everything staying as it was then; `superseded` when another rebuild came in between.
    public func rebuild(_ projection: AnyProjection, reason: String) throws {
        try rebuild(projection, reason: reason, beforeSlice: {})
    }

    /// The folds of all kept projections, for `rebuild(_:reason:sharing:)`.
    package func foldsToRebuild() -> SharedFolds {
        SharedFolds(projections, catalogue: catalogue, of: store)
    }

    /// Builds the rows of a projection anew from what it came to in a replay of several.
    package func rebuild(_ projection: AnyProjection, reason: String, sharing folds: SharedFolds) throws {
        try rebuild(projection, reason: reason, folds, beforeSlice: {})
    }

    /// Builds the rows of a projection anew from all events, whatever is stored now.
    ///
    /// The rows are written beside the old ones as a new generation, in slices; one record then puts them in
    /// force, and the old ones go in slices. Ended anywhere in between, the old rows or the new ones are
    /// whole, and the next rebuild clears away what was left.
    ///
    /// - Parameters:
    ///   - projection: One of the kept projections.
    ///   - reason: Why, for the record.
    ///   - beforeSlice: Called before each transaction; what it throws ends the rebuild there.
    /// - Throws: `ProjectionError`: `incompleteProjection` when an event cannot be read or applied,
    ///   everything staying as it was then; `superseded` when another rebuild came in between.
    package func rebuild(
        _ projection: AnyProjection, reason: String, beforeSlice: () throws -> Void
    ) throws {
        let folds = SharedFolds([projection], catalogue: catalogue, of: store)
        try rebuild(projection, reason: reason, folds, beforeSlice: beforeSlice)
    }

    private func rebuild(
        _ projection: AnyProjection, reason: String, _ folds: SharedFolds, beforeSlice: () throws -> Void
    ) throws {
        let result = try folds.result(of: projection)
        try checkComplete(result, projection)
        try clearDamagedRecords(beforeSlice)
        try beforeSlice()
        let key = try beginGeneration(of: projection)
        for rows in StoredRowSlices(result.folds[0].rows, of: projection, under: key, size: sliceRows) {
            try beforeSlice()
            try change(projection, building: key) { _, _ in rows }
        }
        try beforeSlice()
        try change(projection, building: key) { stamp, reader in
            stamp.details.pending.removeAll { $0 == key.generation }
            if stamp.details.generation > 0 { stamp.details.pending.append(stamp.details.generation) }
            stamp.details.generation = key.generation
            stamp.form = key.form
            stamp.details.log = self.logID
            stamp.details.surroundings = self.surroundings(of: projection)
            stamp.details.built = ProjectionStamp.Built(at: self.clock(), reason: reason)
            stamp.details.failedAt = nil
            stamp.checkpoint = result.position
            stamp.rowCount = UInt64(result.folds[0].rows.count)
            return try FailureTable.removal(ofSet: stamp.number, reader)
        }
        try clearPending(projection, beforeSlice)
        try catchUp(projection)
    }

    private func checkComplete(_ result: ReplayResult, _ projection: AnyProjection) throws(ProjectionError) {
        guard !result.isComplete else { return }
        let position = [result.failures.first?.position, result.incompleteness.first?.position]
            .compactMap { $0 }.min()
        var error = ProjectionError(
            .incompleteProjection, projection: projection.name,
            "\(result.failures.count) events could not be applied and "
                + "\(result.incompleteness.count) places could not be read, so nothing was stored",
            position: position)
        error.failures = result.failures
        error.incompleteness = result.incompleteness
        throw error
    }

    /// Registers a new generation, with its set where there is none yet.
    private func beginGeneration(of projection: AnyProjection) throws -> StoredKey {
        try store.changeSide { reader in
            var table = try StampTable(reader)
            var stamp =
                table.stamp(of: ProjectionStamp.Identity(projection))
                ?? self.newStamp(projection, number: table.takeNumber(), log: self.logID)
            let generation = ([stamp.details.generation] + stamp.details.pending).reduce(0, max) + 1
            stamp.details.pending.append(generation)
            return ([stamp.change], StoredKey(set: stamp.number, generation: generation))
        }
    }

    /// Makes changes while the generation under construction is still registered.
    private func change(
        _ projection: AnyProjection, building key: StoredKey,
        _ body: (inout ProjectionStamp, any SideReader) throws -> [SideChange]
    ) throws {
        try store.changeSide { reader -> ([SideChange], Void) in
            guard var stamp = try StampTable(reader).stamps.first(where: { $0.number == key.set }),
                stamp.details.pending.contains(key.generation)
            else {
                throw ProjectionError(
                    .superseded, projection: projection.name, "another rebuild came in between; try again")
            }
            let before = stamp
            var changes = try body(&stamp, reader)
            if stamp != before { changes.append(stamp.change) }
            return (changes.sortedByTable(), ())
        }
    }

    // MARK: Clearing away

    /// Removes the rows of generations that are not in force, then forgets the generations.
    package func clearPending(_ projection: AnyProjection) throws { try clearPending(projection) {} }

    private func clearPending(_ projection: AnyProjection, _ step: () throws -> Void) throws {
        let stamp = try store.readSide { reader in
            try StampTable(reader).stamp(of: ProjectionStamp.Identity(projection))
        }
        guard let stamp else { return }
        for generation in stamp.details.pending {
            let prefix = StoredKey(set: stamp.number, generation: generation).prefix
            try clearRows(prefix, step)
            try step()
            try store.changeSide { reader -> ([SideChange], Void) in
                guard var stamp = try StampTable(reader).stamp(of: stamp.details.identity) else {
                    return ([], ())
                }
                stamp.details.pending.removeAll { $0 == generation }
                return ([stamp.change], ())
            }
        }
    }

    /// Removes every row whose key begins with `prefix`, in slices.
    private func clearRows(_ prefix: [UInt8], _ step: () throws -> Void) throws {
        var isDone = false
        while !isDone {
            try step()
            isDone = try store.changeSide { reader -> ([SideChange], Bool) in
                var changes: [SideChange] = []
                try reader.forEach(in: .rows, prefix: prefix) { key, _ in
                    changes.append(SideChange(.rows, key: Array(copying: key), value: nil))
                    return changes.count < self.sliceRows
                }
                return (changes, changes.count < self.sliceRows)
            }
        }
    }

    /// Removes the records that cannot be read, and the rows under their numbers: both can be made anew.
    private func clearDamagedRecords(_ step: () throws -> Void) throws {
        let damaged = try store.readSide { reader in try StampTable(reader).damaged }
        for number in damaged {
            try clearRows(StoredKey.prefix(ofSet: number), step)
            try step()
            try store.changeSide { reader -> ([SideChange], Void) in
                guard try StampTable(reader).damaged.contains(number) else { return ([], ()) }
                return ([SideChange(.projections, key: ProjectionStamp.key(number), value: nil)], ())
            }
        }
    }
}

/// The changes that store every row of a set, in slices sorted by key.
struct StoredRowSlices: Sequence, IteratorProtocol {
    private let rows: RowSet
    private let tables: [Table]
    private let streams: [UInt32]
    private let key: StoredKey
    private let size: Int
    private var stream = 0
    private var table = 0
    private var ready: ArraySlice<SideChange> = []

    init(_ rows: RowSet, of projection: AnyProjection, under key: StoredKey, size: Int) {
        self.size = size
        self.rows = rows
        tables = projection.tables
        streams = rows.streams
        self.key = key
    }

    mutating func next() -> [SideChange]? {
        while ready.count < size, stream < streams.count {
            ready += changes(stream: streams[stream], table: tables[table])
            table += 1
            if table == tables.count { (table, stream) = (0, stream + 1) }
        }
        guard !ready.isEmpty else { return nil }
        let slice = Array(ready.prefix(size))
        ready = ready.dropFirst(size)
        return slice
    }

    private func changes(stream: UInt32, table: Table) -> [SideChange] {
        let rows = rows.rows(stream: stream, table: table)
        guard !rows.isEmpty else { return [] }
        guard table.layout == .packed else {
            return rows.map { row in
                let bytes = row.key.bytes.span
                let storedKey = key.row(key.place(table.id, stream: stream, key: bytes, Key.HashValue(bytes)))
                let value = StoredRowCodec.keyed(
                    row.values, since: row.since, key: bytes, under: storedKey, key.form)
                return SideChange(.rows, key: storedKey, value: value)
            }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        }
        let storedKey = key.table(table.id, stream: stream)
        let ordered = rows.sorted { ($0.values.order, $0.key) < ($1.values.order, $1.key) }
        let value = StoredRowCodec.packed(count: ordered.count, under: storedKey, key.form) { add in
            for row in ordered { add(row.values, row.since, row.key.bytes.span) }
        }
        return [SideChange(.rows, key: storedKey, value: value)]
    }
}
