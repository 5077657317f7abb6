/// What differs between two lists of rows of one shown table, row by row and field by field.
///
/// A row that keeps its values, its `since` and its order among the other rows that keep theirs is the
/// *same*, also where rows that came or went before it changed its rank. So a photo that enters a list at the
/// top is one row more, not twenty rows that moved.
///
///     let diff = try RowDiff.between(
///         5100, and: 5214, of: table, in: projection, stream: alice, over: log, catalogue: catalogue)
///     for entry in diff.entries { show(entry.kind, entry.keyText, entry.fields, entry.cause) }
///
/// `apply(to:)` makes the right rows of the left ones, so nothing that differs can be missing here.
public struct RowDiff: Sendable {
    /// The table whose rows were compared.
    public let table: ShownTable

    /// The rows that differ: those that came, then those that went, then those that changed or moved; each
    /// part by the bytes of the key's parts.
    public let entries: [RowDiffEntry]

    /// The groups that changed their order among those that both lists have, as few as can be, in the right
    /// order; empty where the table has no groups.
    ///
    /// Ranks count within a group, so a group that moves leaves its rows the same.
    public let movedGroups: [MovedGroup]

    /// A group of rows that stands elsewhere.
    public struct MovedGroup: Hashable, Sendable {
        /// What names the group.
        public let key: [String]
        /// Its place among the groups on the left, from 1.
        public let before: Int
        /// Its place among those on the right.
        public let after: Int
    }

    /// How many rows are the same.
    public let sameCount: Int

    /// The right list's groups, in order.
    let groups: [RowKey]

    /// Compares two lists of rows.
    ///
    /// - Parameters:
    ///   - left: The rows before, in the table's order.
    ///   - right: The rows after, in the table's order.
    ///   - table: The shown table that both are of.
    ///   - comparesSince: Whether another `since` makes another row: yes for two states of one history, no
    ///     for rows of two users or of logs that do not share their events.
    ///   - departure: Tells which event took away a row that only the left list has; nil where that is not
    ///     known.
    /// - Complexity: O(n log n) in the rows of both lists.
    public init(
        from left: [RenderedRow], to right: [RenderedRow], of table: ShownTable, comparesSince: Bool = true,
        departure: (RenderedRow) -> RowDeparture? = { _ in nil }
    ) {
        let comparison = RowDiffComparison(left, right, table, comparesSince: comparesSince)
        self.table = table
        sameCount = comparison.sameCount
        groups = comparison.groups
        movedGroups = comparison.movedGroups
        entries = comparison.entries(departure)
    }

    /// Whether nothing differs.
    public var isEmpty: Bool { entries.isEmpty && movedGroups.isEmpty }

    /// How many rows differ in that way.
    public func count(of kind: RowDiffEntry.Kind) -> Int { entries.count { $0.kind == kind } }
}
