import EventCoding
import EventLog
import TravelEvents

/// Events made from a seed: a pool that a history goes through again and again.
///
/// Four in five open a photo, one in ten marks a visit, one in twenty takes it back; the rest make vacations
/// and choose maps. Photos are skewed: some are opened again and again.
struct EventPool {
    /// What a payload is to have on average, in bytes.
    static let payloadBytes = 300
    /// The events in a pool.
    static let eventCount = 20_000
    private static let photoCount = 8000
    private static let tagCount = 500

    let events: [ProposedEvent]

    /// The average size of a payload in bytes.
    var averagePayload: Double {
        Double(events.reduce(0) { $0 + $1.payload.count }) / Double(events.count)
    }

    init(seed: UInt64) throws {
        var maker = Maker(random: SplitMix64(seed: seed))
        events = try (0..<Self.eventCount).map { _ in try maker.event() }
    }

    private struct Maker {
        var random: SplitMix64

        mutating func event() throws -> ProposedEvent {
            let photo = photo(random.skewed(below: photoCount))
            switch random.below(100) {
            case 0..<80:
                return try proposed(PhotoViewed(photo: photo))
            case 80..<90:
                return try proposed(PhotoVisited(vacation: vacation(), photo: photo))
            case 90..<95:
                return try proposed(PhotoUnvisited(vacation: vacation(), photo: photo.id))
            case 95..<98:
                let name = vacation()
                return try proposed(VacationCreated(name: name))
            default:
                return try proposed(MapTypeSelected(mapType: .satellite))
            }
        }

        private func proposed<P: EventPayload>(_ payload: P) throws -> ProposedEvent {
            try ProposedEvent(
                payload, occurred: Timestamp(milliseconds: 1_767_225_600_000, zoneMinutes: 60))
        }

        private mutating func vacation() -> String { "Vacation \(random.below(20))" }

        /// The same photo has the same text every time.
        private func photo(_ number: Int) -> Photo {
            var own = SplitMix64(seed: UInt64(number) &+ 0x5EED)
            let word = words[own.below(words.count)]
            return Photo(
                id: "\(50_000_000_000 + number * 7919)",
                title: "The \(word) by the old harbour, number \(number)",
                description: "A quiet walk along the \(word), taken by hand in the last light of the day",
                place: places[own.below(places.count)],
                tags: (0..<5).map { _ in "tag\(own.skewed(below: tagCount))" },
                owner: "48600090482@N01", latitude: Double(own.below(18_000)) / 100 - 90,
                longitude: Double(own.below(36_000)) / 100 - 180, secret: "8a1f02cc3d", server: "65535",
                farm: "66")
        }
    }
}

private let words = ["lighthouse", "pier", "market", "bridge", "tower", "garden", "square", "beach"]
private let places = [
    "Ribeira, Porto, Portugal", "Mitte, Berlin, Germany", "Sultanahmet, Istanbul, Turkey",
    "Le Marais, Paris, France", "Trastevere, Rome, Italy", "Gion, Kyoto, Japan",
    "Mission, San Francisco, USA",
]
