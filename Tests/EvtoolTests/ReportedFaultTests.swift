import EventCoding
import EventLog
import Foundation
import TestSupport
import Testing
import TravelEvents

/// Faults that users of other tools and event stores reported, held against the built tool.
struct ReportedFaultTests {
    /// Verbs that only read.
    private static let readingVerbs = [
        ["info"], ["info", "--json"], ["log"], ["log", "--json"], ["log", "--count"], ["show", "3"],
        ["project", "recents"], ["project", "itinerary", "--at", "100"], ["project", "recents", "--stored"],
        ["replay"], ["replay", "--check"], ["replay", "--digest"], ["export"],
    ]

    // MARK: Reading leaves no trace

    @Test("C43: reading changes no byte and makes no file, and works where nothing may be written")
    func readingLeavesNoTrace() throws {
        let folder = try Sample.folder()
        let log = folder.file("sample.evlog")
        let bytes = try folder.bytes("sample.evlog")
        let listing = try folder.listing()
        let files = FileManager.default
        func modified() throws -> Date? {
            try files.attributesOfItem(atPath: log)[.modificationDate] as? Date
        }
        let date = try modified()
        var answers: [String] = []
        for words in Self.readingVerbs {
            let run = try ToolRun.run(words, in: folder.path)
            #expect(run.status == 0, "\(words): \(run.stderr)")
            answers.append(run.stdout)
        }
        try files.setAttributes([.posixPermissions: 0o444], ofItemAtPath: log)
        try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
        defer { try? files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
        for (words, answer) in zip(Self.readingVerbs, answers) {
            let run = try ToolRun.run(words, in: folder.path)
            #expect(run.status == 0, "\(words): \(run.stderr)")
            #expect(run.stdout == answer, "\(words)")
        }
        #expect(try folder.bytes("sample.evlog") == bytes)
        #expect(try folder.listing() == listing)
        #expect(try modified() == date)
    }

    /// Runs that are killed; `TRAVELOG_KILLED_RUNS` asks for more.
    private static let killedRuns =
        ProcessInfo.processInfo.environment["TRAVELOG_KILLED_RUNS"].flatMap { Int($0) } ?? 60

    @Test("C44, C46: runs that are killed beside a writer leave no slot, no growth and no block")
    func killedRunsLeaveNothing() throws {
        let seed: UInt64 = 46
        var random = SplitMix64(seed: seed)
        let folder = try TemporaryFolder()
        func pages(_ name: String, besideAppend body: (Int) throws -> Void) throws -> Int {
            let log = try EventLog.create(at: folder.file(name), durability: .relaxed)
            defer { log.close() }
            let events = try Self.views(photos: 40, titleBytes: 200)
            for _ in 0..<50 { try log.append(events, to: StreamName("alice")) }
            for round in 0..<Self.killedRuns {
                try body(round)
                try log.append([events[round % events.count]], to: StreamName("alice"))
            }
            return try log.storage().usedPages
        }
        let alone = try pages("alone.evlog") { _ in }
        var killed = 0
        let beside = try pages("beside.evlog") { round in
            let scratch = try TemporaryFolder()
            let words = round % 2 == 0 ? ["log", "-f", "--json"] : ["replay"]
            let run = try ToolRun.start(words + ["--log", "beside.evlog"], in: folder.path, scratch)
            usleep(UInt32(random.next() % 30_000))
            kill(run.processIdentifier, SIGKILL)
            if ToolRun(waitingFor: run, scratch).diedOfSignal { killed += 1 }
        }
        #expect(killed > Self.killedRuns / 2, "seed \(seed): \(killed) runs were killed")
        // A dead reader may pin the pages of an append or two, until the next opening clears it away.
        #expect(beside <= alone + 80, "seed \(seed): \(beside) pages, \(alone) without the runs")
        let log = try EventLog.open(at: folder.file("beside.evlog"))
        defer { log.close() }
        #expect(try log.storage().readersInUse == 0)
        #expect(try log.head().position == UInt64(2_000 + Self.killedRuns))
    }

    // MARK: Memory

    @Test(
        "C33: a replay of eleven times the events takes no more memory",
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "there is no /proc"))
    func replayInConstantMemory() throws {
        let folder = try TemporaryFolder()
        let peaks = try [4, 44].map { thousands in
            let name = "\(thousands).evlog"
            let log = try EventLog.create(at: folder.file(name), durability: .relaxed)
            let events = try Self.views(photos: 1_000, titleBytes: 1_000)
            for _ in 0..<thousands { try log.append(events, to: StreamName("alice")) }
            log.close()
            let scratch = try TemporaryFolder()
            let child = try ToolRun.start(["replay", "--digest", "--log", name], in: folder.path, scratch)
            var peak = 0
            while child.isRunning {
                peak = max(peak, Self.anonymousKilobytes(of: child.processIdentifier))
                usleep(1_000)
            }
            let run = ToolRun(waitingFor: child, scratch)
            #expect(run.status == 0, "\(run.stderr)")
            #expect(peak > 0)
            return peak
        }
        // All events in memory would be 40 MB more.
        #expect(peaks[1] < peaks[0] + 12_000, "\(peaks) kB")
    }

    /// The memory of a process that is of no file, in kilobytes; 0 where it cannot be seen.
    private static func anonymousKilobytes(of process: Int32) -> Int {
        let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return line.flatMap { $0.split(whereSeparator: \.isWhitespace).dropFirst().first }.flatMap { Int($0) }
            ?? 0
    }

    /// A view of each of so many photos.
    private static func views(photos: Int, titleBytes: Int) throws -> [ProposedEvent] {
        let title = String(repeating: "t", count: titleBytes)
        return try (0..<photos).map { number in
            let payload = try PhotoViewed(photo: Photo(id: "\(number)", title: title)).encoded()
            return ProposedEvent(type: "photo.viewed", subject: "\(number)", payload: payload)
        }
    }

    // MARK: Past states and output

    @Test(
        "C51: every table as of a position is the table of a log that ends there",
        arguments: [
            "itinerary", "itinerary.photos", "places", "preferences", "recents", "refresh", "tags",
            "tags.photos", "vacations",
        ])
    func everyTableAtAPosition(_ table: String) throws {
        let whole = try Sample.folder()
        let short = try Sample.smallFolder()
        let end = try short.run("log", "--count").stdout.trimmingCharacters(in: .newlines)
        let past = try whole.run("project", table, "--at", end, "--plain")
        let present = try short.run("project", table, "--plain")
        #expect(past.status == 0, "\(past.stderr)")
        #expect(present.status == 0, "\(present.stderr)")
        #expect(past.stdout == present.stdout)
        let range = try whole.run("log", "10..\(end)", "--plain").lines.dropFirst()
        #expect(range.map { $0.prefix { $0 != "\t" } } == (10...(Int(end) ?? 0)).map { "\($0)"[...] })
    }

    @Test("C40: a place outside the log is refused with what there is, and nothing is shown from the start")
    func placesOutsideTheLog() throws {
        let folder = try Sample.folder()
        for words in [
            ["log", "400..401"], ["log", "400.."], ["log", "-f", "400.."], ["show", "400"],
            ["project", "recents", "--at", "400"], ["replay", "--at", "400"], ["export", "400..401"],
        ] {
            let run = try ToolRun.run(words, in: folder.path)
            #expect(run.status == 64, "\(words)")
            #expect(run.errorCode == "E-POSITION-RANGE", "\(words)")
            #expect(run.stderr.contains(" to 310"), "\(words)")
            #expect(run.stdout == "", "\(words)")
        }
    }

    @Test("C55: with --json the answer is JSON lines alone, whatever else is said")
    func onlyData() throws {
        let folder = try Sample.folder()
        let time = "2026-03-10T00:00:00Z"
        for words in [
            ["info"], ["log"], ["log", "-n", "3"], ["show", "3"], ["project", "recents"],
            ["project", "tags", "--at", time], ["replay"], ["export"], ["project", "nonsense"],
            ["log", "400..401"],
        ] {
            let environment = ["FORCE_COLOR": "1", "TERM": "xterm-256color"]
            let run = try ToolRun.run(words + ["--json"], in: folder.path, environment: environment)
            #expect(run.objects.allSatisfy { $0 != nil }, "\(words): \(run.stdout.prefix(300))")
        }
    }

    @Test("C56, C9: log shows positions in their order and whole milliseconds, whatever the clocks say")
    func positionsAndTimes() throws {
        let folder = try TemporaryFolder()
        let times = ["2026-03-02T10:00:00.003Z", "2026-03-01T10:00:00.002Z", "2026-03-01T10:00:00.001Z"]
        for time in times {
            let run = try folder.run(
                "record", "map-type", "hybrid", "--occurred", time, "--create", "--log", "a.evlog")
            #expect(run.status == 0, "\(run.stderr)")
        }
        let events = try folder.run("log", "--json").objects("event")
        #expect(events.compactMap { $0["position"] as? Int } == [1, 2, 3])
        #expect(events.compactMap { $0["occurred"] as? String } == times)
        let rows = try folder.run("log", "--plain").lines.dropFirst().map { $0.split(separator: "\t") }
        #expect(rows.map { $0[0] } == ["1", "2", "3"])
        let form = /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z/
        for row in rows { #expect(String(row[1]).wholeMatch(of: form) != nil, "\(row)") }
    }

    // MARK: Import

    @Test("H3, H4: a table is imported with each row once; a second time, under another name, adds nothing")
    func importTwice() throws {
        let folder = try TemporaryFolder()
        let header = "photoID;userID;dateTaken;poiID;poiTheme;poiFreq;seqID\n"
        let rows =
            "7941504100;u1;1346844688;1;Park;9;1\n2;u1;1346844688;2;Park;9;1\n3;u2;1346844689;1;Park;9;2\n"
        for name in ["visits.csv", "renamed.csv"] { try folder.write(header + rows, to: name) }
        let first = try folder.run("import", "visits.csv", "--out", "a.evlog", "--json")
        #expect(first.status == 0, "\(first.stderr)")
        #expect(first.objects("imported").first?["events"] as? Int == 3)
        let events = try folder.run("log", "--json", "--log", "a.evlog").stdout
        let second = try folder.run("import", "renamed.csv", "--append", "a.evlog", "--json")
        #expect(second.status == 0, "\(second.stderr)")
        #expect(second.objects("imported").first?["events"] as? Int == 0)
        #expect(second.objects("imported").first?["already_there"] as? Int == 3)
        #expect(try folder.run("log", "--json", "--log", "a.evlog").stdout == events)
    }
}
