public import Projections

/// A user's rows in one table as of one position of the log.
public struct TableSnapshot<Row: HistoryRow>: Sendable {
    /// The last event whose changes are in the rows, of any user; 0 before the first one.
    public let position: UInt64

    /// The rows in order.
    public var rows: [Row] { sections.flatMap(\.rows) }

    /// The rows in sections: by vacation, by country, or all in one.
    ///
    /// A table without groups is one section, also where it is empty; others have a section only where it has
    /// rows.
    public let sections: [TableSection<Row>]

    /// The events that could not be folded, by position; the rows know nothing of them.
    public let failures: [FoldFailure]

    /// The places of the log that hold no readable event; the rows know nothing of what stood there.
    public let incompleteness: [Incompleteness]

    /// Whether every event was read and folded, so that the rows are the whole truth.
    public var isComplete: Bool { failures.isEmpty && incompleteness.isEmpty }

    /// The rows as they were rendered.
    let table: SectionedTable

    init(
        _ table: SectionedTable, position: UInt64, failures: [FoldFailure] = [],
        incompleteness: [Incompleteness] = []
    ) {
        self.table = table
        self.position = position
        self.failures = failures
        self.incompleteness = incompleteness
        sections = table.sections.map { section in
            TableSection(title: section.title, rows: section.rows.map { Row(RowContent($0)) })
        }
    }
}

/// A section of a table: a title and its rows in order.
public struct TableSection<Row: HistoryRow>: Identifiable, Hashable, Sendable {
    /// What the rows have in common: a vacation, a vacation and a place, a country; empty where all rows are
    /// one section.
    public let title: String

    /// The rows in order.
    public let rows: [Row]

    /// What tells sections apart: the title's bytes.
    public var id: RowKey { RowKey(title) }

    /// Whether both have the same rows under the same title; titles are compared by their bytes.
    public static func == (left: TableSection, right: TableSection) -> Bool {
        left.id == right.id && left.rows == right.rows
    }

    /// Hashes what equality compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(rows)
    }
}
