import Foundation
import Testing

/// What each verb prints over the sample month, for people, as tab-separated text and as JSON.
struct VerbGoldenTests {
    private static let commands: [(name: String, words: [String])] = [
        ("info", ["info"]),
        ("info-streams", ["info", "--streams"]),
        ("log-newest", ["log", "-n", "5"]),
        ("log-range", ["log", "301..304"]),
        ("log-reversed", ["log", "--type", "places.*", "-r", "-n", "4"]),
        ("log-where", ["log", "--where", "subject = 53410166299"]),
        ("log-occurred", ["log", "-n", "2", "--times", "occurred"]),
        ("log-one-match", ["log", "-n", "1", "--type", "photo.viewed"]),
        ("log-count", ["log", "--count", "--type", "photo.v*"]),
        ("log-values", ["log", "--values", "type"]),
        ("log-values-of-a-field", ["log", "--values", "map_type"]),
        ("log-nothing", ["log", "--where", "photo.title ~ Atlantis"]),
        ("tables", ["project"]),
        ("recents", ["project", "recents"]),
        ("itinerary", ["project", "itinerary"]),
        ("tags", ["project", "tags", "--limit", "5"]),
        ("vacations", ["project", "vacations"]),
        ("places", ["project", "places"]),
        ("preferences", ["project", "preferences"]),
        ("itinerary-photos", ["project", "itinerary.photos", "--limit", "4"]),
        ("tags-photos", ["project", "tags.photos", "--limit", "4"]),
        ("recents-earlier", ["project", "recents", "--at", "20", "--cap", "3"]),
        ("recents-stored", ["project", "recents", "--stored", "--limit", "2"]),
        ("recents-from-stored", ["project", "recents", "--from-stored", "--limit", "2"]),
        ("recents-key", ["project", "recents", "--key", "53410166299"]),
        ("recents-no-key", ["project", "recents", "--key", "9"]),
        ("recents-of-all", ["project", "recents", "--all-users", "--limit", "2"]),
        ("recents-what-if", ["project", "recents", "--without", "309", "--limit", "2"]),
        ("explain-present", ["explain", "recents", "53410174218", "--prove"]),
        ("explain-absent", ["explain", "vacations", "Zürich weekend", "--prove"]),
        ("explain-never", ["explain", "recents", "tram"]),
        ("explain-count", ["explain", "tags", "Japan/food"]),
        (
            "explain-field",
            ["explain", "itinerary", "Japan/Kyoto, Kyoto Prefecture, Japan", "--field", "photos"]
        ),
        ("explain-rows", ["explain", "tags", "--at", "60"]),
        ("explain-what-if", ["explain", "recents", "53410174218", "--without", "191,266,309"]),
        ("when", ["when", "tags[food].count >= 3"]),
        ("when-has", ["when", "recents has 53410166299 and not tags[food].rank = 1", "100.."]),
        ("when-last", ["when", "recents count = 20", "--last"]),
        ("when-never", ["when", "recents count > 20", "--fail-if-true"]),
        ("when-count", ["when", "recents has 53410166299", "--count", "--all-users"]),
        ("failed", ["log", "--failed"]),
        ("replay-steps", ["replay", "--steps", "--at", "5"]),
        ("replay", ["replay"]),
        ("replay-digest", ["replay", "--digest"]),
        ("replay-earlier", ["replay", "recents", "--at", "100"]),
    ]

    @Test(arguments: ["human", "plain", "json"]) func readingVerbs(_ mode: String) throws {
        let folder = try Sample.folder()
        let before = try folder.bytes("sample.evlog")
        var text = ""
        for (name, words) in Self.commands {
            let words = words + (mode == "human" ? [] : ["--\(mode)"])
            let run = try ToolRun.run(words, in: folder.path)
            text += "# \(name)\n$ evtool \(words.joined(separator: " "))\n\(run.stdout)"
            text +=
                run.stderr.split(separator: "\n").map { "2> \($0)\n" }.joined() + "[exit \(run.status)]\n\n"
            if mode == "json" {
                #expect(run.objects.allSatisfy { $0 != nil }, "\(name)")
                let end = run.objects.last ?? nil
                #expect(end?["kind"] as? String == "end", "\(name)")
                #expect(end?["exit"] as? Int == Int(run.status), "\(name)")
                #expect(end?["format"] as? Int == 1, "\(name)")
                #expect(end?["complete"] as? Bool == true, "\(name)")
                for object in run.objects.dropLast() { #expect(object?["kind"] is String, "\(name)") }
            }
            if mode == "plain" {
                let counts = Set(
                    run.lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).count })
                #expect(counts.count <= 1, "\(name): every line has the same columns")
            }
        }
        try Golden.check(Golden.masked(text), "verbs-\(mode).txt")
        #expect(try folder.bytes("sample.evlog") == before, "reading changes no byte")
        #expect(try folder.listing().count == 1, "reading leaves no lock file behind")
    }

    @Test func writingVerbs() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "{\"id\":\"11\",\"title\":\"Tram 28\",\"place\":\"Lisbon, Portugal\",\"tags\":\"tram yellow\"}",
            to: "photo.json")
        try folder.write(
            "{\"stat\":\"ok\",\"places\":{\"place\":[{\"_content\":\"Lisbon, Lisbon District, Portugal\","
                + "\"place_id\":\"p1\",\"photo_count\":\"7\",\"latitude\":\"38.7\",\"longitude\":\"-9.1\"}]}}",
            to: "places.json")
        let commands = [
            ["create", "a.evlog"], ["record", "view", "photo.json"],
            ["record", "visit", "--vacation", "Europe", "photo.json"],
            ["record", "unvisit", "--vacation", "Europe", "11"],
            ["record", "unvisit", "--vacation", "Europe", "11"],
            ["record", "create-vacation", "Asia"], ["record", "delete-vacation", "Asia"],
            ["record", "refresh", "places.json"], ["record", "remove-section", "Portugal"],
            ["record", "map-type", "hybrid"], ["record", "view", "photo.json", "--plain"],
            ["record", "map-type", "standard", "--key", "k1"],
            ["record", "map-type", "standard", "--key", "k1"],
            ["log"], ["copy", "--out", "b.evlog"], ["info", "--log", "b.evlog"],
            ["replay", "recents", "visits", "preferences", "--check", "--log", "b.evlog"],
        ]
        var text = ""
        for words in commands {
            for json in words[0] == "record" || words[0] == "log" ? [false] : [false, true] {
                // What is made twice is made under another name.
                let words =
                    json
                    ? words.map {
                        $0.hasSuffix(".evlog") && words[0] != "info" && words[0] != "replay"
                            ? "json-" + $0 : $0
                    } + ["--json"] : words
                var log = words[0] == "create" || words.contains("--log") ? [] : ["--log", "a.evlog"]
                // The activity strip shows days, which must not be those of the test run.
                if words[0] == "record" { log += ["--occurred", "2026-03-02T10:30:00.250Z"] }
                let run = try ToolRun.run(words + log, in: folder.path)
                text += "$ evtool \(words.joined(separator: " "))\n\(run.stdout)"
                text +=
                    run.stderr.split(separator: "\n").map { "2> \($0)\n" }.joined()
                    + "[exit \(run.status)]\n\n"
            }
        }
        try Golden.check(Golden.masked(text), "writing.txt")
    }

    @Test func helpOfEverything() throws {
        let folder = try TemporaryFolder()
        var text = ""
        let verbs = [
            "create", "record", "record view", "record events", "info", "log", "project", "when", "replay",
            "copy",
            "import",
        ]
        for words in [["-h"], ["--help"], ["--version"], ["help", "errors"]]
            + verbs.map({ ["help"] + $0.split(separator: " ").map(String.init) })
        {
            let run = try ToolRun.run(words, in: folder.path)
            #expect(run.status == 0, "\(words)")
            #expect(run.stderr.isEmpty)
            text += "$ evtool \(words.joined(separator: " "))\n\(run.stdout)\n"
            if words[0] == "help", words != ["help", "errors"] {
                #expect(
                    try ToolRun.run(Array(words.dropFirst()) + ["--help"], in: folder.path).stdout
                        == run.stdout)
            }
        }
        #expect(try folder.run().stdout == folder.run("-h").stdout, "a bare call is the short help")
        try Golden.check(text, "help.txt")
    }
}
