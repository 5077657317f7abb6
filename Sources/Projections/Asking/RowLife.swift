/// What happened to one kept row, as far as it still matters: its present or last life, and what came before.
struct RowLife {
    /// One effect on the row, and what its event did beside.
    struct Entry {
        let effect: Effect
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
