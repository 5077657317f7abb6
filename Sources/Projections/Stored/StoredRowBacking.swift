import EventCoding
import EventLog

/// Loads stored rows inside one transaction.
final class StoredRowBacking: RowBacking {
    private let reader: any SideReader
    private let key: StoredKey
    /// The rows of a stream's keyed tables that were read together and not asked for yet.
    private var scanned: (stream: UInt32, tables: [Result<[TableRow], StoredRowCodec.Damage>?])?

    init(_ reader: any SideReader, _ key: StoredKey) {
        self.reader = reader
        self.key = key
    }

    func row(
        stream: UInt32, tableID: UInt8, key row: Span<UInt8>, hash: Key.HashValue
    ) throws -> TableRow? {
        let key = key.row(key.place(tableID, stream: stream, key: row, hash))
        var row: TableRow?
        _ = try reader.value(in: .rows, for: key) { value in
            row = try Self.undamaged(tableID) { () throws(StoredRowCodec.Damage) in
                try StoredRowCodec.keyedRow(value, under: key.span)
            }
        }
        return row
    }

    func rows(stream: UInt32, table: Table) throws -> [TableRow] {
        guard table.layout == .packed else { return try keyedRows(stream: stream, table.id) }
        let key = key.table(table.id, stream: stream)
        var rows: [TableRow] = []
        _ = try reader.value(in: .rows, for: key) { value in
            rows = try Self.undamaged(table.id) { () throws(StoredRowCodec.Damage) in
                try StoredRowCodec.packedRows(value, under: key.span)
            }
        }
        return rows
    }

    // MARK: Keyed tables

    /// The rows of a keyed table, or that one of them is damaged.
    private typealias Found = Result<[TableRow], StoredRowCodec.Damage>

    private func keyedRows(stream: UInt32, _ tableID: UInt8) throws -> [TableRow] {
        if scanned?.stream != stream || scanned?.tables[Int(tableID)] == nil { try scan(stream, tableID) }
        let found = scanned?.tables[Int(tableID)]
        scanned?.tables[Int(tableID)] = nil
        return try Self.undamaged(tableID) { () throws(StoredRowCodec.Damage) in try found?.get() ?? [] }
    }

    /// Reads the rows of a table, and of the other tables that stand among them.
    private func scan(_ stream: UInt32, _ tableID: UInt8) throws {
        var tables = [Found?](repeating: nil, count: Int(Table.largestID) + 1)
        if key.form == .byGroup { tables = tables.map { _ in .success([]) } }
        tables[Int(tableID)] = .success([])
        try reader.forEach(in: .rows, prefix: key.prefix(ofKeyed: tableID, stream: stream)) { bytes, value in
            guard let place = self.key.place(in: bytes), bytes.count > StoredKey.packedBytes,
                place.tableID <= Table.largestID
            else { return true }
            do throws(StoredRowCodec.Damage) {
                let row = try StoredRowCodec.keyedRow(value, under: bytes)
                tables[Int(place.tableID)]?.append(row)
            } catch {
                tables[Int(place.tableID)] = .failure(error)
            }
            return true
        }
        scanned = (stream, tables)
    }

    private static func undamaged<Result>(
        _ tableID: UInt8, _ body: () throws(StoredRowCodec.Damage) -> Result
    ) throws(FoldError) -> Result {
        do throws(StoredRowCodec.Damage) {
            return try body()
        } catch {
            throw FoldError(.damagedRow, "a stored row of table \(tableID) is damaged")
        }
    }
}

/// Reads earlier events inside one transaction, those of the transaction included.
final class StoredPastReader: PastReader {
    private let reader: any SideReader
    private let catalogue: EventCatalogue

    init(_ reader: any SideReader, _ catalogue: EventCatalogue) {
        self.reader = reader
        self.catalogue = catalogue
    }

    func read(_ position: UInt64, into block: inout EventBlock) throws {
        try reader.read(position, into: &block)
        block.upcast(with: catalogue)
    }
}

extension Result<[TableRow], StoredRowCodec.Damage> {
    /// Adds a row where none is damaged.
    fileprivate mutating func append(_ row: TableRow) {
        guard case .success(var rows) = self else { return }
        self = .success([])
        rows.append(row)
        self = .success(rows)
    }
}
