public import EventCoding
public import EventLog

/// Checks effects the slow way: after each event, what was told against every row before and after it.
public enum EffectCheck {
    /// What does not fit, one sentence each; empty when effects tell the truth.
    ///
    /// Each event is folded by itself. The effects of an event, applied to the rows before it, must give the
    /// rows after it; each effect must be of the right kind, and name what was there; the `since` of a row
    /// that changed must be the event.
    ///
    /// - Complexity: O(events x rows).
    public static func violations(
        of projection: AnyProjection, over source: any EventSource, catalogue: EventCatalogue
    ) throws -> [String] {
        var store = RowStore(
            for: projection, catalogue: catalogue, pastReader: EventPastReader(source, catalogue),
            isListening: true)
        var (violations, before): ([String], [RowPlace: TableRow]) = ([], [:])
        var block = EventBlock()
        let head = try source.head().position
        guard head > 0 else { return [] }
        for position in 1...head {
            try source.read(position, into: &block)
            block.upcast(with: catalogue)
            projection.fold(block, into: &store)
            if let error = store.fatal { throw error }
            let after = rows(of: projection, RowSet(store))
            var model = before
            for effect in store.takeEffects() {
                if let problem = apply(effect, at: position, to: &model) { violations.append(problem) }
            }
            violations += differences(model, after, position)
            before = after
        }
        return violations
    }

    private struct RowPlace: Hashable {
        let stream: UInt32
        let tableID: UInt8
        let key: RowKey
    }

    private static func rows(of projection: AnyProjection, _ set: RowSet) -> [RowPlace: TableRow] {
        var rows: [RowPlace: TableRow] = [:]
        for stream in set.streams {
            for table in projection.tables {
                for row in set.rows(stream: stream, table: table) {
                    rows[RowPlace(stream: stream, tableID: table.id, key: row.key)] = row
                }
            }
        }
        return rows
    }

    private static func apply(
        _ effect: Effect, at position: UInt64, to rows: inout [RowPlace: TableRow]
    ) -> String? {
        let place = RowPlace(stream: effect.stream, tableID: effect.tableID, key: effect.key)
        let before = rows[place]
        let what = "event \(position), table \(effect.tableID), \(effect.key): \(effect.operation)"
        guard effect.position == position else { return "\(what) names event \(effect.position)" }
        guard effect.before == before?.values, effect.sinceBefore == before?.since else {
            return "\(what) does not tell what was there"
        }
        let isRightKind =
            switch effect.operation {
            case .insert: effect.before == nil && effect.after != nil
            case .set: effect.before != nil && effect.after != nil && effect.before != effect.after
            case .remove: effect.before != nil && effect.after == nil
            case .ignore: effect.before == effect.after
            }
        guard isRightKind else { return "\(what) is not what happened" }
        if effect.operation == .ignore { return nil }
        rows[place] = effect.after.map { TableRow(key: effect.key, values: $0, since: position) }
        return nil
    }

    private static func differences(
        _ told: [RowPlace: TableRow], _ found: [RowPlace: TableRow], _ position: UInt64
    ) -> [String] {
        let places = Set(told.keys).union(found.keys).sorted {
            ($0.stream, $0.tableID, $0.key) < ($1.stream, $1.tableID, $1.key)
        }
        return places.filter { told[$0] != found[$0] }.map {
            "event \(position), table \($0.tableID), \($0.key): effects and rows differ"
        }
    }
}
