internal import Projections

/// What one event did to one row, as users see the row.
struct RowChange {
    let table: String
    let operation: Effect.Operation
    /// The key as it is typed.
    let key: String
    /// The names of the columns.
    let columns: [String]
    /// The columns' values before the event; nil for a row that is new.
    let before: [ColumnValue]?
    /// The columns' values after the event; nil for a row that is gone.
    let after: [ColumnValue]?
    /// Why, by the fold's own name for it.
    let reason: String

    /// The columns that differ, where the row was there before and after.
    var differences: [(column: String, before: ColumnValue, after: ColumnValue)] {
        guard let before, let after else { return [] }
        return columns.indices.filter { before[$0] != after[$0] }.map { (columns[$0], before[$0], after[$0]) }
    }

    /// The reason in words: `alreadyVisited` reads "already visited".
    var reasonText: String { ReasonText.words(reason) }
}
