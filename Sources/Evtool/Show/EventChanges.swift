internal import EventCoding
internal import EventLog
internal import Projections

/// What one event changed in every table, from the effects of a replay of its stream up to it.
struct EventChanges {
    /// The changes, in the order of the projections and their tables.
    private(set) var changes: [RowChange] = []
    /// The tables in which the event changed nothing.
    private(set) var unchanged: [String] = []
    /// What the folds could not apply of this event.
    private(set) var failures: [FoldFailure] = []
    /// Why the rows before the event may lack something; empty when they are whole.
    private(set) var doubts: [String] = []
    /// Whether some projection takes events of this type.
    private(set) var isTaken = false

    /// Whether the changes are all there are.
    var isComplete: Bool { failures.isEmpty && doubts.isEmpty }

    /// Replays the event's stream up to it, with the projections that take its type.
    init(at position: UInt64, type: String, stream: UInt32, in log: any EventSource, _ model: Model) throws {
        let isTaker = { (projection: AnyProjection) in
            projection.types.contains { $0.name.utf8.elementsEqual(type.utf8) }
        }
        let takers = model.projections.filter(isTaker)
        isTaken = !takers.isEmpty
        let collector = EffectCollector(of: position)
        if isTaken {
            guard let name = try log.streams().first(where: { $0.number == stream })?.name else {
                throw LogError(
                    .damaged, "the log has no entry for stream number \(stream)", position: position)
            }
            let result = try Replay(takers, catalogue: model.catalogue)
                .run(over: log, upTo: position, stream: name, listener: collector)
            failures = result.failures.filter { $0.position == position }
            doubts = result.incompleteness.map(\.description)
            doubts += result.failures.filter { $0.position < position }.map(\.description)
        }
        let renderer = RowRenderer(source: log, catalogue: model.catalogue)
        for projection in model.projections {
            let effects = collector.effects.filter { $0.projection == projection.name }.map(\.effect)
            try add(Self.merged(effects), of: projection, renderer)
        }
    }

    /// Changes of which nothing is known, for that reason.
    init(doubt: String) {
        isTaken = true
        doubts = [doubt]
    }

    private mutating func add(
        _ effects: [Effect], of projection: AnyProjection, _ renderer: RowRenderer
    ) throws {
        for table in projection.shownTables where !table.isQuery {
            let found = try effects.filter { $0.tableID == table.base.id }.flatMap { effect in
                try Self.rowChanges(of: effect, in: table, projection, renderer)
            }
            changes += found
            if !found.contains(where: { $0.operation != .ignore }) { unchanged.append(table.name) }
        }
        // Tables that users see only through others have no columns of their own.
        for table in projection.tables where projection.isHidden(table) {
            for effect in effects where effect.tableID == table.id {
                changes.append(Self.bareChange(of: effect, in: "\(table.name)"))
            }
        }
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
