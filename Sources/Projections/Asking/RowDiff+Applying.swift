extension RowDiff {
    /// The right rows, made of the left ones: the same values and ranks in the same order.
    ///
    /// Each has the `since` of the right list as well, unless the lists were compared without it.
    ///
    /// - Parameter rows: The rows that were on the left when the difference was found.
    /// - Throws: `SectionError` with code `changesDoNotFit` when these are other rows.
    /// - Complexity: O(n) in the rows.
    public func apply(to rows: [RenderedRow]) throws(SectionError) -> [RenderedRow] {
        let staying = try staying(of: rows)
        var placed = entries.compactMap { entry in
            entry.place.flatMap { place in entry.after.map { (place, $0) } }
        }[...]
        placed.sort { $0.0 < $1.0 }
        var rest = staying[...]
        var result: [RenderedRow] = []
        result.reserveCapacity(rest.count + placed.count)
        while let row = placed.first?.0 == result.count ? placed.popFirst()?.1 : rest.popFirst() {
            result.append(row)
        }
        guard rest.isEmpty, placed.isEmpty else { throw misfit }
        RenderedRow.rank(&result, in: table)
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
