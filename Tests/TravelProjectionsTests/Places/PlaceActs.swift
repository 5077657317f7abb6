import EventCoding
import EventLog
import Projections
import TravelEvents
import TravelProjections

extension Act {
    static func request(_ id: String, at time: Int64 = 0) throws -> ProposedEvent {
        try proposed(PlacesRefreshRequested(refreshID: id, source: "test"), subject: id, at: time)
    }

    static func refreshed(_ id: String, _ places: [Place], at time: Int64 = 0) throws -> ProposedEvent {
        try proposed(PlacesRefreshed(refreshID: id, places: places), subject: id, at: time)
    }

    static func refreshed(_ id: String, names: [String?], at time: Int64 = 0) throws -> ProposedEvent {
        try refreshed(id, names.map { Place(name: $0) }, at: time)
    }

    static func failed(_ id: String, reason: String? = nil, at time: Int64 = 0) throws -> ProposedEvent {
        try proposed(PlacesRefreshFailed(refreshID: id, reason: reason), subject: id, at: time)
    }

    static func removeSection(_ country: String) throws -> ProposedEvent {
        try proposed(PlacesSectionRemoved(country: country), subject: country, at: 0)
    }

    static func mapType(_ name: String) throws -> ProposedEvent {
        try proposed(MapTypeSelected(mapType: MapType(rawValue: name)), subject: "", at: 0)
    }

    /// An event of any type, with its payload in the stored form.
    static func proposed<P: EventPayload>(
        _ payload: P, subject: String, at time: Int64
    ) throws -> ProposedEvent {
        ProposedEvent(
            type: P.definition.type, schemaVersion: P.definition.version, subject: subject,
            payload: try payload.encoded(), occurred: Timestamp(milliseconds: time, zoneMinutes: 60))
    }
}

extension Scenario {
    /// A scenario of the list of places after some events.
    static func places(_ events: [ProposedEvent]) throws -> Scenario {
        let scenario = try Scenario([AnyProjection(Places())], catalogue: TravelModel.catalogue)
        try scenario.given(events)
        return scenario
    }

    /// Title, subtitle and country of the places, with strokes between them.
    func placeTexts() throws -> [String] {
        try rows("places").map { row in
            [1, 2, 0].map { "\(row.columns[$0])" }.joined(separator: "|")
        }
    }

    /// The list in sections.
    func placeSections(at position: UInt64? = nil) throws -> SectionedTable {
        SectionedTable(try rows("places", at: position), of: Places.placesTable)
    }

    /// How the newest request stands.
    func refreshState(at position: UInt64? = nil) throws -> RefreshState {
        RefreshState(try rows("refresh", at: position))
    }

    /// The effects of one event, as `operation key reason`, in order.
    func effects(of position: UInt64) throws -> [String] {
        let recorder = EffectRecorder(position)
        _ = try Replay(projections, catalogue: TravelModel.catalogue).run(over: log, listener: recorder)
        return recorder.lines
    }
}

/// Notes what one event did.
final class EffectRecorder: EffectListener {
    private let position: UInt64
    private(set) var lines: [String] = []

    init(_ position: UInt64) { self.position = position }

    func effect(_ effect: Effect, of projection: AnyProjection) {
        guard effect.position == position else { return }
        lines.append("\(effect.operation) \(effect.key) \(effect.reason)")
    }
}

extension PayloadValue {
    /// A map of these entries; of one key the last counts.
    static func fields(_ pairs: KeyValuePairs<String, PayloadValue>) -> PayloadValue {
        var map = PayloadMap()
        for (key, value) in pairs { map[key] = value }
        return .map(map)
    }
}
