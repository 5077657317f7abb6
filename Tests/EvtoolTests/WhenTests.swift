import EventCoding
import EventLog
import Foundation
import Testing

/// `when`, `log --failed` and `replay --steps` as processes.
@Suite("When, failed events and steps")
struct WhenTests {
    private let photo = "53410166299"

    /// Appends an event of a schema version that no build knows yet.
    private func appendFromTheFuture(in folder: TemporaryFolder) throws {
        let log = try EventLog.open(at: folder.file("sample.evlog"))
        defer { log.close() }
        let event = ProposedEvent(
            type: EventType("photo.viewed"), schemaVersion: 9, subject: "1",
            payload: [0xA1, 0x61, 0x61, 0x01])
        _ = try log.append([AppendRequest([event], to: try StreamName("alice"))])
    }

    @Test("each flip is an event at which the table, asked at it and before it, differs")
    func flipsAgreeWithProject() throws {
        let folder = try Sample.folder()
        let run = try folder.run("when", "tags[food].count >= 3", "--json")
        #expect(run.status == 0)
        let changes = run.objects("change")
        #expect(changes.count > 2)
        func holds(_ position: Int) throws -> Bool {
            let rows = try folder.run("project", "tags", "--at", "\(position)", "--json").objects("row")
            let counts = rows.filter { ($0["key"] as? String)?.hasSuffix("/food") == true }
                .compactMap { ($0["fields"] as? [String: Any])?["count"] as? Int }
            return counts.contains { $0 >= 3 }
        }
        for change in changes {
            let position = try #require(change["position"] as? Int)
            #expect(try holds(position) == (change["value"] as? Bool))
            #expect(try holds(position - 1) != (change["value"] as? Bool))
            #expect((change["effects"] as? [Any])?.isEmpty == false)
        }
        let summary = try #require(run.objects("condition").first)
        #expect(summary["changes"] as? Int == changes.count)
        #expect(summary["since"] as? Int == changes.last?["position"] as? Int)
        #expect(try folder.run("when", "tags[food].count >= 3", "--count").stdout == "\(changes.count)\n")
        let first = try folder.run("when", "tags[food].count >= 3", "--first", "--json").objects("change")
        let last = try folder.run("when", "tags[food].count >= 3", "--last", "--json").objects("change")
        #expect(first.map { $0["position"] as? Int } == [changes.first?["position"] as? Int])
        #expect(last.map { $0["position"] as? Int } == [changes.last?["position"] as? Int])
    }

    @Test("0 for ever true, 1 for never, and the other way round for invariants")
    func statuses() throws {
        let folder = try Sample.folder()
        func status(_ words: String...) throws -> Int32 {
            try ToolRun.run(["when"] + words, in: folder.path).status
        }
        #expect(try status("recents has \(photo)") == 0)
        #expect(try status("recents has nobody") == 1)
        #expect(try status("recents has \(photo)", "..100") == 1, "not yet")
        #expect(try status("recents has \(photo)", "200..") == 0, "it was there before")
        #expect(try status("recents count > 20", "--fail-if-true") == 0)
        #expect(try status("recents count > 19", "--fail-if-true") == 1)
        #expect(try status("recents has \(photo)", "--all-users") == 0)
        let never = try folder.run("when", "recents has nobody")
        #expect(never.lines.last == "never true")
        #expect(try folder.run("when", "not recents has nobody").lines.last == "true all the time")
    }

    @Test("2 where an event that could not be applied stands before the answer, and only there")
    func doubts() throws {
        let folder = try Sample.folder()
        try appendFromTheFuture(in: folder)
        let certain = try folder.run("when", "recents has \(photo)")
        #expect(certain.status == 0)
        #expect(certain.stdout.contains("INCOMPLETE"))
        let doubtful = try folder.run("when", "recents has nobody", "--json")
        #expect(doubtful.status == 2)
        #expect(doubtful.objects.last??["complete"] as? Bool == false)
        #expect(try folder.run("when", "recents count > 20", "--fail-if-true").status == 2)
        #expect(try folder.run("when", "recents has nobody", "..310").status == 1, "before it all is whole")
        #expect(try folder.run("when", "tags has nothing").status == 1, "other folds know the event well")
    }

    @Test("a range, a key with two dots and a condition without blanks are told apart")
    func ranges() throws {
        let folder = try Sample.folder()
        #expect(try folder.run("when", "recents has a..b", "1..5").status == 1)
        #expect(try folder.run("when", "recents[a..b].rank=1").status == 1)
        #expect(try folder.run("when", "5", "recents has a").status == 64)
    }

    @Test("the JSON and the tab-separated form tell the same changes")
    func forms() throws {
        let folder = try Sample.folder()
        let json = try folder.run("when", "tags.photos count > 10", "--json").objects("change")
        let plain = try folder.run("when", "tags.photos count > 10", "--plain").lines.dropFirst()
        #expect(!json.isEmpty)
        #expect(
            plain.map { Int($0.split(separator: "\t")[0]) } == json.map { $0["position"] as? Int })
        let all = try folder.run("when", "tags.photos count > 10", "--plain", "--all-users").lines
        #expect(all.first?.hasPrefix("stream\tposition") == true && all.count == json.count + 1)
    }

    // MARK: log --failed

    @Test("C38: what no fold can apply is listed with projection and reason")
    func failed() throws {
        let folder = try Sample.folder()
        let none = try folder.run("log", "--failed")
        #expect(none.status == 0 && none.stdout.isEmpty)
        #expect(none.stderr == "no projection failed on any of 310 events\n")
        try appendFromTheFuture(in: folder)
        let run = try folder.run("log", "--failed", "--json")
        #expect(run.status == 0)
        #expect(run.objects("event").map { $0["position"] as? Int } == [311])
        #expect(run.objects("failed").map { $0["projection"] as? String } == ["recents"])
        #expect(run.objects("failed").map { $0["code"] as? String } == ["E-EVENT-VERSION"])
        let human = try folder.run("log", "--failed")
        #expect(human.stdout.contains("recents: schema version 9 is newer"))
        #expect(human.stderr == "1 of 311 events could not be applied\n")
        #expect(try folder.run("log", "--failed", "--count").stdout == "1\n")
        #expect(try folder.run("log", "--failed", "--count", "..310").stdout == "0\n")
        #expect(try folder.run("log", "--failed", "--count", "--where", "subject = 2").stdout == "0\n")
        #expect(try folder.run("log", "--failed", "--count", "--type", "photo.visited").stdout == "0\n")
        #expect(try folder.run("log", "--failed", "--plain").lines.count == 2)
    }

    // MARK: replay --steps

    @Test("steps tell what show tells of each event")
    func steps() throws {
        let folder = try Sample.folder()
        let run = try folder.run("replay", "--steps", "--at", "40", "--json")
        #expect(run.status == 0)
        #expect(run.objects("event").compactMap { $0["position"] as? Int } == Array(1...40))
        for position in [2, 25, 40] {
            let shown = try folder.run("show", "\(position)", "--json").objects("effect")
            let told = run.objects("effect").filter { $0["position"] as? Int == position }
            #expect(!shown.isEmpty)
            #expect(told.map { NSDictionary(dictionary: $0) } == shown.map { NSDictionary(dictionary: $0) })
        }
        let plain = try folder.run("replay", "recents", "--steps", "--at", "40", "--plain").lines
        #expect(Set(plain.map { $0.split(separator: "\t", omittingEmptySubsequences: false).count }) == [9])
        let head = try ToolRun.shell(
            "\"$EVTOOL\" replay --steps | head -1; echo ${PIPESTATUS[0]}", in: folder.path)
        #expect(head.lines.last == "141" && head.stderr.isEmpty)
        try appendFromTheFuture(in: folder)
        let failing = try folder.run("replay", "--steps")
        #expect(failing.status == 2)
        #expect(failing.lines.last?.hasPrefix("not applied: recents: event 311") == true)
    }

    @Test(
        "at a terminal a key leads on, elsewhere, back, and out",
        .enabled(if: ShellTerminal.isThere, "there is no python3"))
    func stepping() throws {
        let folder = try ShellFolder()
        _ = try folder.sample()
        let run = try ShellTerminal.run(
            [ShellProgram.evtool, "replay", "--steps", "--log", "sample.evlog"], in: folder,
            keys: ["\n", "g 300\n", "g 4\n", "g 9999\n", "q\n"], environment: ["PATH": "/usr/bin:/bin"])
        #expect(run.status == 0)
        let told = run.output.split(separator: "\n").compactMap { line -> Int? in
            let words = line.split(separator: " ")
            return words.count > 3 && words[2].hasSuffix("Z") ? Int(words[0]) : nil
        }
        #expect(told == [1, 2, 300, 4])
        #expect(run.output.contains("accepted: an empty line"))
    }
}
