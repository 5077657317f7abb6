import EventCoding
import EventLog
import Testing
import Travelog

/// What stands in the log at one position.
struct LoggedEvent {
    let type: String
    let subject: String
    let stream: String
    let occurred: Timestamp
    let metadata: PayloadMap
    let payload: PayloadMap

    init(_ position: UInt64, in travelog: Travelog) throws {
        var block = EventBlock()
        try travelog.log.read(position, into: &block)
        try #require(!block.isEmpty)
        guard let event = block.event(at: 0) else { throw LogError(.damaged, "no event", position: position) }
        type = event.typeText
        subject = event.subjectText
        stream = event.streamText
        occurred = event.occurred
        metadata = try #require(try PayloadValue(cbor: event.metadata).map)
        payload = try #require(try PayloadValue(cbor: event.payload).map)
    }
}
