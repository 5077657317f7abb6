import Platform

/// Finds keys that look like one that was not found, and rows whose text holds it.
struct NearKeys {
    /// How many keys are named.
    static let most = 5
    /// The longest key, in bytes, whose likeness is measured.
    private static let longest = 64

    let table: ShownTable
    let rows: [RenderedRow]

    /// Keys near `text`: those whose text holds it first, then those that differ by little.
    func near(_ text: String) -> [Explanation.NearKey] {
        var found: [Explanation.NearKey] = []
        var taken: Set<[UInt8]> = []
        func take(_ row: RenderedRow, _ text: String?) {
            guard found.count < Self.most, taken.insert(Array(row.keyText.utf8)).inserted else { return }
            found.append(Explanation.NearKey(key: row.keyText, text: text))
        }
        let wanted = text.lowercased()
        guard !wanted.isEmpty else { return [] }
        for row in rows {
            if let text = texts(of: row).first(where: { $0.lowercased().holds(wanted) }) {
                take(row, text)
            } else if row.keyText.lowercased().holds(wanted) {
                take(row, nil)
            }
        }
        let alike = rows.map { (row: $0, distance: distance($0, wanted)) }.filter { $0.distance <= 2 }
            .sorted { ($0.distance, $0.row.sort) < ($1.distance, $1.row.sort) }
        for candidate in alike { take(candidate.row, nil) }
        return found
    }

    private func texts(of row: RenderedRow) -> [String] {
        row.columns.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    /// In how many characters the key, with or without its group, differs.
    private func distance(_ row: RenderedRow, _ text: String) -> Int {
        let whole = Self.distance(row.keyText.lowercased(), text)
        guard table.groupParts > 0 else { return whole }
        let inner = row.key.dropFirst(table.groupParts).joined(separator: "/")
        return min(whole, Self.distance(inner.lowercased(), text))
    }

    /// The Levenshtein distance in UTF-8 bytes; too much for long texts.
    private static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count <= longest, right.count <= longest, abs(left.count - right.count) <= 2 else {
            return .max
        }
        var row = Array(0...right.count)
        for (i, byte) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let above = row[j + 1]
                row[j + 1] = min(above + 1, row[j] + 1, diagonal + (byte == other ? 0 : 1))
                diagonal = above
            }
        }
        return row[right.count]
    }
}
