import EventCoding
import EventLog
import Projections
import Testing
import TravelEvents
import TravelProjections

@Suite("1.6 Recents")
struct RecentsTests {
    @Test("1.6.1, R7 newest view first, whatever the order of ids")
    func newestFirst() throws {
        let scenario = try Scenario.travel([Act.view("a"), Act.view("b"), Act.view("c")])
        #expect(try scenario.keys("recents") == ["c", "b", "a"])
        #expect(try scenario.rows("recents").map(\.rank) == [1, 2, 3])
        #expect(try scenario.rows("recents").map(\.since) == [3, 2, 1])
    }

    @Test("1.6.2, R1, R2 a photo that is viewed again moves to the front, once")
    func viewedAgain() throws {
        let scenario = try Scenario.travel([Act.view("a"), Act.view("b"), Act.view("a")])
        #expect(try scenario.keys("recents") == ["a", "b"])
        #expect(try Scenario.travel([Act.view("a"), Act.view("a")]).keys("recents") == ["a"])
    }

    @Test("1.6.2 viewing again at full capacity evicts nothing")
    func fullCapacity() throws {
        let scenario = try Scenario.travel(
            limit: 3, [Act.view("a"), Act.view("b"), Act.view("c"), Act.view("a")])
        #expect(try scenario.keys("recents") == ["a", "c", "b"])
    }

    @Test("1.6.3, 1.6.4, R3 identity is the id alone, and the newest payload counts")
    func newestPayload() throws {
        let scenario = try Scenario.travel([
            Act.view("IL6", title: "old", tags: ["x"]), Act.view("IL6", title: "old", tags: ["y"]),
            Act.view("IL6", title: "new", place: "Rome, Italy", at: 7),
        ])
        #expect(
            try scenario.lines("recents", ["title", "subtitle", "place", "viewed"])
                == ["IL6: new |  | Rome, Italy | 7"])
    }

    @Test("1.6.3 ids are compared byte for byte")
    func identity() throws {
        let scenario = try Scenario.travel([
            Act.view("7"), Act.view("007"), Act.view("e\u{301}"), Act.view("\u{e9}"),
        ])
        #expect(try scenario.rows("recents").count == 4)
    }

    @Test("1.6.7 visiting and unvisiting do not change recents; every view counts")
    func visitsApart() throws {
        let scenario = try Scenario.travel([
            Act.view("a"), Act.visit("b"), Act.visit("a"), Act.view("b"), Act.unvisit("b"), Act.unvisit("a"),
        ])
        #expect(try scenario.keys("recents") == ["b", "a"])
        #expect(try scenario.rows("recents").map(\.since) == [4, 1])
    }

    @Test("1.6.8 a lower cap trims on rebuild, a higher one brings older entries back")
    func otherCap() throws {
        let events = try (1...30).map { try Act.view("p\($0)") }
        #expect(try Scenario.travel(limit: 5, events).keys("recents") == ["p30", "p29", "p28", "p27", "p26"])
        #expect(try Scenario.travel(limit: 25, events).rows("recents").count == 25)
    }

    @Test("1.6.9 cap 0 is always empty, cap 1 the last view, a negative cap an error")
    func smallCaps() throws {
        let events = try [Act.view("a"), Act.view("b")]
        #expect(try Scenario.travel(limit: 0, events).rows("recents").isEmpty)
        #expect(try Scenario.travel(limit: 1, events).keys("recents") == ["b"])
        let error = #expect(throws: ConfigurationError.self) { _ = try Recents(limit: -1) }
        #expect(error?.parameter == "limit")
    }

    @Test("C9, 1.6.10, E2 the order is that of the log, not of clocks")
    func clocksRunBack() throws {
        let scenario = try Scenario.travel([
            Act.view("a", at: 500), Act.view("b", at: 100), Act.view("c", at: -9_000), Act.view("d", at: 100),
        ])
        #expect(try scenario.keys("recents") == ["d", "c", "b", "a"])
    }

    @Test("1.6.11 nothing expires")
    func nothingExpires() throws {
        let century: Int64 = 100 * 365 * 86_400_000
        let scenario = try Scenario.travel([Act.view("a", at: 0), Act.view("b", at: century)])
        #expect(try scenario.keys("recents") == ["b", "a"])
    }

    @Test("1.6.12 null and missing keys count as absent")
    func nullKeys() throws {
        let photo = PayloadMap(uniqueKeys: [
            ("id", .text("a")), ("title", .null), ("description", .null), ("tags", .null),
        ])
        let payload = PayloadMap(uniqueKeys: [("photo", .map(try #require(photo)))])
        let scenario = try Scenario.travel([
            Act.raw(PhotoViewed.definition, subject: "a", .map(try #require(payload)))
        ])
        #expect(try scenario.lines("recents", ["title", "subtitle", "place"]) == ["a: Unknown |  | "])
    }

    @Test("1.6.13, R9 the cap is 20 where nothing else is said")
    func usualCap() throws {
        let events = try (1...25).map { try Act.view("p\($0)") }
        let scenario = try Scenario(TravelModel.projections, catalogue: TravelModel.catalogue)
        try scenario.given(events)
        #expect(try scenario.keys("recents") == (6...25).reversed().map { "p\($0)" })
    }

    @Test("R10, R11 nothing is pinned on top, and other events do not count")
    func otherEvents() throws {
        let scenario = try Scenario.travel([Act.view("a"), Act.mapType(), Act.view("b"), Act.create("x")])
        #expect(try scenario.keys("recents") == ["b", "a"])
    }

    @Test("E11 two views of one photo in one millisecond are two events")
    func sameMillisecond() throws {
        let scenario = try Scenario.travel([Act.view("a", at: 5), Act.view("a", at: 5)])
        #expect(scenario.log.head().position == 2)
        #expect(try scenario.rows("recents").map(\.since) == [2])
    }

    @Test("recents of one user do not show in another's")
    func perStream() throws {
        let scenario = try Scenario.travel()
        try scenario.given([Act.view("a")], in: "alice")
        try scenario.given([Act.view("b")], in: "bob")
        #expect(try scenario.keys("recents", in: "alice") == ["a"])
        #expect(try scenario.keys("recents", in: "bob") == ["b"])
    }

    @Test("rows as of an earlier position")
    func asOf() throws {
        let scenario = try Scenario.travel([Act.view("a"), Act.view("b"), Act.view("a")])
        #expect(try scenario.keys("recents", at: 0) == [])
        #expect(try scenario.keys("recents", at: 2) == ["b", "a"])
    }
}
