import EventCoding
import EventLog
import TestSupport
import TravelEvents

/// Histories in which everything that can collide does: few photos, places, tags and vacations.
struct RandomHistory {
    private var random: SplitMix64
    private let vacations = ["Europe", "Asien", "E", " E\u{301} ", "\u{c9}"]
    private let places = ["Paris, France", "Z\u{fc}rich, X", "Zu\u{308}rich, X", nil, "", "Rome"]
    private let tags = ["art", "Art", "sea", "sea", "geo:1", " ", "\u{e9}t\u{e9}", "e\u{301}te\u{301}", "x"]

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// Appends of one to three events, each with its stream.
    mutating func appends(_ count: Int) throws -> [(stream: StreamName, events: [ProposedEvent])] {
        let streams = [try StreamName("alice"), try StreamName("bob")]
        return try (0..<count).map { _ in
            let events = try (0..<Int.random(in: 1...3, using: &random)).map { _ in try event() }
            return (streams[Int.random(in: 0...1, using: &random)], events)
        }
    }

    private mutating func event() throws -> ProposedEvent {
        let photo = "p\(Int.random(in: 1...5, using: &random))"
        let vacation = vacations.randomElement(using: &random) ?? ""
        let time = Int64.random(in: -5...5, using: &random)
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<25: return try Act.view(photo, title: "t\(time)", at: time)
        case 25..<60:
            let place = places.randomElement(using: &random) ?? nil
            let some = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                tags.randomElement(using: &random) ?? ""
            }
            return try Act.visit(photo, in: vacation, place: place, tags: some, at: time)
        case 60..<88: return try Act.unvisit(photo, in: vacation)
        case 88..<93: return try Act.create(vacation)
        default: return try Act.delete(vacation)
        }
    }
}
