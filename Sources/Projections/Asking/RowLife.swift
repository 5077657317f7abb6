/// What happened to one kept row, as far as it still matters: its present or last life, and what came before.
struct RowLife {
    /// One effect on the row, and what its event did beside.
    struct Entry {
        var effect: Effect
        /// The earlier event that this one took back, by what it removed elsewhere; 0 for none.
        var undone: UInt64 = 0
    }

    /// The effects since the row last came in, that one included; after a removal, up to it.
    private(set) var entries: [Entry] = []
    /// Events after the last change that were about the row and changed nothing.
    private(set) var ignored: [Effect] = []
    /// How often earlier lives began and ended, by reason, in the order in which reasons first came up.
    private(set) var earlier: [(reason: Reason, count: Int)] = []

    /// Whether the row stands at the end.
    var isPresent: Bool { entries.last.map { $0.effect.after != nil } ?? false }

    /// Whether any event changed the row or was about it.
    var isEmpty: Bool { entries.isEmpty && ignored.isEmpty }

    /// The last effect that changed the row.
    var last: Effect? { entries.last?.effect }

    /// Takes note of the next effect on the row.
    mutating func add(_ effect: Effect, undone: UInt64) {
        if effect.operation == .ignore { return ignored.append(effect) }
        ignored.removeAll()
        if let last = entries.last, last.effect.position == effect.position,
            let whole = last.effect.followed(by: effect)
        {
            entries[entries.count - 1].effect = whole
            return
        }
        if effect.operation == .insert {
            if let first = entries.first { count(first.effect.reason) }
            if let last = entries.last, last.effect.after == nil { count(last.effect.reason) }
            entries.removeAll()
        }
        entries.append(Entry(effect: effect, undone: undone))
    }

    private mutating func count(_ reason: Reason) {
        if let index = earlier.firstIndex(where: { $0.reason == reason }) {
            earlier[index].count += 1
        } else {
            earlier.append((reason, 1))
        }
    }
}

extension Effect {
    /// What this effect and a later one of the same event did together; nil where the row only passed through.
    fileprivate func followed(by last: Effect) -> Effect? {
        guard before != nil || last.after != nil else { return nil }
        return Effect(
            position: position, stream: stream, tableID: tableID,
            operation: last.after == nil ? .remove : before == nil ? .insert : .set, key: key,
            before: before, after: last.after, sinceBefore: sinceBefore, reason: last.reason)
    }
}
