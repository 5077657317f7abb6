import EventCoding
import EventLog
import Platform
import Projections
import TravelEvents
import TravelProjections

/// Appends random views, visits and unvisits with the travel projections inline, until it is killed.
///
/// It prints the last position of every batch once the append has returned: what is printed was acknowledged.
struct TravelWriter {
    struct Misuse: Error, CustomStringConvertible {
        let description: String
    }

    private static let largestBatch = 20
    private static let users = ["alice", "bob", "çelik"]

    private let path: String
    private var random: Xorshift

    init(_ arguments: [String]) throws {
        guard arguments.count == 3, let seed = UInt64(arguments[2]) else {
            throw Misuse(description: "PATH SEED are needed")
        }
        path = arguments[1]
        random = Xorshift(seed: seed)
    }

    func run() throws {
        var writer = self
        let log = try EventLog.open(at: path)
        let stored = try StoredProjections(
            TravelModel.projections, catalogue: TravelModel.catalogue, store: log, unicodeVersion: "test")
        try stored.catchUp()
        stored.attach()
        while true {
            let size = Int(writer.random.next() % UInt64(Self.largestBatch)) + 1
            let user = Self.users[Int(writer.random.next() % UInt64(Self.users.count))]
            let events = try (0..<size).map { _ in try writer.event() }
            let receipt = try log.append(events, to: StreamName(user))
            try StandardStream.output.write(Array("\(receipt.head)\n".utf8))
        }
    }

    private mutating func event() throws -> ProposedEvent {
        let number = random.next() % 40
        let vacation = "trip-\(random.next() % 3)"
        switch random.next() % 10 {
        case 0..<4: return try event(PhotoViewed(photo: photo(number)), subject: "p\(number)")
        case 4..<8:
            return try event(PhotoVisited(vacation: vacation, photo: photo(number)), subject: "p\(number)")
        case 8:
            return try event(PhotoUnvisited(vacation: vacation, photo: "p\(number)"), subject: "p\(number)")
        default: return try event(VacationDeleted(name: vacation), subject: vacation)
        }
    }

    private func photo(_ number: UInt64) -> Photo {
        var photo = Photo()
        photo.id = "p\(number)"
        photo.title = "Photo \(number)"
        photo.place = "Place \(number % 7), Country \(number % 3)"
        photo.tags = ["tag\(number % 5)", "even\(number % 2)"]
        return photo
    }

    private func event<Payload: EventPayload>(_ payload: Payload, subject: String) throws -> ProposedEvent {
        ProposedEvent(type: Payload.definition.type, subject: subject, payload: try payload.encoded())
    }
}

/// A small generator of repeatable numbers.
struct Xorshift {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state >> 8
    }
}
