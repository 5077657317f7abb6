/// A row as users see it.
public struct RenderedRow: Hashable, Sendable {
    /// The key's parts, such as the vacation and the place.
    public let key: [String]

    /// The values, in the order of the table's columns.
    public let columns: [ColumnValue]

    /// The row's place in its group, from 1.
    public internal(set) var rank: Int

    /// The position of the event that last set the kept row.
    public let since: UInt64

    /// The position of the event that supplies the text; 0 for none.
    public let source: UInt64

    /// The key of the kept row that was rendered.
    public let keptKey: RowKey

    /// What orders the row.
    let sort: SortKey

    /// The key as it is typed: its parts with a slash between them.
    public var keyText: String { key.joined(separator: "/") }

    /// Whether this row comes before another one of its table: by what orders rows, then by the keys' bytes.
    func stands(before other: RenderedRow) -> Bool {
        sort != other.sort
            ? sort < other.sort
            : RowKey(key.map { Array($0.utf8) }) < RowKey(other.key.map { Array($0.utf8) })
    }

    /// The value of a column, by the column's name.
    public func value(of column: String, in table: ShownTable) -> ColumnValue? {
        table.columns.firstIndex(of: column).map { columns[$0] }
    }
}

extension RenderedRow {
    /// A row that was rendered elsewhere, such as one read from a file.
    ///
    /// - Parameters:
    ///   - key: The key's parts, which are taken for the kept row's key as well.
    ///   - columns: The values, in the order of the table's columns.
    ///   - rank: The row's place in its group, from 1.
    ///   - since: The position of the event that last set the kept row.
    public init(key: [String], columns: [ColumnValue], rank: Int, since: UInt64) {
        self.init(
            key: key, columns: columns, rank: rank, since: since, source: 0,
            keptKey: RowKey(key.map { Array($0.utf8) }), sort: SortKey())
    }

    /// Gives rows in order their ranks, from 1 in each group.
    static func rank(_ rows: inout [RenderedRow], in table: ShownTable) {
        var (rank, group): (Int, [String]) = (0, [])
        for index in rows.indices {
            let itsGroup = table.group(of: rows[index])
            let isSameGroup = index > 0 && zip(itsGroup, group).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
            rank = isSameGroup ? rank + 1 : 1
            group = itsGroup
            rows[index].rank = rank
        }
    }
}

/// Takes the rows that a projection renders.
public struct RenderedRows {
    private(set) var rows: [RenderedRow] = []
    private var since: UInt64 = 0
    private var source: UInt64 = 0
    private var keptKey = RowKey()
    private let columnCount: Int
    private let keyCount: Int

    init(for table: ShownTable) {
        columnCount = table.columns.count
        keyCount = table.keyParts.count
    }

    mutating func begin(_ row: TableRow) {
        since = row.since
        source = row.values.source
        keptKey = row.key
    }

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - key: The key's parts; as many as the table states.
    ///   - columns: The values; as many as the table has columns.
    ///   - sort: What orders the row among all rows of the table; its group comes first.
    public mutating func add(key: [String], columns: [ColumnValue], sort: SortKey) {
        precondition(columns.count == columnCount, "a rendered row has a value for each column of its table")
        precondition(key.count == keyCount, "a rendered row's key has the parts that its table states")
        rows.append(
            RenderedRow(
                key: key, columns: columns, rank: 0, since: since, source: source, keptKey: keptKey,
                sort: sort))
    }

    /// The rows in order, each with its rank in its group.
    consuming func ranked(in table: ShownTable) -> [RenderedRow] {
        rows.sort { $0.stands(before: $1) }
        RenderedRow.rank(&rows, in: table)
        return rows
    }
}

/// Finds other rows of the same stream and projection while one is rendered.
public struct RowLookup {
    private let tables: [UInt8: [RowKey: TableRow]]

    init(_ tables: [UInt8: [RowKey: TableRow]]) { self.tables = tables }

    /// The row under `key` in a table that the shown table names among its lookups, or nil.
    public func row(_ table: Table, _ key: RowKey) -> TableRow? { tables[table.id]?[key] }
}
