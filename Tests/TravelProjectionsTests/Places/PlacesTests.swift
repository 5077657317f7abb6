import EventCoding
import EventLog
import Projections
import Testing
import TravelEvents
import TravelProjections

@Suite("1.3 Top places, sections, refresh")
struct PlacesTests {
    @Test("1.3.1 a refresh replaces the whole list, it does not merge")
    func replaces() throws {
        let scenario = try Scenario.places([
            Act.refreshed("1", names: ["Paris, France", "Rome, Italy"]),
            Act.refreshed("2", names: ["Oslo, Norway", "Rome, Italy"]),
        ])
        #expect(try scenario.keys("places") == ["Rome, Italy", "Oslo, Norway"])
    }

    @Test("1.3.1 what a refresh leaves as it was is no change; its row names the event that it came from")
    func unchangedRows() throws {
        let rome = Place(name: "Rome, Italy", latitude: 41.9, longitude: 12.5, photoCount: 3)
        let scenario = try Scenario.places([
            Act.refreshed("1", [Place(name: "Paris, France", photoCount: 7), rome]),
            Act.refreshed("2", [rome, Place(name: "Paris, France", photoCount: 8)]),
        ])
        #expect(
            try scenario.effects(of: 2) == [
                "set France/Paris, France refreshed", "ignore 2 notNewestRequest",
            ])
        #expect(try scenario.rows("places").map(\.since) == [2, 1])
        let result = try scenario.replay()
        let fold = try #require(result.fold(of: "places"))
        let origins = fold.rows.rows(stream: 1, table: Places.places).map { Places.origin(of: $0) }
        #expect(origins.map(\.position) == [1, 2])
        #expect(origins.map(\.index) == [1, 1])
        for (origin, name) in zip(origins, ["Rome, Italy", "Paris, France"]) {
            var block = EventBlock()
            try scenario.log.read(origin.position, into: &block)
            var list: [Place] = []
            if let event = block.event(at: 0) { list = try PlacesRefreshed(event.fields).places }
            try #require(list.count == 2)
            #expect(list[origin.index].name == name)
        }
    }

    @Test("1.3.2 inside a country places stand by full name, whatever the order they came in")
    func orderInCountry() throws {
        let names = ["zug, X", "Ávila, X", "Berlin, X", "avila, B, X", "Zug, A, X"]
        let scenario = try Scenario.places([Act.refreshed("1", names: names)])
        #expect(
            try scenario.keys("places") == ["avila, B, X", "Ávila, X", "Berlin, X", "Zug, A, X", "zug, X"])
        #expect(try scenario.rows("places").map(\.rank) == [1, 2, 3, 4, 5])
    }

    @Test("1.3.3 countries stand by name, case aside; the rank begins anew in each")
    func orderOfCountries() throws {
        let names = ["a, norway", "b, Italy", "c, Zambia", "d, france", "e, Italy"]
        let scenario = try Scenario.places([Act.refreshed("1", names: names)])
        let sections = try scenario.placeSections().sections
        #expect(sections.map(\.title) == ["france", "Italy", "norway", "Zambia"])
        #expect(try scenario.rows("places").map(\.rank) == [1, 1, 2, 1, 1])
    }

    @Test("1.3.4 sections are countries byte by byte after trimming and NFC; a tie is broken by bytes")
    func identityOfCountries() throws {
        let names = [
            "a, Sweden", "b,  Sweden ", "c, sweden", "d, C\u{f4}te", "e, Co\u{302}te", "f, SWEDEN",
        ]
        let sections = try Scenario.places([Act.refreshed("1", names: names)]).placeSections().sections
        #expect(sections.map(\.title) == ["C\u{f4}te", "SWEDEN", "Sweden", "sweden"])
        #expect(sections.map(\.rows.count) == [2, 1, 2, 1])
    }

    @Test("1.3.5 sections and rows are addressed by number; outside is an error")
    func addresses() throws {
        let scenario = try Scenario.places([
            Act.refreshed("1", names: ["Rome, Italy", "Bari, Italy", "Paris, France"])
        ])
        let table = try scenario.placeSections()
        #expect(try table.rowCount(in: 0) == 1)
        #expect(try table.rowCount(in: 1) == 2)
        #expect(try table.row(at: RowIndex(section: 1, row: 1)).keyText == "Rome, Italy")
        #expect(table.section(withKey: ["Italy"]) == 1)
        #expect(table.section(withKey: ["Spain"]) == nil)
        #expect(table.index(ofRowWithKey: ["Rome, Italy"]) == RowIndex(section: 1, row: 1))
        for (index, code) in [
            (RowIndex(section: 2, row: 0), SectionError.Code.sectionOutOfRange),
            (RowIndex(section: -1, row: 0), .sectionOutOfRange),
            (RowIndex(section: 0, row: 1), .rowOutOfRange),
            (RowIndex(section: 0, row: -1), .rowOutOfRange),
        ] {
            let error = #expect(throws: SectionError.self) { _ = try table.row(at: index) }
            #expect(error?.code == code)
            #expect(error?.index == index)
        }
        #expect(throws: SectionError.self) { _ = try table.rowCount(in: 2) }
        #expect(throws: SectionError.self) { _ = try table.section(at: 2) }
    }

    @Test("1.3.6, 1.3.7 of one name in a refresh the first counts, whatever the ids; the other is noted")
    func duplicates() throws {
        let scenario = try Scenario.places([
            Act.refreshed(
                "1",
                [
                    Place(name: "Z\u{fc}rich, X", placeID: "a", photoCount: 5),
                    Place(name: "Zu\u{308}rich, X", placeID: "b", photoCount: 9),
                ])
        ])
        #expect(try scenario.lines("places", ["photo_count"]) == ["Z\u{fc}rich, X: 5"])
        #expect(
            try scenario.effects(of: 1) == [
                "insert X/Z\u{fc}rich, X refreshed", "ignore X/Z\u{fc}rich, X duplicatePlace",
                "ignore 1 notNewestRequest",
            ])
    }

    @Test("1.3.6 the first counts in a later refresh too, although the row is there already")
    func duplicatesAgain() throws {
        let list = [Place(name: "A, X", photoCount: 5), Place(name: "A, X", photoCount: 9)]
        let scenario = try Scenario.places([Act.refreshed("1", list), Act.refreshed("2", list)])
        #expect(try scenario.lines("places", ["photo_count"]) == ["A, X: 5"])
        #expect(
            try scenario.effects(of: 2) == ["ignore X/A, X duplicatePlace", "ignore 2 notNewestRequest"])
    }

    @Test("1.3.8 a failure keeps the list and ends the waiting")
    func failure() throws {
        let scenario = try Scenario.places([
            Act.request("1"), Act.refreshed("1", names: ["Rome, Italy"]), Act.request("2"),
            Act.failed("2", reason: "no network", at: 9),
        ])
        #expect(try scenario.refreshState(at: 0) == .idle)
        #expect(try scenario.refreshState(at: 1) == .refreshing)
        #expect(try scenario.refreshState(at: 2) == .refreshed)
        #expect(try scenario.refreshState(at: 3).isRefreshing)
        #expect(try scenario.refreshState() == .failed(reason: "no network"))
        #expect(try scenario.keys("places") == ["Rome, Italy"])
        #expect(
            try scenario.lines("refresh", ["state", "reason", "requested", "ended"])
                == ["2: failed | no network | 0 | 9"])
    }

    @Test("1.3.8 a failure without a reason ends the waiting too")
    func failureWithoutReason() throws {
        let scenario = try Scenario.places([Act.request("1"), Act.failed("1")])
        #expect(try scenario.refreshState() == .failed(reason: nil))
    }

    @Test("1.3.9 an empty list is a success that empties the list")
    func emptyList() throws {
        let scenario = try Scenario.places([
            Act.refreshed("1", names: ["Rome, Italy"]), Act.request("2"), Act.refreshed("2", names: []),
        ])
        #expect(try scenario.rows("places").isEmpty)
        #expect(try scenario.refreshState() == .refreshed)
        #expect(try scenario.effects(of: 3) == ["remove Italy/Rome, Italy notInRefresh", "set 2 refreshed"])
    }

    @Test("1.3.10 a late failure does not end the waiting of a newer refresh")
    func lateFailure() throws {
        let scenario = try Scenario.places([
            Act.request("1"), Act.request("2"), Act.failed("1", reason: "late"),
        ])
        #expect(try scenario.refreshState() == .refreshing)
        #expect(try scenario.effects(of: 2) == ["insert 2 requested", "remove 1 superseded"])
        #expect(try scenario.effects(of: 3) == ["ignore 1 notNewestRequest"])
        try scenario.given([Act.refreshed("2", names: ["Rome, Italy"]), Act.failed("2")])
        #expect(try scenario.refreshState() == .refreshed)
        #expect(try scenario.effects(of: 5) == ["ignore 2 requestHasEnded"])
    }

    @Test("1.3.10 of overlapping refreshes the last list in the log stays, the newest request waits on")
    func overlapping() throws {
        let scenario = try Scenario.places([
            Act.request("1"), Act.request("2"), Act.refreshed("1", names: ["Rome, Italy"]),
        ])
        #expect(try scenario.keys("places") == ["Rome, Italy"])
        #expect(try scenario.refreshState() == .refreshing)
        try scenario.given([Act.refreshed("2", names: ["Oslo, Norway"])])
        #expect(try scenario.keys("places") == ["Oslo, Norway"])
        #expect(try scenario.refreshState() == .refreshed)
    }

    @Test("1.3.12 an end without a request is accepted and noted")
    func endWithoutRequest() throws {
        let scenario = try Scenario.places([Act.failed("x"), Act.refreshed("y", names: ["Rome, Italy"])])
        #expect(try scenario.replay().isComplete)
        #expect(try scenario.refreshState() == .idle)
        #expect(try scenario.keys("places") == ["Rome, Italy"])
        #expect(try scenario.effects(of: 1) == ["ignore x notNewestRequest"])
        #expect(try scenario.effects(of: 2).last == "ignore y notNewestRequest")
    }

    @Test("1.3.12 a list that comes after its request was given up counts; asked again, the request waits")
    func afterGivingUp() throws {
        let scenario = try Scenario.places([
            Act.request("1"), Act.failed("1", reason: "interrupted"), Act.refreshed("1", names: ["A, B"]),
        ])
        #expect(try scenario.refreshState() == .refreshed)
        try scenario.given([Act.request("1")])
        #expect(try scenario.refreshState() == .refreshing)
    }

    @Test("1.3.12 a refresh that was left open can be found and ended as interrupted")
    func leftOpen() throws {
        let scenario = try Scenario.places([Act.request("1"), Act.request("2")])
        let open = try #require(RefreshState.openRequest(try scenario.rows("refresh")))
        #expect(open == "2")
        try scenario.given([Act.failed(open, reason: "interrupted")])
        #expect(try scenario.refreshState() == .failed(reason: "interrupted"))
        #expect(RefreshState.openRequest(try scenario.rows("refresh")) == nil)
    }

    @Test("1.3 a payload that keeps to no rule changes nothing and is noted")
    func damagedPayload() throws {
        let places = PayloadValue.list([.fields(["name": .text("Oslo, Norway")]), .text("no place")])
        let scenario = try Scenario.places([
            Act.refreshed("1", names: ["Rome, Italy"]),
            Act.raw(
                PlacesRefreshed.definition, subject: "2",
                .fields(["refresh_id": .text("2"), "places": places])),
            Act.raw(PlacesRefreshed.definition, subject: "3", .fields(["refresh_id": .text("3")])),
            Act.raw(PlacesRefreshFailed.definition, subject: "4", .fields([:])),
            Act.raw(PlacesSectionRemoved.definition, subject: "5", .fields(["country": .integer(1)])),
        ])
        let result = try scenario.replay()
        #expect(result.failures.map(\.position) == [2, 3, 4, 5])
        #expect(result.failures.allSatisfy { $0.error.code == .invalidPayload })
        #expect(try scenario.keys("places") == ["Rome, Italy"])
    }

    @Test("lists of different users are apart")
    func perStream() throws {
        let scenario = try Scenario.places([])
        try scenario.given([Act.refreshed("1", names: ["Rome, Italy"])], in: "alice")
        try scenario.given([Act.request("1"), Act.refreshed("2", names: [])], in: "bob")
        #expect(try scenario.keys("places", in: "alice") == ["Rome, Italy"])
        #expect(try scenario.rows("refresh", in: "alice").isEmpty)
        #expect(try scenario.rows("refresh", in: "bob").count == 1)
    }
}
