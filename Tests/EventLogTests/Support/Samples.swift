import EventCoding
import EventLog
import Testing

let alice = stream("alice")
let bob = stream("bob")
let viewed: EventType = "photo.viewed"
let visited: EventType = "photo.visited"

func stream(_ name: String) -> StreamName {
    do { return try StreamName(name) } catch { preconditionFailure("\(error)") }
}

/// A payload that says `number`.
func payload(_ number: Int) -> [UInt8] {
    var map = PayloadMap()
    map["number"] = .integer(Int64(number))
    return PayloadValue.map(map).cbor
}

/// An event that says `number`.
func event(
    _ number: Int = 0, _ type: EventType = viewed, id: EventID? = nil, occurred: Timestamp? = nil
) -> ProposedEvent {
    ProposedEvent(
        type: type, subject: "photo \(number)", payload: payload(number), occurred: occurred, id: id)
}

func events(_ numbers: ClosedRange<Int>) -> [ProposedEvent] { numbers.map { event($0) } }

func id(_ number: UInt64) -> EventID {
    var bytes = [UInt8](repeating: 0xEE, count: 8)
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
    guard let id = EventID(bytes: bytes) else { preconditionFailure("16 bytes are an id") }
    return id
}

/// One event, copied out of a log.
struct Seen: Hashable {
    var position: UInt64
    var stream: String
    var revision: UInt64
    var type: String
    var subject: String
    var id: EventID
    var payload: [UInt8]
    var occurred: Timestamp
    var recorded: Int64

    init(_ event: borrowing Event) {
        position = event.position
        stream = event.streamText
        revision = event.revision
        type = event.typeText
        subject = event.subjectText
        id = event.id
        payload = event.payload.indices.map { event.payload[$0] }
        occurred = event.occurred
        recorded = event.recorded
    }
}

extension EventSource {
    /// Every event of a plan; anything else than an event fails the test.
    func seen(_ plan: ReadPlan = ReadPlan(), sourceLocation: SourceLocation = #_sourceLocation) throws
        -> [Seen]
    {
        var all: [Seen] = []
        try forEachBlock(plan) { block in
            #expect(block.count <= LogLimits.blockEvents, sourceLocation: sourceLocation)
            for index in 0..<block.count {
                guard let event = block.event(at: index) else {
                    Issue.record("something else than an event was read", sourceLocation: sourceLocation)
                    continue
                }
                all.append(Seen(event))
            }
            return .proceed
        }
        return all
    }

    /// The event at `position`.
    func seen(at position: UInt64) throws -> Seen {
        var block = EventBlock()
        try read(position, into: &block)
        return try #require(block.events.first)
    }
}

extension EventBlock {
    /// The events of the block, copied.
    var events: [Seen] {
        (0..<count).compactMap { index in
            guard let event = event(at: index) else { return nil }
            return Seen(event)
        }
    }
}

/// Expects a `LogError` with `code` and returns it.
@discardableResult
func expect(
    _ code: LogError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) -> LogError? {
    do {
        try body()
        Issue.record("no error, but \(code) was expected", sourceLocation: sourceLocation)
    } catch let error as LogError {
        #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
        return error
    } catch {
        Issue.record("\(error) is no LogError", sourceLocation: sourceLocation)
    }
    return nil
}
