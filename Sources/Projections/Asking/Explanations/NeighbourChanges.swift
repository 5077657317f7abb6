/// How other rows of a table changed since a row last did: enough to tell who came before it, and when.
struct NeighbourChanges {
    /// How many effects are kept; where there were more, a second pass finds what is needed.
    static let capacity = 50_000

    /// The event of the row's own last change; what it did to others counts as before.
    let start: UInt64
    /// Each changed row as it was at the start.
    private(set) var before: [RowKey: (values: Row, since: UInt64)?] = [:]
    /// The effects, in order, while there is room for them.
    private(set) var effects: [Effect] = []
    /// Whether there were more effects than are kept.
    private(set) var isTooLong = false

    init(since start: UInt64) { self.start = start }

    mutating func add(_ effect: Effect) {
        guard effect.position > start else { return }
        if before[effect.key] == nil {
            before.updateValue(
                effect.before.map { ($0, effect.sinceBefore ?? 0) }, forKey: effect.key)
        }
        if effects.count < Self.capacity {
            effects.append(effect)
        } else {
            isTooLong = true
        }
    }
}
