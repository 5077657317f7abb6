import EventLog

/// Checks whether a slice of the history does what the whole history did to a row.
final class SliceCheck {
    private let explainer: Explainer
    private let fold: SliceFold
    private let outcome: SliceOutcome
    private let stream: UInt32
    /// Rows rendered before: rendering depends on key and values alone where a table looks into no other.
    private var rendered: [RowContent: RenderedRow?] = [:]

    private struct RowContent: Hashable {
        let key: RowKey
        let values: Row
    }

    init(_ explainer: Explainer, _ fold: SliceFold, _ outcome: SliceOutcome, stream: UInt32) {
        self.explainer = explainer
        self.fold = fold
        self.outcome = outcome
        self.stream = stream
    }

    /// Whether the events at these positions alone do it.
    func holds(_ positions: [UInt64]) throws -> Bool {
        switch outcome {
        case .gives(let row):
            return try gives(row, try fold.rows(of: positions))
        case .loses(let key, let last):
            guard positions.contains(last) else { return false }
            let before = positions.filter { $0 != last }
            return try !has(key, try fold.rows(of: positions)) && has(key, try fold.rows(of: before))
        }
    }

    private func has(_ key: RowKey, _ rows: RowSet) -> Bool {
        rows.rows(stream: stream, table: explainer.table.base).contains { $0.key == key }
    }

    private func gives(_ row: RenderedRow, _ rows: RowSet) throws -> Bool {
        let table = explainer.table
        guard table.lookups.isEmpty, !table.isQuery else {
            return try explainer.renderer.rows(
                of: table, in: explainer.projection, stream: stream, from: rows
            ).contains { $0.isLike(row) && $0.rank == row.rank }
        }
        let kept = rows.rows(stream: stream, table: table.base)
        guard let mine = kept.first(where: { $0.key == row.keptKey }), mine.since == row.since,
            try render(mine)?.isLike(row, ignoringSince: true) == true
        else { return false }
        let group = table.group(of: row)
        let ahead = try kept.count { other in
            guard other.key != row.keptKey, let shown = try render(other) else { return false }
            return table.group(of: shown).isSame(as: group) && shown.stands(before: row)
        }
        return ahead + 1 == row.rank
    }

    private func render(_ row: TableRow) throws -> RenderedRow? {
        let content = RowContent(key: row.key, values: row.values)
        if let known = rendered[content] { return known }
        let shown = try explainer.renderAlone(row).first
        rendered.updateValue(shown, forKey: content)
        return shown
    }
}

extension RenderedRow {
    /// Whether key, values and, unless ignored, `since` are the same; the rank may be another.
    func isLike(_ other: RenderedRow, ignoringSince: Bool = false) -> Bool {
        key.isSame(as: other.key) && columns == other.columns && (ignoringSince || since == other.since)
    }
}
