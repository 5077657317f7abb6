internal import EventLog
internal import Projections

/// Hears a replay and keeps the effects of one event.
final class EffectCollector: EffectListener {
    private let position: UInt64
    /// The effects with the name of their projection, in the order of the replay.
    private(set) var effects: [(projection: String, effect: Effect)] = []

    init(of position: UInt64) { self.position = position }

    func effect(_ effect: Effect, of projection: AnyProjection) {
        if effect.position == position { effects.append((projection.name, effect)) }
    }
}
