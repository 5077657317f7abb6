extension RowDiff {
    /// The right rows, made of the left ones: the same values and ranks in the same order.
    ///
    /// Each has the `since` of the right list as well, unless the lists were compared without it.
    ///
    /// - Parameter rows: The rows that were on the left when the difference was found.
    /// - Throws: `SectionError` with code `changesDoNotFit` when these are other rows.
    /// - Complexity: O(n) in the rows.
    public func apply(to rows: [RenderedRow]) throws(SectionError) -> [RenderedRow] {
        var staying = Dictionary(grouping: try staying(of: rows)) { table.groupIdentity(of: $0) }
        var placed = Dictionary(grouping: entries.compactMap(\.after)) { table.groupIdentity(of: $0) }
        var result: [RenderedRow] = []
        result.reserveCapacity(rows.count)
        for group in groups {
            var rest = staying.removeValue(forKey: group)?[...] ?? []
            var others = placed.removeValue(forKey: group)?.sorted { $0.rank < $1.rank }[...] ?? []
            var rank = 1
            while var row = others.first?.rank == rank ? others.popFirst() : rest.popFirst() {
                row.rank = rank
                rank += 1
                result.append(row)
            }
            guard rest.isEmpty, others.isEmpty else { throw misfit }
        }
        guard staying.isEmpty, placed.isEmpty else { throw misfit }
        return result
    }

    /// The rows that no entry is about.
    private func staying(of rows: [RenderedRow]) throws(SectionError) -> [RenderedRow] {
        var leaving: [RowKey: [RenderedRow]] = [:]
        for entry in entries {
            if let before = entry.before { leaving[entry.identity, default: []].append(before) }
        }
        var staying: [RenderedRow] = []
        for row in rows {
            if let index = leaving[row.identity]?.firstIndex(of: row) {
                leaving[row.identity]?.remove(at: index)
            } else {
                staying.append(row)
            }
        }
        guard leaving.values.allSatisfy(\.isEmpty), staying.count == sameCount else { throw misfit }
        return staying
    }

    private var misfit: SectionError {
        SectionError(.changesDoNotFit, "the differences were found in other rows of \(table.name)")
    }
}
