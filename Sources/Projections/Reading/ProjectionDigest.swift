public import Digest
import EventCoding
public import EventLog

/// The digest of a projection's rows: equal where every row that users can see is equal, and why it is there.
///
/// It is SHA-256 over a sequence of items in deterministic CBOR: the projection's name, version and
/// parameters; then for each stream that has rows, by the bytes of its name, the name; then for each table,
/// by id, the id; then for each row, by the bytes of its key, a list of the key's parts, the columns as users
/// see them (for a table that is hidden from them, the kept numbers) and the position that last set the row.
/// There is no rank, no recorded time and no log id in it, so two imports of one history agree.
public enum ProjectionDigest {
    /// The digest of a projection's rows in every stream.
    ///
    /// - Parameters:
    ///   - projection: The projection.
    ///   - rows: Its rows.
    ///   - streams: The streams of the log, for their names.
    ///   - renderer: Renders rows from the log that they were folded from.
    /// - Throws: `LogError` when events cannot be read.
    /// - Complexity: O(n log n) in the rows; the source event of each shown row is read.
    public static func digest(
        of projection: AnyProjection, rows: RowSet, streams: [StreamSummary], renderer: RowRenderer
    ) throws -> SHA256Digest {
        var hash = SHA256()
        hash.update(
            item: [
                .text(projection.name), .integer(Int64(projection.version)),
                .map(ProjectionStamp.Identity(projection).parameters),
            ])
        let numbers = Set(rows.streams)
        for stream in streams.sorted(by: { $0.name < $1.name }) where numbers.contains(stream.number) {
            hash.update(item: [.text(stream.name.text)])
            for table in projection.tables {
                hash.update(item: [.integer(Int64(table.id))])
                let items = try items(of: table, in: projection, stream: stream.number, rows, renderer)
                for item in items { hash.update(item: item) }
            }
        }
        return hash.finalize()
    }

    private static func items(
        of table: Table, in projection: AnyProjection, stream: UInt32, _ rows: RowSet, _ renderer: RowRenderer
    ) throws -> [[PayloadValue]] {
        guard !projection.isHidden(table) else {
            return rows.rows(stream: stream, table: table).map { row in
                let values = row.values
                return [
                    .list(row.key.texts.map { .text($0) }),
                    .list(
                        [PayloadValue(values.order), PayloadValue(values.source)]
                            + [values.a, values.b, values.c, values.d].map { .integer($0) }),
                    PayloadValue(row.since),
                ]
            }
        }
        var items: [[PayloadValue]] = []
        for shown in projection.shownTables where shown.base == table && !shown.isQuery {
            let rendered = try renderer.rows(of: shown, in: projection, stream: stream, from: rows)
            let byKey = rendered.map { (RowKey($0.key.map { Array($0.utf8) }), $0) }.sorted { $0.0 < $1.0 }
            items += byKey.map { _, row in
                [
                    .list(row.key.map { .text($0) }), .list(row.columns.map(\.payloadValue)),
                    PayloadValue(row.since),
                ]
            }
        }
        return items
    }
}

extension ColumnValue {
    /// The value as a payload value; a time is its milliseconds and its zone.
    fileprivate var payloadValue: PayloadValue {
        switch self {
        case .text(let value): .text(value)
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        case .time(let value): .list([.integer(value.milliseconds), .integer(Int64(value.zoneMinutes))])
        case .none: .null
        }
    }
}

extension SHA256 {
    /// Adds a list in deterministic CBOR.
    fileprivate mutating func update(item: [PayloadValue]) {
        let bytes = PayloadValue.list(item).cbor
        update(bytes.span)
    }
}
