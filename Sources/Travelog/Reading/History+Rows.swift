import EventLog
import Projections
import TravelProjections

extension History {
    /// The user's rows in a table, as of the log's last event.
    ///
    /// They come from the stored rows, with later events folded on; where nothing usable is stored, from the
    /// events alone. An event that cannot be read or folded is left out, and the answer says so.
    ///
    /// - Throws: `TravelogError` with code `closed`, `inputOutput`, or `damaged` when the log itself cannot
    ///   be read.
    /// - Complexity: O(n log n) in the user's rows of the projection.
    public func rows<Row>(_ kind: TableKind<Row>) throws(TravelogError) -> TableSnapshot<Row> {
        let projection = travelog.projection(named: kind.projection)
        let log = travelog.log
        do {
            // The head first: a stream that is not there yet has no row as of any position before that
            // look-up.
            let head = try log.head().position
            guard let summary = try log.stream(named: stream) else {
                return TableSnapshot(SectionedTable([], of: kind.table), position: head)
            }
            let renderer = RowRenderer(source: log, catalogue: TravelModel.catalogue)
            func table(_ rows: RowSet) throws -> SectionedTable {
                SectionedTable(
                    try renderer.rows(
                        of: kind.table, in: projection, stream: summary.number, from: rows), of: kind.table)
            }
            if let stored = try travelog.stored({ try $0.currentRows(of: projection, stream: summary) }) {
                if stored.storedCheckpoint < stored.checkpoint { travelog.keeper.catchUpSoon() }
                return TableSnapshot(try table(stored.rows), position: stored.checkpoint)
            }
            let result = try folded(projection)
            return TableSnapshot(
                try table(result.folds[0].rows), position: result.position, failures: result.failures,
                incompleteness: result.incompleteness)
        } catch { throw TravelogError(any: error) }
    }

    /// The rows of a projection, folded from the events alone.
    private func folded(_ projection: AnyProjection) throws -> ReplayResult {
        try Replay([projection], catalogue: TravelModel.catalogue).run(over: travelog.log, stream: stream)
    }

    /// One row that the visits keep, or nil.
    func visitsRow(_ key: RowKey, in table: Table) throws(TravelogError) -> TableRow? {
        let projection = travelog.projection(named: "\(Visits.name)")
        do {
            guard let summary = try travelog.log.stream(named: stream) else { return nil }
            let stored = try travelog.stored {
                try $0.currentRow(key, in: table, of: projection, stream: summary)
            }
            if let stored { return stored.row }
            return try folded(projection).folds[0].rows.rows(stream: summary.number, table: table)
                .first { $0.key == key }
        } catch { throw TravelogError(any: error) }
    }

    /// The kept row of a vacation whose name is in the form in which names are compared, or nil.
    func vacationRow(_ name: String) throws(TravelogError) -> TableRow? {
        try visitsRow(RowKey(name), in: Visits.vacations)
    }
}

extension Travelog {
    func projection(named name: String) -> AnyProjection {
        guard let projection = projections.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
            preconditionFailure("the travel model has no projection \(name)")
        }
        return projection
    }

    /// What `body` reads from the stored rows; nil where they cannot be used, for whatever reason of theirs.
    fileprivate func stored<Result>(
        _ body: (StoredProjections) throws -> Result
    ) throws -> Result? {
        do { return try body(keeper.stored) } catch is ProjectionError {
            keeper.catchUpSoon()
            return nil
        }
    }
}
