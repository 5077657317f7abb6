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
    /// The events that lost their footing, by position and then in the order of the projections.
    ///
    /// - Parameters:
    ///   - projections: The folds to look at.
    ///   - catalogue: The model's event types.
    ///   - real: The history as it is.
    ///   - hypothetical: The history as it might have been.
    ///   - stream: The only stream to look at; nil for all.
    ///   - end: The last position of the real history to look at; nil for the end.
    ///   - place: Where an event of the real history stands in the hypothetical one.
    ///   - inserted: The positions of events that only the hypothetical one has: they had no footing to lose.
    /// - Throws: `LogError` when a history cannot be read.
    /// - Complexity: Two replays; memory grows with the events that change nothing.
    public static func all(
        of projections: [AnyProjection], catalogue: EventCatalogue, real: any EventSource,
        hypothetical: any EventSource, stream: StreamName?, upTo end: UInt64?,
        place: (UInt64) -> UInt64 = { $0 }, inserted: [UInt64] = []
    ) throws -> [Orphan] {
        func ignored(_ source: any EventSource, _ end: UInt64?) throws -> IgnoredEvents {
            let listener = IgnoredEvents()
            if let stream, try source.stream(named: stream) == nil { return listener }
            _ = try Replay(projections, catalogue: catalogue)
                .run(over: source, upTo: end, stream: stream, listener: listener)
            listener.finish()
            return listener
        }
        let before = try ignored(real, end)
        let after = try ignored(hypothetical, end.map(place))
        let known = Set(before.orphans.map { Place(projection: $0.projection, position: place($0.position)) })
        let inserted = Set(inserted)
        return after.orphans.filter {
            !inserted.contains($0.position)
                && !known.contains(Place(projection: $0.projection, position: $0.position))
        }
    }

    private struct Place: Hashable {
        let projection: String
        let position: UInt64
    }
}

/// Notes the events that changed nothing.
private final class IgnoredEvents: EffectListener {
    private(set) var orphans: [Orphan] = []
    private var candidate: Orphan?

    func effect(_ effect: Effect, of projection: AnyProjection) {
        let isSame = candidate.map { $0.position == effect.position && $0.projection == projection.name }
        if isSame == true {
            if effect.operation != .ignore { candidate = changed(effect, projection) }
            return
        }
        finish()
        candidate =
            effect.operation == .ignore
            ? Orphan(
                position: effect.position, projection: projection.name, key: effect.key,
                reason: effect.reason)
            : changed(effect, projection)
        isChange = effect.operation != .ignore
    }

    /// Whether the present event changed something.
    private var isChange = false

    private func changed(_ effect: Effect, _ projection: AnyProjection) -> Orphan {
        isChange = true
        return Orphan(
            position: effect.position, projection: projection.name, key: effect.key, reason: effect.reason)
    }

    /// Takes note of the last event.
    func finish() {
        if let candidate, !isChange { orphans.append(candidate) }
        candidate = nil
        isChange = false
    }
}
