import EventCoding
import EventLog
import TestSupport
import TravelEvents

/// Histories of one user with visits and refreshes, in which everything that can collide does.
struct RandomTravels {
    private var random: SplitMix64
    private var visits: RandomHistory
    private let names: [String?] = [
        "Paris, France", "Lyon, France", "Z\u{fc}rich, X", "Zu\u{308}rich, X", " Paris , France ", "", nil,
        "Rome", "Rome, Italy", "Bari, Italy", "a, x", "a, X", "b, C\u{f4}te", "c, Co\u{302}te",
    ]
    private let countries = ["France", "X", "x", "Italy", "Co\u{302}te", "Unknown", "Nowhere", " Rome "]

    init(seed: UInt64) {
        random = SplitMix64(seed: seed ^ 0x7261_7665_6C73)
        visits = RandomHistory(seed: seed)
    }

    /// Some events, in order.
    mutating func events(_ count: Int) throws -> [ProposedEvent] {
        var events: [ProposedEvent] = []
        while events.count < count {
            if Bool.random(using: &random) {
                events += try visits.appends(1).flatMap(\.events)
            } else {
                events.append(try placesEvent())
            }
        }
        return events
    }

    private mutating func placesEvent() throws -> ProposedEvent {
        let refresh = "r\(Int.random(in: 1...3, using: &random))"
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4: return try Act.refreshed(refresh, try list())
        case 4..<7: return try Act.removeSection(countries.randomElement(using: &random) ?? "X")
        case 7: return try Act.request(refresh)
        case 8: return try Act.failed(refresh, reason: "none")
        default:
            return try Act.mapType(
                ["standard", "satellite", "hybrid", "odd"].randomElement(using: &random) ?? "")
        }
    }

    private mutating func list() throws -> [Place] {
        (0..<Int.random(in: 0...7, using: &random)).map { _ in
            let name = names.randomElement(using: &random) ?? nil
            let count = Int64.random(in: -1...2, using: &random)
            let degrees = Double(Int.random(in: -1...1, using: &random))
            return Place(
                name: name, latitude: count == 0 ? nil : degrees, longitude: degrees * 2,
                photoCount: count < 0 ? nil : count)
        }
    }
}
