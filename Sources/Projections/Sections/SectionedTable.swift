/// Rows of a shown table in sections, addressed by section and row, as a list on a screen asks for them.
///
/// Sections are *derived* or *explicit*, never both in one table. Derived ones follow from the rows: a section
/// vanishes with its last row. Explicit ones are stated: they stay, empty, until they are deleted. A table whose
/// rows form no groups is one section, which always stays.
public struct SectionedTable: Sendable {
    /// A section and its rows.
    public struct Section: Sendable {
        /// What names the section: the group of its rows; empty where the table has no groups.
        public let key: [String]

        /// The rows in order.
        public internal(set) var rows: [RenderedRow]

        /// The key as it is typed: its parts with a slash between them.
        public var title: String { key.joined(separator: "/") }

        init(key: [String], rows: [RenderedRow] = []) {
            self.key = key
            self.rows = rows
        }

        /// What tells sections apart: the key's bytes.
        var identity: RowKey { RowKey(key.map { Array($0.utf8) }) }
    }

    /// The sections in order.
    public internal(set) var sections: [Section]

    /// A table whose sections follow from its rows.
    ///
    /// - Parameters:
    ///   - rows: The rows of one stream, in the table's order.
    ///   - table: The shown table; its groups are the sections.
    public init(_ rows: [RenderedRow], of table: ShownTable) {
        guard table.isGrouped else {
            sections = [Section(key: [], rows: rows)]
            return
        }
        sections = []
        var last: RowKey?
        for row in rows {
            let section = Section(key: table.group(of: row), rows: [row])
            if section.identity == last {
                sections[sections.count - 1].rows.append(row)
            } else {
                sections.append(section)
                last = section.identity
            }
        }
    }

    /// A table with the sections that are stated, in that order.
    ///
    /// - Parameters:
    ///   - rows: The rows of one stream, in the table's order.
    ///   - table: The shown table; a row's group is the key of its section.
    ///   - keys: The keys of the sections.
    /// - Throws: `SectionError` with code `duplicateSection`, or `unknownSection` for a row without a section.
    public init(
        _ rows: [RenderedRow], of table: ShownTable, sections keys: [[String]]
    ) throws(SectionError) {
        var places: [RowKey: Int] = [:]
        sections = keys.map { Section(key: $0) }
        for (number, section) in sections.enumerated() {
            guard places.updateValue(number, forKey: section.identity) == nil else {
                throw SectionError(.duplicateSection, "section \(number) has the key of an earlier one")
            }
        }
        for row in rows {
            guard let section = places[Section(key: table.group(of: row)).identity] else {
                throw SectionError(
                    .unknownSection, "the row set by event \(row.since) belongs to no section that was stated"
                )
            }
            sections[section].rows.append(row)
        }
    }

    /// The number of rows in a section.
    ///
    /// - Throws: `SectionError` with code `sectionOutOfRange`.
    public func rowCount(in section: Int) throws(SectionError) -> Int {
        try checkSection(section)
        return sections[section].rows.count
    }

    /// The section of that number.
    ///
    /// - Throws: `SectionError` with code `sectionOutOfRange`.
    public func section(at section: Int) throws(SectionError) -> Section {
        try checkSection(section)
        return sections[section]
    }

    /// The row at a place.
    ///
    /// - Throws: `SectionError` with code `sectionOutOfRange` or `rowOutOfRange`.
    public func row(at index: RowIndex) throws(SectionError) -> RenderedRow {
        try checkSection(index.section, index)
        let rows = sections[index.section].rows
        guard rows.indices.contains(index.row) else {
            throw SectionError(
                .rowOutOfRange,
                "section \(index.section) has \(rows.count) rows, so there is no row \(index.row)",
                index: index)
        }
        return rows[index.row]
    }

    /// The number of the section with that key, by bytes; nil when there is none.
    ///
    /// - Complexity: O(sections).
    public func section(withKey key: [String]) -> Int? {
        let identity = Section(key: key).identity
        return sections.firstIndex { $0.identity == identity }
    }

    /// Where the row with that key stands, by bytes; nil when there is none.
    ///
    /// - Complexity: O(rows).
    public func index(ofRowWithKey key: [String]) -> RowIndex? {
        let identity = RowKey(key.map { Array($0.utf8) })
        for (number, section) in sections.enumerated() {
            if let row = section.rows.firstIndex(where: { $0.identity == identity }) {
                return RowIndex(section: number, row: row)
            }
        }
        return nil
    }

    private func checkSection(_ section: Int, _ index: RowIndex? = nil) throws(SectionError) {
        guard sections.indices.contains(section) else {
            throw SectionError(
                .sectionOutOfRange,
                "the table has \(sections.count) sections, so there is no section \(section)",
                index: index)
        }
    }
}

extension SectionedTable: Equatable {
    /// Whether both show the same rows in the same sections; texts are compared by their bytes.
    public static func == (left: SectionedTable, right: SectionedTable) -> Bool {
        left.sections.count == right.sections.count
            && zip(left.sections, right.sections).allSatisfy { left, right in
                left.identity == right.identity && left.rows.count == right.rows.count
                    && zip(left.rows, right.rows).allSatisfy {
                        $0.identity == $1.identity && $0.rank == $1.rank && $0.isUnchanged($1)
                    }
            }
    }
}

extension RenderedRow {
    /// What tells the rows of a table apart: the key's bytes.
    var identity: RowKey { RowKey(key.map { Array($0.utf8) }) }

    /// Whether a row of the same key shows the same, its rank aside.
    func isUnchanged(_ other: RenderedRow) -> Bool {
        columns == other.columns && since == other.since && source == other.source
    }
}
