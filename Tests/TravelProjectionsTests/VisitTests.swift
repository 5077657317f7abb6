import EventCoding
import EventLog
import Projections
import Testing
import TravelEvents
import TravelProjections

@Suite("1.8 Visit and unvisit")
struct VisitTests {
    @Test("1.8.1, 1.8.2 visiting a visited photo changes nothing but the log")
    func visitTwice() throws {
        let scenario = try Scenario.travel([
            Act.visit("p", tags: ["sea"], at: 1), Act.visit("p", tags: ["sea", "sun"], at: 2),
        ])
        #expect(
            try scenario.lines("itinerary", ["photos", "first_visited"]) == ["Europe/Paris, France: 1 | 1"])
        #expect(try scenario.lines("tags", ["count"]) == ["Europe/sea: 1"])
        #expect(try scenario.rows("itinerary").map(\.since) == [1])
        #expect(scenario.log.head().position == 2)
    }

    @Test("1.8.3 unvisiting an unvisited photo changes nothing")
    func unvisitNothing() throws {
        let scenario = try Scenario.travel([Act.unvisit("p"), Act.visit("q"), Act.unvisit("p")])
        #expect(try scenario.keys("itinerary") == ["Europe/Paris, France"])
        #expect(try scenario.replay().failures.isEmpty)
    }

    @Test("1.8.4 the first photo of a place appends the place to the itinerary")
    func firstPhoto() throws {
        let scenario = try Scenario.travel([
            Act.visit("a", place: "Zürich, Switzerland", at: 10),
            Act.visit("b", place: "Aarau, Switzerland", at: 5),
        ])
        #expect(
            try scenario.lines("itinerary", ["title", "first_visited"])
                == ["Europe/Zürich, Switzerland: Zürich | 10", "Europe/Aarau, Switzerland: Aarau | 5"])
        #expect(try scenario.rows("itinerary").map(\.rank) == [1, 2])
    }

    @Test("1.8.5 further photos of a place do not move it")
    func furtherPhotos() throws {
        let scenario = try Scenario.travel([
            Act.visit("a", place: "A, X", at: 1), Act.visit("b", place: "B, X", at: 2),
            Act.visit("c", place: "A, X", at: 3),
        ])
        #expect(
            try scenario.lines("itinerary", ["first_visited", "last_visited", "photos"])
                == ["Europe/A, X: 1 | 3 | 2", "Europe/B, X: 2 | 2 | 1"])
    }

    @Test("1.8.6 unvisiting the visit that opened a place keeps its position and date; H7 the place stays")
    func openerUnvisited() throws {
        let scenario = try Scenario.travel([
            Act.visit("a", place: "A, X", at: 1), Act.visit("b", place: "B, X", at: 2),
            Act.visit("c", place: "A, X", at: 3), Act.unvisit("a"),
        ])
        #expect(
            try scenario.lines("itinerary", ["first_visited", "photos"])
                == ["Europe/A, X: 1 | 1", "Europe/B, X: 2 | 1"])
        #expect(try scenario.keys("itinerary.photos") == ["Europe/A, X/c", "Europe/B, X/b"])
    }

    @Test("1.8.7, H1 unvisiting the last photo of a place takes the place away")
    func lastPhoto() throws {
        let scenario = try Scenario.travel([Act.visit("p", tags: ["x"]), Act.unvisit("p")])
        for table in ["itinerary", "tags", "vacations", "itinerary.photos", "tags.photos"] {
            #expect(try scenario.rows(table).isEmpty)
        }
        #expect(try scenario.replay().isComplete)
    }

    @Test("C9, 1.8.8, 1.9.6 visiting the place again puts it at the end, by position and not by clock")
    func visitedAgain() throws {
        let scenario = try Scenario.travel([
            Act.visit("a", place: "A, X", at: 50), Act.visit("b", place: "B, X", at: 60), Act.unvisit("a"),
            Act.visit("a", place: "A, X", at: 7),
        ])
        #expect(
            try scenario.lines("itinerary", ["first_visited"])
                == ["Europe/B, X: 60", "Europe/A, X: 7"])
    }

    @Test("1.8.9, T1, T2 each distinct tag of the unvisited photo loses one")
    func tagsGo() throws {
        let scenario = try Scenario.travel([
            Act.visit("p", tags: ["x", "y"]), Act.visit("q", tags: ["x"]), Act.unvisit("p"),
        ])
        #expect(try scenario.lines("tags", ["count"]) == ["Europe/x: 1"])
        #expect(try Scenario.travel([Act.visit("p", tags: ["x"]), Act.unvisit("p")]).rows("tags").isEmpty)
    }

    @Test("1.8.10 what goes is what was recorded at the visit")
    func recordedAtVisit() throws {
        let scenario = try Scenario.travel([
            Act.visit("p", place: "A, X", tags: ["old"]), Act.visit("q", place: "B, X", tags: ["new"]),
            Act.view("p", place: "B, X", tags: ["new"]), Act.visit("p", place: "B, X", tags: ["new"]),
            Act.unvisit("p"),
        ])
        #expect(try scenario.lines("itinerary", ["photos"]) == ["Europe/B, X: 1"])
        #expect(try scenario.lines("tags", ["count"]) == ["Europe/new: 1"])
    }

    @Test("1.8.11 after an unvisit the new values count")
    func newValues() throws {
        let scenario = try Scenario.travel([
            Act.visit("p", place: "A, X", tags: ["old"]), Act.unvisit("p"),
            Act.visit("p", place: "B, X", tags: ["new"]),
        ])
        #expect(try scenario.keys("itinerary") == ["Europe/B, X"])
        #expect(try scenario.keys("tags") == ["Europe/new"])
    }

    @Test("1.8.12 a second place name for a visited photo changes nothing")
    func secondPlace() throws {
        let scenario = try Scenario.travel([Act.visit("p", place: "A, X"), Act.visit("p", place: "B, X")])
        #expect(try scenario.keys("itinerary") == ["Europe/A, X"])
        #expect(try scenario.keys("itinerary.photos") == ["Europe/A, X/p"])
    }

    @Test("1.8.13, E10 visits are per vacation and per user; an unvisit needs the same vacation")
    func perVacation() throws {
        let scenario = try Scenario.travel([
            Act.visit("p", in: "One"), Act.visit("p", in: "Two"), Act.unvisit("p", in: "One"),
            Act.unvisit("p", in: "Three"),
        ])
        try scenario.given([Act.visit("p", in: "Two")], in: "other")
        #expect(try scenario.lines("itinerary", ["photos"]) == ["Two/Paris, France: 1"])
        try scenario.given([Act.unvisit("p", in: "Two")])
        #expect(try scenario.rows("itinerary").isEmpty)
        #expect(try scenario.lines("itinerary", ["photos"], in: "other") == ["Two/Paris, France: 1"])
    }

    @Test("T5 visit, unvisit, visit, unvisit leaves nothing")
    func backAndForth() throws {
        let scenario = try Scenario.travel([
            Act.visit("p", tags: ["x"]), Act.unvisit("p"), Act.visit("p", tags: ["x"]), Act.unvisit("p"),
        ])
        #expect(try scenario.rows("tags").isEmpty)
    }

    @Test("an unvisit of an event whose visit is in the same append")
    func oneBatch() throws {
        let scenario = try Scenario.travel()
        try scenario.log.append(
            [Act.visit("p", tags: ["x"]), Act.visit("q"), Act.unvisit("p")], to: try StreamName("me"))
        #expect(try scenario.lines("itinerary", ["photos"]) == ["Europe/Paris, France: 1"])
        #expect(try scenario.rows("tags").isEmpty)
    }
}

@Suite("1.7 Vacations")
struct VacationTests {
    @Test("1.7.1, 1.7.8 no event in one vacation changes another")
    func apart() throws {
        let scenario = try Scenario.travel([
            Act.visit("p", in: "One", tags: ["x"]), Act.visit("p", in: "Two", tags: ["x"]),
            Act.visit("q", in: "Two", tags: ["x"]),
        ])
        #expect(try scenario.lines("tags", ["count"]) == ["One/x: 1", "Two/x: 2"])
        #expect(
            try scenario.lines("vacations", ["places", "photos", "tags"])
                == ["One: 1 | 1 | 1", "Two: 1 | 2 | 1"])
    }

    @Test("1.7.3 names are compared after NFC and trimming; case matters")
    func names() throws {
        let scenario = try Scenario.travel([
            Act.visit("a", in: "Caf\u{e9}"), Act.visit("b", in: " Cafe\u{301}\t"),
            Act.visit("c", in: "CAF\u{c9}"),
        ])
        #expect(
            try scenario.lines("vacations", ["photos"]).map { Array($0.utf8) }
                == ["CAF\u{c9}: 1", "Caf\u{e9}: 2"].map { Array($0.utf8) })
    }

    @Test("1.7.4, C1 vacations are sorted with the pinned collation")
    func sorted() throws {
        let names = ["Belarus", "Åland", "Bahamas", "albania"]
        let scenario = try Scenario.travel(names.map { try Act.create($0) })
        #expect(try scenario.keys("vacations") == ["Åland", "albania", "Bahamas", "Belarus"])
    }

    @Test("1.7.6, V1 deleting takes the rows; visiting in the name afterwards starts empty")
    func deleted() throws {
        let scenario = try Scenario.travel([
            Act.visit("p", in: "One", tags: ["x"]), Act.visit("q", in: "One-b", tags: ["x"]),
            Act.delete("One"),
        ])
        #expect(try scenario.keys("vacations") == ["One-b"])
        #expect(try scenario.keys("itinerary") == ["One-b/Paris, France"])
        #expect(try scenario.keys("tags") == ["One-b/x"])
        try scenario.given([Act.visit("z", in: "One", place: "A, X")])
        #expect(
            try scenario.lines("vacations", ["places", "photos", "tags"])
                == ["One: 1 | 1 | 0", "One-b: 1 | 1 | 1"])
        #expect(try scenario.keys("itinerary.photos") == ["One/A, X/z", "One-b/Paris, France/q"])
        #expect(try Scenario.travel([Act.create("x"), Act.delete("x")]).rows("vacations").isEmpty)
        #expect(try Scenario.travel([Act.delete("x")]).rows("vacations").isEmpty)
    }

    @Test("1.7.7 a created vacation stays when empty, one that only a visit made vanishes")
    func implicit() throws {
        let scenario = try Scenario.travel([
            Act.create("Made"), Act.visit("p", in: "Made"), Act.unvisit("p", in: "Made"),
            Act.visit("p", in: "Visited"), Act.unvisit("p", in: "Visited"),
        ])
        #expect(
            try scenario.lines("vacations", ["places", "photos", "tags"]) == ["Made: 0 | 0 | 0"])
    }

    @Test("1.7.7 creating an existing vacation changes nothing")
    func createTwice() throws {
        let scenario = try Scenario.travel([
            Act.create("A"), Act.create(" A "), Act.visit("p", in: "B"), Act.create("B"),
            Act.unvisit("p", in: "B"),
        ])
        #expect(try scenario.keys("vacations") == ["A"])
        #expect(try scenario.rows("vacations").map(\.since) == [1])
    }

    @Test("the moment of creation is that of the event that made the vacation")
    func created() throws {
        let scenario = try Scenario.travel([
            Act.visit("p", in: "B", at: 77), Act.visit("q", in: "B", at: 88),
        ])
        #expect(try scenario.lines("vacations", ["created", "photos"]) == ["B: 77 | 2"])
    }

    @Test("an event without a usable vacation is data, and the rest goes on")
    func unusable() throws {
        let scenario = try Scenario.travel([
            Act.visit("a"),
            Act.raw(PhotoVisited.definition, subject: "b", .map(PayloadMap())),
            Act.raw(VacationCreated.definition, subject: "", .list([])),
            Act.visit("c"),
        ])
        let result = try scenario.replay()
        #expect(result.failures.map(\.position) == [2, 3])
        #expect(result.failures.map(\.error.code) == [.invalidPayload, .invalidPayload])
        #expect(!result.isComplete)
        #expect(try scenario.lines("itinerary", ["photos"]) == ["Europe/Paris, France: 2"])
    }

    @Test("E-EVENT-VERSION a newer schema version than this build knows is data")
    func newerVersion() throws {
        let scenario = try Scenario.travel([
            Act.raw(PhotoViewed.definition, subject: "a", version: 2, .map(PayloadMap())), Act.view("b"),
        ])
        let failure = try #require(try scenario.replay().failures.first)
        #expect(failure.position == 1)
        #expect(failure.type == "photo.viewed")
        #expect(failure.schemaVersion == 2)
        #expect(failure.projection == "recents")
        #expect(failure.error.code.description == "E-EVENT-VERSION")
        #expect(failure.error.message == "schema version 2 is newer than this build knows (1)")
        #expect(try scenario.keys("recents") == ["b"])
    }
}
