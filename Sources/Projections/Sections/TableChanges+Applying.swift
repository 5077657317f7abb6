extension TableChanges {
    /// The table that the changes make of `table`, which is the old one they were made from.
    ///
    /// They are carried out in the order that a table view keeps: what goes, by old places; then what comes, by
    /// new ones; then the reloads.
    ///
    /// - Throws: `SectionError` with code `changesDoNotFit` when the table is not the one they were made from and
    ///   a place is outside of it.
    public func apply(to table: SectionedTable) throws(SectionError) -> SectionedTable {
        var sections = table.sections
        let movedRows = try takeRows(&sections)
        let movedSections = try takeSections(&sections)
        try putSections(movedSections, &sections)
        try putRows(movedRows, &sections)
        for reload in rowReloads {
            guard sections.indices.contains(reload.index.section),
                sections[reload.index.section].rows.indices.contains(reload.index.row)
            else { throw misfit(reload.index) }
            sections[reload.index.section].rows[reload.index.row] = reload.row
        }
        for section in sections.indices {
            for row in sections[section].rows.indices { sections[section].rows[row].rank = row + 1 }
        }
        var result = table
        result.sections = sections
        return result
    }

    /// Takes out the rows that go or move, and returns those that move.
    private func takeRows(
        _ sections: inout [SectionedTable.Section]
    ) throws(SectionError) -> [PlacedRow] {
        var moved: [PlacedRow] = []
        for move in rowMoves {
            guard sections.indices.contains(move.from.section),
                sections[move.from.section].rows.indices.contains(move.from.row)
            else { throw misfit(move.from) }
            moved.append(PlacedRow(index: move.to, row: sections[move.from.section].rows[move.from.row]))
        }
        // From the end, so that no place shifts before it is used.
        for index in (rowDeletions + rowMoves.map(\.from)).sorted().reversed() {
            guard sections.indices.contains(index.section),
                sections[index.section].rows.indices.contains(index.row)
            else { throw misfit(index) }
            sections[index.section].rows.remove(at: index.row)
        }
        return moved
    }

    /// Takes out the sections that go or move, and returns those that move.
    private func takeSections(
        _ sections: inout [SectionedTable.Section]
    ) throws(SectionError) -> [PlacedSection] {
        var moved: [PlacedSection] = []
        for move in sectionMoves {
            guard sections.indices.contains(move.from) else { throw misfit(section: move.from) }
            moved.append(PlacedSection(index: move.to, section: sections[move.from]))
        }
        for section in (sectionDeletions + sectionMoves.map(\.from)).sorted().reversed() {
            guard sections.indices.contains(section) else { throw misfit(section: section) }
            sections.remove(at: section)
        }
        return moved
    }

    private func putSections(
        _ moved: [PlacedSection], _ sections: inout [SectionedTable.Section]
    ) throws(SectionError) {
        for placed in (sectionInsertions + moved).sorted(by: { $0.index < $1.index }) {
            guard placed.index >= 0, placed.index <= sections.count else {
                throw misfit(section: placed.index)
            }
            sections.insert(placed.section, at: placed.index)
        }
    }

    private func putRows(
        _ moved: [PlacedRow], _ sections: inout [SectionedTable.Section]
    ) throws(SectionError) {
        for placed in (rowInsertions + moved).sorted(by: { $0.index < $1.index }) {
            let index = placed.index
            guard sections.indices.contains(index.section), index.row >= 0,
                index.row <= sections[index.section].rows.count
            else { throw misfit(index) }
            sections[index.section].rows.insert(placed.row, at: index.row)
        }
    }

    private func misfit(_ index: RowIndex) -> SectionError {
        SectionError(
            .changesDoNotFit, "the changes were made for another table: this one has no row \(index)",
            index: index)
    }

    private func misfit(section: Int) -> SectionError {
        SectionError(
            .changesDoNotFit, "the changes were made for another table: this one has no section \(section)")
    }
}
