import EventCoding
public import Projections

/// A row that a user sees.
///
/// Rows are equal when they show the same in the same place and for the same reason; texts are compared by
/// their bytes. The position `since` says which event last changed the row, which `evtool explain` takes
/// further.
public protocol HistoryRow: Identifiable, Hashable, Sendable where ID == RowKey {
    /// What the row shows.
    var content: RowContent { get }

    /// A row of this content, which a table of the row's kind gave.
    init(_ content: RowContent)
}

extension HistoryRow {
    /// What tells the rows of a table apart: the key's bytes.
    public var id: RowKey { content.id }

    /// The row's place in its section, from 1.
    public var rank: Int { content.rank }

    /// The position of the event that last changed the row.
    public var since: UInt64 { content.since }

    /// The position of the event that supplies the row's text; 0 for none.
    public var source: UInt64 { content.source }
}

/// What a row shows, as its projection rendered it.
public struct RowContent: Hashable, Sendable {
    /// The key.
    public let id: RowKey

    /// The key's parts.
    public var key: [String] { id.texts }

    /// The values, in the order of the table's columns.
    public let columns: [ColumnValue]

    /// The place in the section, from 1.
    public let rank: Int

    /// The position of the event that last changed the row.
    public let since: UInt64

    /// The position of the event that supplies the text; 0 for none.
    public let source: UInt64

    init(_ row: RenderedRow) {
        id = RowKey(row.key.map { Array($0.utf8) })
        columns = row.columns
        rank = row.rank
        since = row.since
        source = row.source
    }

    /// A part of the key.
    func key(_ index: Int) -> String { key[index] }

    /// The text of a column, or nil where there is none.
    func text(_ column: Int) -> String? {
        guard case .text(let text) = columns[column] else { return nil }
        return text
    }

    /// The number of a column; 0 where there is none.
    func count(_ column: Int) -> Int { integer(column).map { Int(clamping: $0) } ?? 0 }

    /// The number of a column, or nil where there is none.
    func integer(_ column: Int) -> Int64? {
        guard case .integer(let number) = columns[column] else { return nil }
        return number
    }

    /// The fraction of a column, or nil where there is none.
    func real(_ column: Int) -> Double? {
        switch columns[column] {
        case .real(let number): number
        case .integer(let number): Double(number)
        default: nil
        }
    }

    /// The moment of a column, or nil where there is none.
    func time(_ column: Int) -> Timestamp? {
        guard case .time(let time) = columns[column] else { return nil }
        return time
    }
}
