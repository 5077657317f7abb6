import Foundation
import Testing

/// What `record` appends, and when it appends nothing.
struct RecordTests {
    @Test("C10: a key makes the second sending a repeat")
    func aKeyMakesTheSecondSendingARepeat() throws {
        let folder = try TemporaryFolder()
        let line = "{\"type\":\"vacation.created\",\"data\":{\"name\":\"Rome\"}}\n"
        for (round, isRepeat) in [false, true].enumerated() {
            let run = try folder.run(
                "record", "events", "-", "--key", "import-1", "--create", "--log", "a.evlog", "--json",
                stdin: Array(line.utf8))
            #expect(run.status == 0, "\(round): \(run.stderr)")
            #expect(run.objects("receipt").first?["repeat"] as? Bool == isRepeat)
            #expect(run.objects("receipt").first?["position"] as? Int == 1)
        }
        #expect(try folder.run("log", "--count").stdout == "1\n")
    }

    @Test func linesWithoutIdsDoubleAndThatIsSaid() throws {
        let folder = try TemporaryFolder()
        let line = "{\"type\":\"vacation.created\",\"data\":{\"name\":\"Rome\"}}\n"
        for _ in 0..<2 {
            let run = try folder.run(
                "record", "events", "-", "--create", "--log", "a.evlog", stdin: Array((line + line).utf8))
            #expect(run.status == 0)
            #expect(run.stderr == "2 of 2 lines without an id: what is sent twice is appended twice\n")
        }
        #expect(try folder.run("log", "--count").stdout == "4\n")
    }

    @Test func aBatchIsAllOrNothing() throws {
        let folder = try Sample.folder()
        let good = "{\"type\":\"vacation.created\",\"data\":{\"name\":\"Rome\"}}\n"
        let run = try folder.run(
            "record", "events", "-",
            stdin: Array((good + good + "{\"type\":\"nonsense\",\"data\":{}}\n").utf8))
        #expect(run.status == 65)
        #expect(
            run.stderr.hasPrefix(
                "evtool: standard input, line 3, column 9: there is no event type \"nonsense\""))
        #expect(try folder.run("log", "--count").stdout == "310\n")
        let fresh = try folder.run(
            "record", "events", "-", "--create", "--log", "new.evlog", stdin: Array("{".utf8))
        #expect(fresh.status == 65)
        #expect(try folder.listing().filter { $0.hasPrefix("new") } == [], "bad input makes no log")
    }

    @Test("C6: expectations hold, or nothing is appended")
    func expectationsHoldOrNothingIsAppended() throws {
        let folder = try TemporaryFolder()
        let first = try folder.run(
            "record", "create-vacation", "A", "--expect", "0", "--create", "--log", "a.evlog")
        #expect(first.status == 0, "\(first.stderr)")
        #expect(try folder.run("record", "create-vacation", "B", "--expect", "1").status == 0)
        let late = try folder.run("record", "create-vacation", "C", "--expect", "1", "--json")
        #expect(late.status == 1)
        #expect(late.jsonError?["code"] as? String == "E-EXPECTATION")
        #expect(late.objects.last??["exit"] as? Int == 1)
        #expect(try folder.run("log", "--count").stdout == "2\n")
    }

    @Test("C49: times and metadata are kept to the millisecond")
    func timesAndMetadataAreKeptToTheMillisecond() throws {
        let folder = try TemporaryFolder()
        let time = "2026-03-02T11:30:00.007+01:00"
        let run = try folder.run(
            "record", "map-type", "hybrid", "--occurred", time, "--meta", "device=phone", "--meta", "app=x=y",
            "--create", "--log", "a.evlog", "-u", "zoë")
        #expect(run.status == 0, "\(run.stderr)")
        let event = try folder.run("log", "--json").objects("event").first
        #expect(event?["occurred"] as? String == "2026-03-02T10:30:00.007Z")
        #expect(event?["zone"] as? Int == 60)
        #expect(event?["stream"] as? String == "zoë")
        #expect(event?["metadata"] as? [String: String] == ["device": "phone", "app": "x=y"])
        let old = try folder.run("record", "map-type", "standard", "--occurred", "1903-07-01T00:00:00.001Z")
        #expect(old.status == 0)
        #expect(
            try folder.run("log", "--json").objects("event").last?["occurred"] as? String
                == "1903-07-01T00:00:00.001Z")
    }

    @Test("C51: positions can be named in every way, ranges too")
    func positionsCanBeNamedInEveryWay() throws {
        let folder = try TemporaryFolder()
        for name in ["A", "B", "C"] {
            let run = try folder.run("record", "create-vacation", name, "--create", "--log", "a.evlog")
            #expect(run.status == 0)
            Thread.sleep(forTimeInterval: 0.02)
        }
        let events = try folder.run("log", "--json").objects("event")
        let times = events.compactMap { $0["recorded"] as? String }
        let ids = events.compactMap { $0["id"] as? String }
        try #require(times.count == 3 && ids.count == 3)
        for (selector, position) in [
            ("2", 2), ("-2", 2), ("first", 1), ("last", 3), ("0", 0), (times[1], 2), ("end-0s", 3),
            ("now-0s", 3),
            ("id:" + ids[0], 1),
        ] {
            let run = try folder.run("project", "vacations", "--at", selector, "--json")
            #expect(run.status == 0, "\(selector): \(run.stderr)")
            #expect(run.objects("end").first?["rows"] as? Int == position, "\(selector)")
        }
        let said = try folder.run("project", "vacations", "--at", times[1]).stderr
        #expect(said == "at \(times[1]) = event 2\n")
        let span = try folder.run("log", "\(times[0])..\(times[1])", "--plain")
        #expect(span.lines.count == 3)
    }

    @Test(arguments: [
        ("photo.title = \"Philosopher's path\"", true), ("photo.title ~ blossom", true),
        ("position >= 310", true),
        ("position > 310", false), ("position < 2", true), ("position <= 0", false),
        ("type != photo.viewed", true),
        ("user = alice", true), ("stream = bob", false), ("occurred < 2026-03-02", true),
        ("occurred < 2026-03-01", false), ("photo.latitude > 40", true), ("photo.latitude > 89", false),
        ("photo.tags = food", true), ("photo.extra.accuracy = 16", true),
        ("recorded > 2026-01-01T00:00:00Z", true),
    ]) func conditionsOfEveryKind(_ condition: String, _ matches: Bool) throws {
        let folder = try Sample.folder()
        let run = try folder.run("log", "--count", "--where", condition)
        #expect(run.status == 0, "\(run.stderr)")
        #expect((run.stdout != "0\n") == matches, "\(condition): \(run.stdout)")
    }

    @Test(.enabled(if: City.isPresent, "the shared data folder is not beside the checkout"))
    func theRealTopPlacesGiveTheirCountries() throws {
        let folder = try TemporaryFolder()
        let file = City.path("../flickr-api/places/get_top_places_list.json")
        let run = try folder.run("record", "refresh", file, "--create", "--log", "a.evlog")
        #expect(run.status == 0, "\(run.stderr)")
        #expect(run.lines.count == 2)
        let rows = try folder.run("project", "places", "--json").objects("row")
        #expect(rows.count == 100)
        let countries = rows.compactMap { ($0["fields"] as? [String: Any])?["country"] as? String }
        #expect(Set(countries).count == 23)
        #expect(countries.filter { $0 == "United States" }.count == 49)
        #expect(try folder.run("record", "remove-section", "France").status == 0)
        #expect(try folder.run("project", "places", "--json").objects("row").count == 91)
        let failing = try folder.run(
            "record", "refresh", City.path("../flickr-api/photos/get_info_error.json"))
        #expect(failing.status == 0)
        #expect(failing.stdout.contains("places.refreshFailed"))
        #expect(try folder.run("project", "places", "--json").objects("row").count == 91)
    }
}
