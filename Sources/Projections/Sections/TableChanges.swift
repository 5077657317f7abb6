/// What must be done to a table with sections so that it shows what another one shows.
///
/// A list on a screen asks its data for counts while it changes, so the order is: the data first, then the view.
/// Put the new table where the view reads from; then hand all changes but the reloads to the view as one step, and
/// the reloads as a second one. Within the first step
///
/// * deletions, and the beginnings of moves, count in the old table,
/// * insertions, and the ends of moves, count in the new table,
///
/// whatever else is deleted or inserted, which is what table views expect. Reloads count in the new table. Rows of
/// a section that is deleted or inserted are not named one by one. A row does not move out of a section that is
/// deleted or into one that is inserted: it is deleted or inserted there instead. A section that moves has the same
/// rows before and after.
///
/// Rows and sections are the same when their keys have the same bytes. Ranks follow from places and are no changes
/// of their own.
public struct TableChanges: Sendable {
    /// A change of place, of a section or of a row.
    public struct Move<Index: Hashable & Sendable>: Hashable, Sendable {
        /// The place in the old table.
        public let from: Index
        /// The place in the new table.
        public let to: Index
    }

    /// A row and where it comes to stand.
    public struct PlacedRow: Sendable {
        /// The place in the new table.
        public let index: RowIndex
        /// The row.
        public let row: RenderedRow
    }

    /// A section and where it comes to stand.
    public struct PlacedSection: Sendable {
        /// The place in the new table.
        public let index: Int
        /// The section with its rows.
        public let section: SectionedTable.Section
    }

    /// The sections that go, by their numbers in the old table, rising.
    public internal(set) var sectionDeletions: [Int] = []

    /// The sections that come, rising.
    public internal(set) var sectionInsertions: [PlacedSection] = []

    /// The sections that change their order, by `to`, rising.
    public internal(set) var sectionMoves: [Move<Int>] = []

    /// The rows that go, by their places in the old table, rising.
    public internal(set) var rowDeletions: [RowIndex] = []

    /// The rows that come, rising.
    public internal(set) var rowInsertions: [PlacedRow] = []

    /// The rows that change their order or their section, by `to`, rising.
    public internal(set) var rowMoves: [Move<RowIndex>] = []

    /// The rows that stay or move and show something else, by their places in the new table, rising.
    public internal(set) var rowReloads: [PlacedRow] = []

    /// The changes that lead from one table to another.
    ///
    /// - Precondition: Within each table all rows have different keys.
    /// - Complexity: O(n log n) in the rows of both tables.
    public init(from old: SectionedTable, to new: SectionedTable) {
        var comparison = TableComparison(old, new)
        self = comparison.changes()
    }

    init() {}

    /// Whether nothing changes.
    public var isEmpty: Bool {
        sectionDeletions.isEmpty && sectionInsertions.isEmpty && sectionMoves.isEmpty && rowDeletions.isEmpty
            && rowInsertions.isEmpty && rowMoves.isEmpty && rowReloads.isEmpty
    }
}
