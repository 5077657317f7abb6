import EventCoding
import EventLog
import Foundation
import Testing

/// `diff`: two states, stored rows, rows in a file, two users, two logs.
struct DiffTests {
    /// What is run over a folder with the sample and what `prepare` puts beside it.
    private static let commands: [(name: String, words: [String])] = [
        ("states", ["diff", "recents", "300..310"]),
        ("states-of-several", ["diff", "tags", "itinerary", "vacations", "270..276"]),
        ("states-of-all", ["diff", "250..260"]),
        ("states-stat", ["diff", "250..310", "--stat"]),
        ("states-nothing", ["diff", "recents", "309..310"]),
        ("states-from-nothing", ["diff", "preferences", "..last"]),
        ("states-of-a-query", ["diff", "tags.photos", "271..272"]),
        ("states-of-all-users", ["diff", "recents", "309..313", "--all-users", "--log", "two.evlog"]),
        ("states-in-a-zone", ["diff", "recents", "308..309", "--tz", "Asia/Tokyo"]),
        ("stored", ["diff", "--against", "stored"]),
        ("stored-stat", ["diff", "recents", "--against", "stored", "--stat"]),
        ("file-same", ["diff", "--against", "old.ndjson"]),
        ("file-later", ["diff", "recents", "--against", "old.ndjson", "--at", "last"]),
        ("file-of-another-version", ["diff", "--against", "changed.ndjson"]),
        ("file-cut", ["diff", "--against", "cut.ndjson"]),
        ("file-empty", ["diff", "preferences", "--against", "empty.ndjson"]),
        (
            "users",
            [
                "diff", "recents", "preferences", "--user", "bob", "--against-user", "alice", "--log",
                "two.evlog",
            ]
        ),
        ("log-same", ["diff", "--against", "copy.evlog"]),
        ("log-export", ["diff", "--against", "export.ndjson"]),
        ("log-forked", ["diff", "--against", "forked.evlog"]),
        ("log-forked-stat", ["diff", "--against", "forked.evlog", "--stat"]),
        ("log-forked-rows", ["diff", "recents", "vacations", "--against", "forked.evlog"]),
        ("log-of-an-export", ["diff", "--log", "export.ndjson", "--against", "forked.evlog"]),
        ("what-if", ["diff", "recents", "--without", "309"]),
        ("what-if-orphans", ["diff", "tags", "itinerary", "--without", "192", "--at", "last"]),
        ("what-if-nothing", ["diff", "recents", "--without", "1"]),
        ("what-if-stat", ["diff", "--without", "300..310", "--stat"]),
        ("what-if-inserted", ["diff", "recents", "vacations", "--insert", "insert.ndjson", "--at", "300"]),
        ("quiet", ["diff", "recents", "300..310", "--quiet"]),
    ]

    /// The sample; a log of two users; one that was continued as a copy; an export; rows of several kinds.
    private static func folder() throws -> TemporaryFolder {
        let folder = try Sample.folder()
        for name in ["two.evlog", "forked.evlog"] { try folder.copy(folder.file("sample.evlog"), to: name) }
        try folder.write(
            "{\"id\":\"9001\",\"title\":\"Tram 28\",\"place\":\"Lisbon, Portugal\"}", to: "photo.json")
        func run(_ words: String...) throws {
            let run = try ToolRun.run(words, in: folder.path)
            guard run.status == 0 else { throw Sample.Failure(text: "\(words): \(run.stderr)") }
        }
        let when = ["--occurred", "2026-04-02T10:30:00Z"]
        for words in [
            ["view", "photo.json", "-u", "bob", "--log", "two.evlog"],
            ["map-type", "hybrid", "-u", "bob", "--log", "two.evlog"],
            ["view", "photo.json", "-u", "alice", "--log", "two.evlog"],
            ["view", "photo.json", "--log", "forked.evlog"],
        ] {
            let run = try ToolRun.run(["record"] + words + when, in: folder.path)
            guard run.status == 0 else { throw Sample.Failure(text: run.stderr) }
        }
        try folder.write(
            "{\"after\":290,\"type\":\"vacation.created\",\"occurred\":\"2026-03-30T10:00:00Z\",\"data\":{\"name\":\"Asia\"}}\n",
            to: "insert.ndjson")
        try run("copy", "--log", "sample.evlog", "--out", "copy.evlog")
        try run("export", "--log", "sample.evlog", "--out", "export.ndjson")
        let old = try folder.run("project", "recents", "--at", "300", "--log", "sample.evlog", "--json")
            .stdout
        try folder.write(old, to: "old.ndjson")
        try folder.write(old.split(separator: "\n").prefix(5).joined(separator: "\n"), to: "cut.ndjson")
        let changed = old.replacingOccurrences(of: "\"subtitle\":", with: "\"caption\":")
            .replacingOccurrences(of: "\"version\":1", with: "\"version\":7")
            .replacingOccurrences(
                of: "\"rank\":2,\"fields\":{\"title\":\"", with: "\"rank\":2,\"fields\":{\"title\":\"The ")
        try folder.write(changed, to: "changed.ndjson")
        try folder.write(
            "{\"kind\":\"end\",\"rows\":0,\"format\":1,\"complete\":true,\"exit\":0}\n", to: "empty.ndjson")
        return folder
    }

    @Test(arguments: ["human", "plain", "json"]) func forms(_ mode: String) throws {
        let folder = try Self.folder()
        let before = try folder.listing().filter { !$0.contains("-lock ") }
        var text = ""
        for (name, given) in Self.commands {
            let words = given + (mode == "human" ? [] : ["--\(mode)"])
            let log = words.contains("--log") ? [] : ["--log", "sample.evlog"]
            let run = try ToolRun.run(words + log, in: folder.path)
            text += "# \(name)\n$ evtool \(words.joined(separator: " "))\n\(run.stdout)"
            text +=
                run.stderr.split(separator: "\n").map { "2> \($0)\n" }.joined() + "[exit \(run.status)]\n\n"
            #expect((0...2).contains(run.status), "\(name): \(run.stderr)")
            if mode == "json" { checkLines(run, name) }
            if mode == "plain" {
                let counts = Set(
                    run.lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).count })
                #expect(counts.count <= 1, "\(name): every line has the same columns")
            }
            if given.contains("--quiet"), mode != "json" { #expect(run.stdout.isEmpty && run.stderr.isEmpty) }
        }
        try Golden.check(Golden.masked(text).replacing(/[0-9a-f]{64}/, with: "HASH"), "diff-\(mode).txt")
        #expect(try folder.listing().filter { !$0.contains("-lock ") } == before, "comparing changes nothing")
    }

    private func checkLines(_ run: ToolRun, _ name: String) {
        #expect(run.objects.allSatisfy { $0?["kind"] is String }, "\(name)")
        let end = run.objects.last ?? nil
        #expect(end?["kind"] as? String == "end", "\(name)")
        #expect(end?["exit"] as? Int == Int(run.status), "\(name)")
        #expect(end?["complete"] as? Bool == (run.status != 2), "\(name)")
        let stats = run.objects("stat")
        let listed = Set(
            run.objects("diff").map {
                "\($0["stream"] ?? "")/\($0["table"] ?? "")/\($0["key"] ?? "")/\($0["op"] ?? "")"
            })
        let counted = stats.reduce(0) { count, stat in
            count
                + ["in", "out", "moved", "changed", "groups_moved"].reduce(0) { $0 + (stat[$1] as? Int ?? 0) }
        }
        if !listed.isEmpty { #expect(listed.count == counted, "\(name)") }
    }

    @Test("C28: a wrong stored row is shown field by field, and the event that the fold goes by")
    func wrongStoredRows() throws {
        let folder = try Sample.folder()
        try StoredRowSurgery.plantOldRows(in: folder)
        let found = try folder.run("replay", "recents")
        #expect(found.lines.last == "next: evtool diff recents --against stored")
        let run = try folder.run("diff", "recents", "--against", "stored")
        #expect(run.status == 1)
        #expect(run.lines.first?.hasPrefix("recents   stored → replayed at 311      1 in, 1 out, ") == true)
        #expect(run.lines.contains { $0.hasPrefix("+ 9001 ") && $0.hasSuffix("  311") }, "\(run.stdout)")
        #expect(run.lines.contains { $0.hasPrefix("- ") && $0.hasSuffix("evicted at 311") }, "\(run.stdout)")
        #expect(try folder.run("diff", "preferences", "--against", "stored").status == 0)
        let all = try folder.run("diff", "--against", "stored", "--quiet")
        #expect(all.status == 1 && all.stdout.isEmpty)
    }

    @Test("a stored row that differs where no column shows it is told as well")
    func wrongKeptRows() throws {
        let folder = try Sample.folder()
        let (visit, unvisit) = (
            ["visit", "--vacation", "Planted", "photo.json"], ["unvisit", "--vacation", "Planted", "9001"]
        )
        try folder.write("{\"id\":\"9001\",\"place\":\"X, Y\"}", to: "photo.json")
        #expect(try ToolRun.run(["record"] + visit, in: folder.path).status == 0)
        try StoredRowSurgery.plantOldRows(in: folder, actions: [unvisit, visit], tableID: 1)
        let run = try folder.run("diff", "--against", "stored")
        #expect(run.status == 1, "\(run.stdout)")
        #expect(
            run.lines.contains { $0.contains("visits  ") && $0.contains("kept row, in no column") },
            "\(run.stdout)")
        let json = try folder.run("diff", "--against", "stored", "--json")
        #expect(json.objects("diff").contains { $0["field"] as? String == "kept" })
        let next = try folder.run("replay", "visits").lines.last
        #expect(next == "next: evtool diff --against stored")
    }

    @Test func nothingStoredCannotBeTold() throws {
        let folder = try TemporaryFolder()
        _ = try folder.run("record", "map-type", "hybrid", "-u", "ann", "--create", "--log", "a.evlog")
        try StoredRowSurgery.forgetProjections(of: folder.file("a.evlog"))
        let run = try folder.run("diff", "--against", "stored", "--json")
        #expect(run.status == 2)
        #expect(run.objects("doubt").count == 4)
        #expect(run.objects.last??["complete"] as? Bool == false)
        #expect(
            try folder.run("diff", "preferences", "--against", "stored").stdout.contains("nothing is stored"))
    }

    @Test func rowsFromAPipe() throws {
        let folder = try Sample.folder()
        let rows = try folder.run("project", "tags", "--json").stdout
        let run = try folder.run("diff", "--against", "-", stdin: Array(rows.utf8))
        #expect(run.status == 0)
        #expect(run.stdout == "tags   file at 310 → replayed at 310      37 same\n")
        let export = try folder.run("export", "--log", "sample.evlog")
        let piped = try folder.run("diff", "--against", "-", stdin: Array(export.stdout.utf8))
        #expect(piped.status == 0, "\(piped.stderr)")
        #expect(piped.stdout.hasPrefix("events   same: 310 events here and there\n"))
    }

    @Test("an event that cannot be applied makes the answer uncertain, and says so last")
    func cannotTell() throws {
        let folder = try Sample.folder()
        let log = try EventLog.open(at: folder.file("sample.evlog"))
        let event = ProposedEvent(
            type: EventType("photo.viewed"), schemaVersion: 9, subject: "1",
            payload: [0xA1, 0x61, 0x61, 0x01])
        _ = try log.append([AppendRequest([event], to: try StreamName("alice"))])
        log.close()
        let run = try folder.run("diff", "recents", "300..311")
        #expect(run.status == 2)
        #expect(run.stdout.contains("INCOMPLETE: not everything could be compared\n  recents: event 311"))
        let json = try folder.run("diff", "recents", "300..311", "--json")
        #expect(json.status == 2 && json.objects.last??["complete"] as? Bool == false)
        #expect(json.objects("doubt").count == 1)
        #expect(try folder.run("diff", "recents", "300..310").status == 1, "before that event all is certain")
    }

    @Test("texts that drive a terminal are harmless, from rows in a file, from events, and in keys")
    func hostileText() throws {
        let folder = try TemporaryFolder()
        let hostile = "a\u{1B}]52;c;ZXZpbA==\u{7}b\rc\u{202E}d</script>e\u{9B}31mf\tg\nh\u{7F}"
        for (id, title) in [("p\u{1B}1", hostile), ("p\u{1B}1", hostile + "2"), ("</script>", hostile)] {
            let visit: [String: Any] = [
                "type": "photo.visited",
                "data": [
                    "vacation": "Trip \u{1B}[2J",
                    "photo": [
                        "id": id, "title": title, "place": "X\u{9B}0m, \u{202E}Y",
                        "tags": ["t\u{1B}c\u{2066}"],
                    ],
                ],
            ]
            let view: [String: Any] = [
                "type": "photo.viewed", "data": ["photo": ["id": id, "title": title]],
            ]
            let lines = try [visit, view].map {
                String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
            }
            try folder.write(lines.joined(separator: "\n") + "\n", to: "in.ndjson")
            let run = try folder.run("record", "events", "in.ndjson", "--create", "--log", "a.evlog", "-q")
            #expect(run.status == 0, "\(run.stderr)")
            if title == hostile, id != "</script>" {
                try folder.copy(folder.file("a.evlog"), to: "copy.evlog")
                try folder.write(
                    try folder.run("project", "recents", "--log", "a.evlog", "--json").stdout,
                    to: "old.ndjson")
            }
        }
        let renamed = folder.text("old.ndjson").replacingOccurrences(
            of: "\"title\":\"a", with: "\"title\":\"\\u001B[31m\\u202E")
        try folder.write(renamed, to: "old.ndjson")
        var seen = 0
        for words in [
            ["0..2"], ["2..6"], ["itinerary", "tags", "tags.photos", "0..6"], ["recents", "4..6", "--stat"],
            ["--against", "old.ndjson"], ["--against", "old.ndjson", "--at", "last"],
            ["--against", "copy.evlog"],
            ["recents", "--without", "2"], ["--against", "\u{1B}[2J"], ["\u{9B}31m", "0..2"],
        ] {
            for mode in [[], ["--plain"], ["--json"]] {
                let run = try ToolRun.run(["diff", "--log", "a.evlog"] + words + mode, in: folder.path)
                for scalar in (run.stdout + run.stderr).unicodeScalars where scalar != "\n" && scalar != "\t"
                {
                    seen += 1
                    let isHarmful =
                        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                        || (0x202A...0x202E).contains(scalar.value)
                        || (0x2066...0x2069).contains(scalar.value)
                    if isHarmful { Issue.record("\(words) \(mode): \(run.stdout)\(run.stderr)") }
                }
                if mode == ["--json"], run.status <= 2 { #expect(run.objects.allSatisfy { $0 != nil }) }
            }
        }
        #expect(seen > 1_000)
    }

    @Test func aClosedPipeEndsItSilently() throws {
        let folder = try Sample.folder()
        let run = try ToolRun.shell(
            "for i in 1 2 3 4 5 6 7 8; do \"$EVTOOL\" diff 0..310 --json; done 2>errors | head -1 >/dev/null; "
                + "( while :; do \"$EVTOOL\" diff 0..310 --json || [ $? = 1 ] || break; done ) 2>>errors | head -1 >first;"
                + " cat errors", in: folder.path)
        #expect(run.stdout.isEmpty)
        #expect(folder.text("first").hasPrefix("{\"kind\":\"stat\","))
    }
}
