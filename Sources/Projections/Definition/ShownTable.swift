/// A table as users name and see it: rows of a kept table, rendered, sorted and ranked.
public struct ShownTable: Sendable {
    /// The name that users type, such as `recents` or `tags.photos`.
    public let name: String

    /// The kept table whose rows are rendered.
    public let base: Table

    /// Other kept tables that rendering looks into.
    public let lookups: [Table]

    /// The names of the columns, in order.
    public let columns: [String]

    /// What the parts of a key are, in order, such as `vacation` and `place`.
    public let keyParts: [String]

    /// How many leading key parts form a group in which ranks begin at 1; 0 where the stream is one group.
    public let groupParts: Int

    /// The column whose text names a row's group where no part of the key does, or nil.
    ///
    /// Rows of one group must stand together in the table's order.
    public let groupColumn: String?

    /// Whether this is a question asked of another table's rows, not a table with rows of its own.
    ///
    /// A query renders any number of rows from each kept row; any other table renders exactly one.
    public let isQuery: Bool

    /// Whether rendering reads the event at the row's `source`.
    public let needsSource: Bool

    /// Where the group column stands among the columns.
    private let groupColumnIndex: Int?

    /// A shown table.
    ///
    /// - Precondition: There are at least as many key parts as group parts; a group column is one of the columns,
    ///   and excludes group parts.
    public init(
        _ name: String, base: Table, lookups: [Table] = [], columns: [String], keyParts: [String],
        groupParts: Int = 0, groupColumn: String? = nil, isQuery: Bool = false, needsSource: Bool = true
    ) {
        precondition(groupParts <= keyParts.count, "a group is named by leading key parts")
        precondition(groupColumn == nil || groupParts == 0, "a group is named by the key or by a column")
        groupColumnIndex = groupColumn.flatMap { columns.firstIndex(of: $0) }
        precondition(
            (groupColumn == nil) == (groupColumnIndex == nil), "the group column is one of the columns")
        self.name = name
        self.base = base
        self.lookups = lookups
        self.columns = columns
        self.keyParts = keyParts
        self.groupParts = groupParts
        self.groupColumn = groupColumn
        self.isQuery = isQuery
        self.needsSource = needsSource
    }
}

extension ShownTable {
    /// Whether the rows of a stream form groups, which a list shows as sections.
    public var isGrouped: Bool { groupParts > 0 || groupColumn != nil }

    /// What names the group of a row: the leading parts of its key, or the text of the group column.
    public func group(of row: RenderedRow) -> [String] {
        guard let groupColumnIndex else { return Array(row.key.prefix(groupParts)) }
        return ["\(row.columns[groupColumnIndex])"]
    }
}
