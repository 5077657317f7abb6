import EventCoding
import EventLog
import Rivals
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
    /// The photos of a pool where nothing else is said.
    static let photoCount = 8000
    private static let tagCount = 500

    let events: [ProposedEvent]
    /// What each event says, for rivals.
    let facts: [RivalFact]

    /// The average size of a payload in bytes.
    var averagePayload: Double {
        Double(events.reduce(0) { $0 + $1.payload.count }) / Double(events.count)
    }

    /// - Parameters:
    ///   - photos: How many photos there are: all events are about these.
    ///   - events: How many events there are.
    init(seed: UInt64, photos: Int = Self.photoCount, events: Int = Self.eventCount) throws {
        var maker = Maker(random: SplitMix64(seed: seed), photos: photos)
        let made = try (0..<events).map { _ in try maker.event() }
        self.events = made.map(\.event)
        facts = made.map(\.fact)
    }

    private struct Maker {
        var random: SplitMix64
        let photos: Int

        mutating func event() throws -> (event: ProposedEvent, fact: RivalFact) {
            var (photo, fact) = photo(random.skewed(below: photos))
            switch random.below(100) {
            case 0..<80:
                fact.kind = UInt32(rivalFactView)
                return (try proposed(PhotoViewed(photo: photo)), fact)
            case 80..<90:
                let name = vacation(&fact)
                fact.kind = UInt32(rivalFactVisit)
                return (try proposed(PhotoVisited(vacation: name, photo: photo)), fact)
            case 90..<95:
                let name = vacation(&fact)
                fact.kind = UInt32(rivalFactUnvisit)
                return (try proposed(PhotoUnvisited(vacation: name, photo: photo.id)), fact)
            case 95..<98:
                let name = vacation(&fact)
                fact.kind = UInt32(rivalFactVacation)
                return (try proposed(VacationCreated(name: name)), fact)
            default:
                fact.kind = UInt32(rivalFactMap)
                return (try proposed(MapTypeSelected(mapType: .satellite)), fact)
            }
        }

        private func proposed<P: EventPayload>(_ payload: P) throws -> ProposedEvent {
            try ProposedEvent(
                payload, occurred: Timestamp(milliseconds: 1_767_225_600_000, zoneMinutes: 60))
        }

        private mutating func vacation(_ fact: inout RivalFact) -> String {
            let number = random.below(20)
            fact.vacation = UInt32(number)
            return "Vacation \(number)"
        }

        /// The same photo has the same text every time.
        private func photo(_ number: Int) -> (photo: Photo, fact: RivalFact) {
            var own = SplitMix64(seed: UInt64(number) &+ 0x5EED)
            let (word, place) = (words[own.below(words.count)], own.below(places.count))
            let tags = (0..<Int(rivalTagLimit)).map { _ in own.skewed(below: tagCount) }
            let photo = Photo(
                id: "\(50_000_000_000 + number * 7919)",
                title: "The \(word) by the old harbour, number \(number)",
                description: "A quiet walk along the \(word), taken by hand in the last light of the day",
                place: places[place], tags: tags.map { "tag\($0)" },
                owner: "48600090482@N01", latitude: Double(own.below(18_000)) / 100 - 90,
                longitude: Double(own.below(36_000)) / 100 - 180, secret: "8a1f02cc3d", server: "65535",
                farm: "66")
            var fact = RivalFact()
            (fact.photo, fact.place) = (UInt32(number), UInt32(place))
            // A photo counts once for a tag, however often it has it.
            let distinct = Array(Set(tags)).sorted().map { UInt32($0) }
            fact.tagCount = UInt32(distinct.count)
            func tag(_ index: Int) -> UInt32 { index < distinct.count ? distinct[index] : 0 }
            fact.tags = (tag(0), tag(1), tag(2), tag(3), tag(4))
            return (photo, fact)
        }
    }
}

private let words = ["lighthouse", "pier", "market", "bridge", "tower", "garden", "square", "beach"]
private let places = [
    "Ribeira, Porto, Portugal", "Mitte, Berlin, Germany", "Sultanahmet, Istanbul, Turkey",
    "Le Marais, Paris, France", "Trastevere, Rome, Italy", "Gion, Kyoto, Japan",
    "Mission, San Francisco, USA",
]
