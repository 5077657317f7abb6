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
    var reasonText: String { Self.words(of: reason) }

    /// The words of a name that joins them by capitals.
    static func words(of name: String) -> String {
        var words: [UInt8] = []
        for byte in name.utf8 {
            if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) {
                words += [UInt8(ascii: " "), byte + 0x20]
            } else {
                words.append(byte)
            }
        }
        return String(decoding: words, as: UTF8.self)
    }
}
