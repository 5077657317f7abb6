import EventLog

/// Puts an explanation together from what a replay found.
struct ExplanationBuilder {
    let explainer: Explainer
    let search: RowSearch
    let stream: StreamSummary
    let field: String?
    let isComplete: Bool

    private var table: ShownTable { explainer.table }

    func explanation(of text: String) throws -> Explanation {
        guard let found = search.found else { return nothingFound(text) }
        let life = search.historian.lives[found.identity] ?? RowLife()
        let shown = try found.row ?? lastShape(of: life, found.identity)
        let (causes, omitted) = try causes(of: life, shownAs: shown)
        let rank = try RankHistory(explainer, search, stream: stream).of(found.row)
        return Explanation(
            table: table, key: String(decoding: found.identity.shown, as: UTF8.self), stream: stream,
            position: search.result.position, outcome: outcome(found.row, shown, life), causes: causes,
            omittedCauses: omitted, omissionIndex: omitted > 0 ? Explainer.shownCauses : causes.count,
            moves: rank.moves, rankAtLastChange: rank.atLastChange,
            ignored: life.ignored.map { cause($0, undone: 0, changes: []) },
            earlier: life.earlier.map { Explanation.EarlierChange(reason: $0.reason, count: $0.count) },
            count: try CountFinder(table: table, life: life, field: field, changes: changes).balance(shown),
            nearKeys: [], searchedEvents: search.historian.searched, doubts: search.result.doubts,
            kept: found.identity.kept, life: life)
    }

    private func outcome(
        _ row: RenderedRow?, _ shape: RenderedRow?, _ life: RowLife
    ) -> Explanation.Outcome {
        guard let row else { return life.entries.isEmpty ? .neverEntered : .absent(shape) }
        let group = table.group(of: row)
        return .present(row, count: search.rows.count { table.group(of: $0).isSame(as: group) })
    }

    /// The row as it looked before it went.
    private func lastShape(of life: RowLife, _ identity: RowIdentity) throws -> RenderedRow? {
        guard let last = life.last, let values = last.before ?? last.after else { return nil }
        let row = TableRow(key: last.key, values: values, since: last.sinceBefore ?? last.position)
        return try explainer.renderAlone(row).first { RowIdentity($0) == identity }
    }

    // MARK: Causes

    private func causes(
        of life: RowLife, shownAs row: RenderedRow?
    ) throws -> (causes: [Explanation.Cause], omitted: Int) {
        func rendered(_ entries: ArraySlice<RowLife.Entry>) throws -> [Explanation.Cause] {
            try entries.map { entry in
                cause(entry.effect, undone: entry.undone, changes: try changes(entry.effect, row))
            }
        }
        let entries = life.entries[...]
        if let field {
            let all = try rendered(entries).filter { cause in
                cause.role != .set || cause.changes.contains { $0.column == field }
            }
            return shortened(all)
        }
        guard !isComplete, entries.count > Explainer.mostCauses else { return (try rendered(entries), 0) }
        let ends = (entries.prefix(Explainer.shownCauses), entries.suffix(Explainer.shownCauses))
        return (
            try rendered(ends.0) + rendered(ends.1), entries.count - 2 * Explainer.shownCauses
        )
    }

    private func shortened(_ causes: [Explanation.Cause]) -> (causes: [Explanation.Cause], omitted: Int) {
        guard !isComplete, causes.count > Explainer.mostCauses else { return (causes, 0) }
        let shown = Explainer.shownCauses
        return (Array(causes.prefix(shown) + causes.suffix(shown)), causes.count - 2 * shown)
    }

    private func cause(
        _ effect: Effect, undone: UInt64, changes: [Explanation.FieldChange]
    ) -> Explanation.Cause {
        let role: Explanation.Role =
            switch effect.operation {
            case .insert: .entered
            case .set: .set
            case .remove: .removed
            case .ignore: .ignored
            }
        return Explanation.Cause(
            position: effect.position, role: role, changes: changes, reason: effect.reason,
            undone: undone > 0 ? undone : nil)
    }

    /// The columns that an effect changed, as the row with the same shown key has them.
    private func changes(_ effect: Effect, _ row: RenderedRow?) throws -> [Explanation.FieldChange] {
        let before = try columns(effect.before, effect, row)
        let after = try columns(effect.after, effect, row)
        return table.columns.indices.compactMap { index in
            let (old, new) = (before?[index] ?? .none, after?[index] ?? .none)
            guard old != new else { return nil }
            return Explanation.FieldChange(column: table.columns[index], before: old, after: new)
        }
    }

    private func columns(
        _ values: Row?, _ effect: Effect, _ row: RenderedRow?
    ) throws -> [ColumnValue]? {
        guard let values else { return nil }
        let kept = TableRow(key: effect.key, values: values, since: effect.position)
        let rows = try explainer.renderAlone(kept)
        guard let row else { return search.match.best(of: rows)?.row.columns }
        return rows.first { $0.key.isSame(as: row.key) }?.columns
    }

    // MARK: Nothing found

    private func nothingFound(_ text: String) -> Explanation {
        Explanation(
            table: table, key: text, stream: stream, position: search.result.position,
            outcome: .neverMentioned, causes: [], omittedCauses: 0, omissionIndex: 0, moves: [],
            rankAtLastChange: nil, ignored: [], earlier: [], count: nil,
            nearKeys: NearKeys(table: table, rows: search.rows + search.historian.seen).near(text),
            searchedEvents: search.historian.searched, doubts: search.result.doubts, kept: nil,
            life: RowLife())
    }
}

extension [String] {
    /// Whether both have the same texts, byte by byte.
    func isSame(as other: [String]) -> Bool {
        count == other.count && zip(self, other).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }
}
