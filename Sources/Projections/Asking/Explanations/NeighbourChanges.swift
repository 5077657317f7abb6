/// How other rows of a table changed since a row last did: enough to tell who came before it, and when.
struct NeighbourChanges {
    /// How many effects are kept; where there were more, a second pass finds what is needed.
    static let capacity = 50_000

    /// A row as it was: nil where there was none.
    typealias Former = (values: Row, since: UInt64)?

    /// Whether the row is there; nothing can move one that is not.
    private(set) var isPresent = false
    /// The effects, in order, while there is room for them.
    private(set) var effects: [Effect] = []
    /// Whether there were more effects than are kept.
    private(set) var isTooLong = false
    /// The event of the row's own last change; what it did to others counts as before.
    private var start: UInt64 = 0
    /// Each changed row as it was at the start, where there were too many effects.
    private var former: [RowKey: Former] = [:]

    /// Begins anew with a change of the row itself.
    mutating func begin(behind effect: Effect) {
        start = effect.position
        isPresent = effect.after != nil
        effects.removeAll(keepingCapacity: true)
        if isTooLong { (isTooLong, former) = (false, [:]) }
    }

    mutating func add(_ effect: Effect) {
        guard isPresent, effect.position > start else { return }
        if isTooLong { return Self.note(effect, in: &former) }
        guard effects.count == Self.capacity else { return effects.append(effect) }
        former = before
        isTooLong = true
        effects = []
        Self.note(effect, in: &former)
    }

    /// Each changed row as it was at the start.
    var before: [RowKey: Former] {
        if isTooLong { return former }
        var former: [RowKey: Former] = [:]
        for effect in effects { Self.note(effect, in: &former) }
        return former
    }

    private static func note(_ effect: Effect, in former: inout [RowKey: Former]) {
        guard former[effect.key] == nil else { return }
        former.updateValue(effect.before.map { ($0, effect.sinceBefore ?? 0) }, forKey: effect.key)
    }
}
