public import EventCoding
public import EventLog

/// An event that changed something in the real history, and changes nothing in a hypothetical one.
public struct Orphan: Hashable, Sendable {
    /// Its position in the hypothetical history.
    public let position: UInt64
    /// The projection in which it lost its footing.
    public let projection: String
    /// The key of the row that it is about.
    public let key: RowKey
    /// Why it changes nothing now.
    public let reason: Reason
}

extension Orphan {
    /// The orphan that an effect tells.
    init(_ effect: Effect, of projection: AnyProjection) {
        self.init(
            position: effect.position, projection: projection.name, key: effect.key, reason: effect.reason)
    }

    /// What an event is in a history that might have been: enough to compare it with the real one.
    public struct Places: Sendable {
        /// Where an event of the real history stands in the hypothetical one.
        let place: @Sendable (UInt64) -> UInt64
        /// The positions of events that only the hypothetical one has: they had no footing to lose.
        let inserted: [UInt64]

        /// The places of events.
        ///
        /// - Parameters:
        ///   - inserted: The positions, rising, of events that only the hypothetical history has.
        ///   - place: Where an event of the real history stands in the hypothetical one; it keeps their order.
        public init(
            inserted: [UInt64] = [], place: @escaping @Sendable (UInt64) -> UInt64 = { $0 }
        ) {
            self.place = place
            self.inserted = inserted
        }
    }

    /// The events that lost their footing, by position and then in the order of the projections.
    ///
    /// - Parameters:
    ///   - projections: The folds to look at.
    ///   - catalogue: The model's event types.
    ///   - real: The history as it is.
    ///   - hypothetical: The history as it might have been.
    ///   - stream: The only stream to look at; nil for all.
    ///   - end: The last position of the real history to look at; nil for the end.
    ///   - places: Where events stand in the hypothetical history.
    ///   - shared: The last position up to which both histories hold the same events; 0 for none.
    /// - Throws: `LogError` when a history cannot be read.
    /// - Complexity: One replay of the shared events and two of the others; memory grows with the events that
    ///   change nothing.
    public static func all(
        of projections: [AnyProjection], catalogue: EventCatalogue, real: any EventSource,
        hypothetical: any EventSource, stream: StreamName?, upTo end: UInt64?, places: Places = Places(),
        sharing shared: UInt64 = 0
    ) throws -> [Orphan] {
        // Without the stream no event of it changes anything, on either side.
        if let stream, try hypothetical.stream(named: stream) == nil { return [] }
        let isReal = try stream.map { try real.stream(named: $0) != nil } ?? true
        let ignored = IgnoredEvents(of: projections.count, places)
        var listener: StateListener?
        _ = try Replay(projections, catalogue: catalogue).runFork(
            from: HistoryMoment(of: real, at: isReal ? end : 0, stream: isReal ? stream : nil),
            to: HistoryMoment(of: hypothetical, at: end.map(places.place), stream: stream),
            sharing: isReal ? shared : 0, listener: ignored
        ) { _ in
            let other = StateListener(
                projections, keys: projections.map { _ in [:] }, after: 0, ignored: ignored)
            listener = other
            return other
        }
        return listener?.orphans ?? []
    }
}

/// Notes the events of the real history that changed nothing.
final class IgnoredEvents: SelectiveListener {
    private let filters: [IgnoredFilter]
    private let inserted: [UInt64]

    /// A listener to so many projections.
    init(of projections: Int, _ places: Orphan.Places) {
        filters = (0..<projections).map { _ in IgnoredFilter(places.place) }
        inserted = places.inserted
    }

    func filter(of projection: Int) -> (any EffectFilter)? { filters[projection] }

    func effect(_ effect: Effect, of projection: AnyProjection) {}

    /// The positions, rising, in the hypothetical history of the events that change nothing in a projection of the
    /// real one, and of those that it does not have.
    func positions(of projection: Int) -> [UInt64] {
        let positions = filters[projection].positions
        return inserted.isEmpty ? positions : (positions + inserted).sorted()
    }
}

/// Wants nothing, and keeps where events changed nothing.
private final class IgnoredFilter: EffectFilter {
    let tables = Table.everyBit
    private let place: (UInt64) -> UInt64
    private(set) var positions: [UInt64] = []

    init(_ place: @escaping (UInt64) -> UInt64) { self.place = place }

    func wants(_ effects: Span<EffectNote>, keys: Span<UInt8>, at position: UInt64) -> Bool {
        for index in effects.indices where effects[index].operation != .ignore { return false }
        positions.append(place(position))
        return false
    }
}
