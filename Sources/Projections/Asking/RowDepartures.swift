/// Hears a replay and keeps for each row which event last took it away.
///
/// Memory grows with the rows that were changed after the position from which it listens, not with the
/// events.
public final class RowDepartures: EffectListener {
    private struct Place: Hashable {
        let projection: String
        let stream: UInt32
        let tableID: UInt8
        let key: RowKey
    }

    /// The last effects on one row.
    private struct Last {
        var removed: RowDeparture?
        var set: RowDeparture?
    }

    private let start: UInt64
    private var last: [Place: Last] = [:]

    /// A listener for the events after a position.
    public init(after start: UInt64 = 0) { self.start = start }

    /// Takes one effect.
    public func effect(_ effect: Effect, of projection: AnyProjection) {
        guard effect.position > start, effect.operation != .ignore else { return }
        let place = Place(
            projection: projection.name, stream: effect.stream, tableID: effect.tableID, key: effect.key)
        let departure = RowDeparture(position: effect.position, reason: effect.reason)
        if effect.operation == .remove {
            last[place, default: Last()].removed = departure
        } else {
            last[place, default: Last()].set = departure
        }
    }

    /// The event that took a shown row away, or nil where no such event was heard of.
    ///
    /// A row is gone when its kept row was removed. One kept row may be shown as several, as a photo is under
    /// each of its tags; a shown row is gone as well when the kept one was set to something else.
    public func departure(
        of row: RenderedRow, in table: ShownTable, of projection: AnyProjection, stream: UInt32
    ) -> RowDeparture? {
        let place = Place(
            projection: projection.name, stream: stream, tableID: table.base.id, key: row.keptKey)
        return last[place].flatMap { $0.removed ?? $0.set }
    }
}
