import EventCoding
import EventLog
import Foundation
import Projections
import TestSupport
import Testing
import TravelEvents
import TravelProjections

/// When a condition changed, against every table rendered at every position of random histories.
@Suite("Flips in random histories")
struct FlipHistoryTests {
    /// How many histories, and of how many events; `TRAVELOG_ASK_HISTORIES` and `_EVENTS` ask for more.
    private static let size: (histories: Int, events: Int) = {
        let environment = ProcessInfo.processInfo.environment
        return (
            environment["TRAVELOG_ASK_HISTORIES"].flatMap { Int($0) } ?? 2,
            environment["TRAVELOG_ASK_EVENTS"].flatMap { Int($0) } ?? 50
        )
    }()

    /// Questions about what collides, so that they flip often.
    private static let tests: [RowTest] = [
        .has("p1", in: "recents"), .field("rank", of: "p2", in: "recents", .atMost, "2"),
        .field("title", of: "p3", in: "recents", .contains, "1"), .count(of: "recents", .atLeast, 3),
        .has("Europe/Rome", in: "itinerary"), .has("Rome", in: "itinerary"),
        .field("photos", of: "Europe/Paris, France", in: "itinerary", .above, "1"),
        .field("rank", of: "Europe/Rome", in: "itinerary", .equal, "1"),
        .field("first_visited", of: "Rome", in: "itinerary", .below, "0"),
        .count(of: "itinerary", .above, 4), .field("count", of: "Europe/sea", in: "tags", .atLeast, "2"),
        .field("rank", of: "sea", in: "tags", .equal, "1"),
        .field("shown", of: "art", in: "tags", .equal, "Art"),
        .has("\u{e9}", in: "vacations"), .field("photos", of: "E", in: "vacations", .notEqual, "1"),
        .field("since", of: "Asien", in: "vacations", .above, "20"),
        .has("Europe/sea/p1", in: "tags.photos"), .count(of: "tags.photos", .above, 12),
        .has("p4", in: "itinerary.photos"),
        .field("rank", of: "Europe/Rome/p2", in: "itinerary.photos", .equal, "1"),
    ]

    private static func condition(_ random: inout SplitMix64, _ depth: Int) -> RowCondition {
        let test = RowCondition.test(tests[random.number(0...tests.count - 1)])
        guard depth > 0 else { return test }
        switch random.number(0...3) {
        case 0: return .not(condition(&random, depth - 1))
        case 1: return .all([condition(&random, depth - 1), condition(&random, depth - 1)])
        case 2: return .any([condition(&random, depth - 1), condition(&random, depth - 1)])
        default: return test
        }
    }

    @Test("every flip is found, and no other")
    func bruteForce() throws {
        let projections = [
            AnyProjection(try Recents(limit: 3)), AnyProjection(Visits()), AnyProjection(Places()),
        ]
        for seed in 0..<UInt64(Self.size.histories) {
            var history = RandomHistory(seed: 0xA5C + seed)
            var random = SplitMix64(seed: seed)
            let log = MemoryLog(clock: { 0 })
            for (stream, events) in try history.appends(Self.size.events / 2) {
                _ = try log.append([AppendRequest(events, to: stream)])
            }
            let conditions =
                Self.tests.map { RowCondition.test($0) } + (0..<6).map { _ in Self.condition(&random, 3) }
            let violations = try FlipCheck.violations(
                of: conditions, projections, over: log, stream: try StreamName("alice"),
                catalogue: TravelModel.catalogue)
            #expect(violations == [], "seed \(seed)")
        }
    }
}
