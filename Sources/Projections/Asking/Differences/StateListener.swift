import EventLog

/// Hears the right side of a comparison: which events took away rows that the left side has, and which ones
/// changed nothing that did on the left side.
final class StateListener: SelectiveListener {
    /// What was taken away; nothing is known of rows that were only set.
    let departures: RowDepartures
    /// The events that lost their footing, where these are looked for.
    private(set) var orphans: [Orphan] = []
    private let projections: [AnyProjection]
    private let filters: [StateFilter]

    /// A listener.
    ///
    /// - Parameters:
    ///   - keys: For each projection the keys of the left side's rows, by table.
    ///   - start: Only later events are named as what took a row away.
    ///   - ignored: The events that change nothing on either side; nil where nobody looks for orphans.
    init(
        _ projections: [AnyProjection], keys: [[UInt8: KeyHashes]], after start: UInt64,
        ignored: IgnoredEvents?
    ) {
        self.projections = projections
        departures = RowDepartures(after: start)
        filters = keys.indices.map { index in
            StateFilter(keys: keys[index], after: start, known: ignored?.positions(of: index))
        }
    }

    func filter(of projection: Int) -> (any EffectFilter)? { filters[projection] }

    func effect(_ effect: Effect, of projection: AnyProjection) {
        switch effect.operation {
        case .remove: departures.effect(effect, of: projection)
        case .ignore:
            let index = projections.firstIndex { $0.name.utf8.elementsEqual(projection.name.utf8) }
            guard let index, filters[index].takesOrphan(effect.position) else { return }
            orphans.append(Orphan(effect, of: projection))
        case .insert, .set: break
        }
    }
}

/// Wants what takes away rows with certain keys, and events that change nothing.
private final class StateFilter: EffectFilter {
    let tables: UInt32
    private let keys: [KeyHashes]
    private let start: UInt64
    /// The events, rising, that are known to change nothing; nil where such events are not wanted.
    private let known: [UInt64]?
    private var nextKnown = 0
    /// The wanted events that changed nothing.
    private var orphans: [UInt64] = []
    private var nextOrphan = 0

    init(keys: [UInt8: KeyHashes], after start: UInt64, known: [UInt64]?) {
        self.keys = (0...Table.largestID).map { keys[$0] ?? KeyHashes() }
        self.start = start
        self.known = known
        tables =
            known == nil ? keys.keys.reduce(0) { $0 | Table.bit(ofID: $1) } : Table.everyBit
    }

    func wants(_ effects: Span<EffectNote>, keys bytes: Span<UInt8>, at position: UInt64) -> Bool {
        var (isChange, isDeparture) = (false, false)
        for index in effects.indices {
            let operation = effects[index].operation
            if operation != .ignore { isChange = true }
            if operation == .remove, position > start, !isDeparture {
                let hashes = keys[Int(effects[index].tableID)]
                isDeparture = hashes.mayContain(effects[index].key(in: bytes))
            }
        }
        guard !isChange, let known else { return isDeparture }
        while nextKnown < known.count, known[nextKnown] < position { nextKnown += 1 }
        if nextKnown < known.count, known[nextKnown] == position { return false }
        orphans.append(position)
        return true
    }

    /// Whether the event at a position is wanted for changing nothing; true once for each.
    func takesOrphan(_ position: UInt64) -> Bool {
        guard nextOrphan < orphans.count, orphans[nextOrphan] == position else { return false }
        nextOrphan += 1
        return true
    }
}
