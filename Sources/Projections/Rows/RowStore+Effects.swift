// What is told of the changes: noted while an event is applied, and put together when it is final.

extension RowStore {
    /// Whether effects on a table are gathered.
    @inline(__always)
    func hears(_ table: Table) -> Bool { heardTables & table.bit != 0 }

    /// Notes what the current event does to a row.
    mutating func tell(
        _ operation: Effect.Operation, _ table: Table, _ keyStart: Int, _ keyLength: Int, _ before: Content?,
        _ after: Row?, _ reason: Reason
    ) {
        notes.append(
            EffectNote(
                operation: operation, tableID: table.id, reason: reason,
                key: keyStart..<keyStart + keyLength, before: before, after: after))
    }

    /// Makes effects of what was noted of an event that is final, where somebody wants them.
    mutating func putEffectsTogether() {
        if filter?.wants(notes.span, keys: keys.span, at: position) ?? true {
            for note in notes {
                effects.append(
                    Effect(
                        position: position, stream: stream, tableID: note.tableID, operation: note.operation,
                        key: RowKey(bytes: Array(keys[note.key])), before: note.before?.row,
                        after: note.after, sinceBefore: note.before?.since, reason: note.reason))
            }
        }
        notes.removeAll(keepingCapacity: true)
    }

    /// The effects gathered since the last call.
    mutating func takeEffects() -> [Effect] {
        guard !effects.isEmpty else { return [] }
        defer { effects.removeAll(keepingCapacity: true) }
        return effects
    }
}
