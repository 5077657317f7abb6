/// One row that differs between two lists of rows.
public struct RowDiffEntry: Hashable, Sendable {
    /// In which way a row differs.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Only the right list has it.
        case entered = "in"
        /// Only the left list has it.
        case left = "out"
        /// Its order among the rows that stayed is another; its values may be others too.
        case moved
        /// Its values or its `since` are others, and its order among the rows that stayed is the same.
        case changed
    }

    /// One field of a row that moved or changed.
    public struct Field: Hashable, Sendable {
        /// The column's name, or `rank` or `since`.
        public let name: String
        /// The value on the left.
        public let before: ColumnValue
        /// The value on the right.
        public let after: ColumnValue

        /// The name of the field that holds a row's place in its group.
        public static let rank = "rank"
        /// The name of the field that holds the position of the event that last set the row.
        public static let since = "since"
    }

    /// In which way the row differs.
    public let kind: Kind

    /// The key's parts.
    public let key: [String]

    /// The row on the left; nil for one that came.
    public let before: RenderedRow?

    /// The row on the right; nil for one that went.
    public let after: RenderedRow?

    /// The fields of a row that moved or changed: its rank, its columns in the table's order and its `since`,
    /// where they differ; empty for a row that came or went.
    public let fields: [Field]

    /// The position of the event that made the difference.
    ///
    /// For a row that is there on the right, its `since`; for one that went, the event that took it away. Nil
    /// where that is not known, and for a row that moved because others changed.
    public let cause: UInt64?

    /// The fold's word for why a row went, where the event that took it away is known.
    public let reason: Reason?

    /// The key as it is typed: its parts with a slash between them.
    public var keyText: String { key.joined(separator: "/") }

    /// What tells rows apart: the key's bytes.
    var identity: RowKey { RowKey(key.map { Array($0.utf8) }) }
}
