import EventCoding
import EventLog

/// Loads stored rows inside one transaction.
final class StoredRowBacking: RowBacking {
    private let reader: any SideReader
    private let key: StoredKey

    init(_ reader: any SideReader, _ key: StoredKey) {
        self.reader = reader
        self.key = key
    }

    func row(stream: UInt32, tableID: UInt8, key row: Span<UInt8>, hash: Key.HashValue) throws -> TableRow? {
        let key = key.row(tableID, stream: stream, hash: key.place(of: row, hash))
        var row: TableRow?
        _ = try reader.value(in: .rows, for: key) { value in
            row = try Self.undamaged(tableID) { () throws(StoredRowCodec.Damage) in
                try StoredRowCodec.keyedRow(value, under: key.span)
            }
        }
        return row
    }

    func rows(stream: UInt32, table: Table) throws -> [TableRow] {
        let prefix = key.table(table.id, stream: stream)
        var rows: [TableRow] = []
        if table.layout == .packed {
            _ = try reader.value(in: .rows, for: prefix) { value in
                rows = try Self.undamaged(table.id) { () throws(StoredRowCodec.Damage) in
                    try StoredRowCodec.packedRows(value, under: prefix.span)
                }
            }
        } else {
            try reader.forEach(in: .rows, prefix: prefix) { key, value in
                rows.append(
                    try Self.undamaged(table.id) { () throws(StoredRowCodec.Damage) in
                        try StoredRowCodec.keyedRow(value, under: key)
                    })
                return true
            }
        }
        return rows
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
