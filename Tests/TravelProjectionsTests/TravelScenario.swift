import EventCoding
import EventLog
import Projections
import TravelEvents
import TravelProjections

/// What a user does, as events with their usual fields.
enum Act {
    static func view(
        _ id: String, title: String? = nil, description: String? = nil, place: String? = nil,
        tags: [String] = [], at time: Int64? = nil
    ) throws -> ProposedEvent {
        let photo = Photo(id: id, title: title, description: description, place: place, tags: tags)
        return event(try PhotoViewed(photo: photo).encoded(), PhotoViewed.definition, id, time)
    }

    static func visit(
        _ id: String, in vacation: String = "Europe", place: String? = "Paris, France", tags: [String] = [],
        title: String? = nil, description: String? = nil, at time: Int64? = nil
    ) throws -> ProposedEvent {
        let photo = Photo(id: id, title: title, description: description, place: place, tags: tags)
        let payload = try PhotoVisited(vacation: vacation, photo: photo).encoded()
        return event(payload, PhotoVisited.definition, id, time)
    }

    static func unvisit(_ id: String, in vacation: String = "Europe") throws -> ProposedEvent {
        let payload = try PhotoUnvisited(vacation: vacation, photo: id).encoded()
        return event(payload, PhotoUnvisited.definition, id, nil)
    }

    static func create(_ vacation: String) throws -> ProposedEvent {
        event(try VacationCreated(name: vacation).encoded(), VacationCreated.definition, vacation, nil)
    }

    static func delete(_ vacation: String) throws -> ProposedEvent {
        event(try VacationDeleted(name: vacation).encoded(), VacationDeleted.definition, vacation, nil)
    }

    static func mapType() throws -> ProposedEvent {
        let event = MapTypeSelected(mapType: .satellite)
        return Act.event(try event.encoded(), MapTypeSelected.definition, "map-type", nil)
    }

    /// An event whose payload keeps to no rule.
    static func raw(
        _ definition: EventDefinition, subject: String, version: UInt16 = 1, _ payload: PayloadValue
    ) -> ProposedEvent {
        ProposedEvent(
            type: definition.type, schemaVersion: version, subject: subject, payload: payload.cbor,
            occurred: Timestamp(milliseconds: 0))
    }

    private static func event(
        _ payload: [UInt8], _ definition: EventDefinition, _ subject: String, _ time: Int64?
    ) -> ProposedEvent {
        ProposedEvent(
            type: definition.type, subject: subject, payload: payload,
            occurred: Timestamp(milliseconds: time ?? 0, zoneMinutes: 60))
    }
}

extension Scenario {
    /// A scenario of the travel model after some events.
    static func travel(limit: Int = 20, _ events: [ProposedEvent] = []) throws -> Scenario {
        let scenario = try Scenario(
            try TravelModel.projections(recentsLimit: limit), catalogue: TravelModel.catalogue)
        try scenario.given(events)
        return scenario
    }
}
