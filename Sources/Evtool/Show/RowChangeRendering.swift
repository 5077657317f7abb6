internal import EventLog
internal import Projections

/// Turns the effects of one event into changes of rows as users see them.
enum RowChangeRendering {
    /// The changes, one for each row, in the order of the projection's tables.
    ///
    /// - Parameter effects: What the event did to rows of the projection, in order.
    static func changes(
        of effects: [Effect], in projection: AnyProjection, _ renderer: RowRenderer
    ) throws -> [RowChange] {
        let effects = merged(effects)
        var changes: [RowChange] = []
        for table in projection.shownTables where !table.isQuery {
            changes += try effects.filter { $0.tableID == table.base.id }.flatMap { effect in
                try rowChanges(of: effect, in: table, projection, renderer)
            }
        }
        // Tables that users see only through others have no columns of their own.
        for table in projection.tables where projection.isHidden(table) {
            for effect in effects where effect.tableID == table.id {
                changes.append(bareChange(of: effect, in: "\(table.name)"))
            }
        }
        return changes
    }

    /// A change without columns.
    private static func bareChange(of effect: Effect, in table: String) -> RowChange {
        RowChange(
            table: table, operation: effect.operation, key: effect.key.description, columns: [],
            before: effect.before.map { _ in [] }, after: effect.after.map { _ in [] },
            reason: effect.reason.description)
    }

    /// One effect for each row: what it was before the event and what it is after.
    private static func merged(_ effects: [Effect]) -> [Effect] {
        var merged: [Effect] = []
        for effect in effects {
            guard
                let index = merged.firstIndex(where: { $0.tableID == effect.tableID && $0.key == effect.key })
            else {
                merged.append(effect)
                continue
            }
            merged[index] = combined(merged[index], effect)
        }
        return merged.filter { $0.operation == .ignore || $0.before != nil || $0.after != nil }
    }

    private static func combined(_ first: Effect, _ last: Effect) -> Effect {
        if last.operation == .ignore { return first }
        if first.operation == .ignore { return last }
        let operation: Effect.Operation =
            last.after == nil ? .remove : first.before == nil ? .insert : .set
        return Effect(
            position: last.position, stream: last.stream, tableID: last.tableID, operation: operation,
            key: last.key, before: first.before, after: last.after, sinceBefore: first.sinceBefore,
            reason: last.reason)
    }

    /// The rows that users see of one kept row, before and after.
    private static func rowChanges(
        of effect: Effect, in table: ShownTable, _ projection: AnyProjection, _ renderer: RowRenderer
    ) throws -> [RowChange] {
        // A row that is rendered beside others cannot be shown as it was: only that it changed, and why.
        guard table.lookups.isEmpty else { return [bareChange(of: effect, in: table.name)] }
        func rendered(_ row: Row?, _ since: UInt64?) throws -> [RenderedRow] {
            guard let row else { return [] }
            let kept = TableRow(key: effect.key, values: row, since: since ?? effect.position)
            return try renderer.render([kept], of: table, in: projection)
        }
        let before = try rendered(effect.before, effect.sinceBefore)
        let after = try rendered(effect.after, effect.sinceAfter)
        func change(_ key: String, _ old: RenderedRow?, _ new: RenderedRow?) -> RowChange {
            RowChange(
                table: table.name, operation: effect.operation, key: key, columns: table.columns,
                before: old?.columns, after: new?.columns, reason: effect.reason.description)
        }
        func row(_ key: String, _ rows: [RenderedRow]) -> RenderedRow? {
            rows.first { $0.keyText.utf8.elementsEqual(key.utf8) }
        }
        if before.isEmpty && after.isEmpty { return [change(effect.key.description, nil, nil)] }
        let gone = before.filter { row($0.keyText, after) == nil }
        return gone.map { change($0.keyText, $0, nil) }
            + after.map { change($0.keyText, row($0.keyText, before), $0) }
    }
}
