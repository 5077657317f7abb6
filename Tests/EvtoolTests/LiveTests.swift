import Foundation
import Testing

/// Reading, copying and following a log while others write to it.
struct LiveTests {
    @Test("C44, C48: following shows what two writers append until Ctrl-C")
    func followingShowsWhatTwoWritersAppendUntilCtrlC() async throws {
        let folder = try TemporaryFolder()
        #expect(try folder.run("create", "a.evlog").status == 0)
        let scratch = try TemporaryFolder()
        let follower = try ToolRun.start(
            ["log", "-f", "--json", "--log", "a.evlog"], in: folder.path, scratch)
        defer { if follower.isRunning { kill(follower.processIdentifier, SIGKILL) } }
        // The follower holds the log open, so it is live: a reading verb goes through a slot and says so.
        try await until { try folder.run("info", "--json").objects("info").first?["live"] as? Bool == true }

        let perWriter = 8
        try await withThrowingTaskGroup(of: Void.self) { group in
            for user in ["ann", "ben"] {
                group.addTask {
                    for number in 0..<perWriter {
                        let run = try folder.run(
                            "record", "create-vacation", "V\(number)", "-u", user, "--log", "a.evlog")
                        #expect(run.status == 0, "\(run.stderr)")
                    }
                }
            }
            try await group.waitForAll()
        }
        try await until { scratch.text("stdout").split(separator: "\n").count >= 2 * perWriter }
        kill(follower.processIdentifier, SIGINT)
        let run = ToolRun(waitingFor: follower, scratch)
        #expect(run.status == 130)
        #expect(!run.diedOfSignal)
        #expect(run.stderr == "interrupted; nothing was left undone\n")
        let events = run.objects("event")
        #expect(events.compactMap { $0["position"] as? Int } == Array(1...2 * perWriter))
        #expect(run.objects.last??["kind"] as? String == "end")
        #expect(run.objects.last??["exit"] as? Int == 130)
        for user in ["ann", "ben"] {
            let revisions = events.filter { $0["stream"] as? String == user }.compactMap {
                $0["revision"] as? Int
            }
            #expect(revisions == Array(1...perWriter))
        }
    }

    @Test func followingBeginsWithTheLastAndKeepsToItsFilter() async throws {
        let folder = try Sample.folder()
        let scratch = try TemporaryFolder()
        let follower = try ToolRun.start(
            ["log", "-f", "-n", "2", "--type", "vacation.*", "--log", "sample.evlog"], in: folder.path,
            scratch)
        defer { if follower.isRunning { kill(follower.processIdentifier, SIGKILL) } }
        try await until { scratch.text("stdout").split(separator: "\n").count == 3 }
        for words in [["map-type", "hybrid"], ["create-vacation", "Later"]] {
            #expect(try ToolRun.run(["record"] + words, in: folder.path).status == 0)
        }
        try await until { scratch.text("stdout").contains("Later") }
        kill(follower.processIdentifier, SIGINT)
        let run = ToolRun(waitingFor: follower, scratch)
        #expect(run.status == 130)
        #expect(run.lines.count == 4)
        #expect(run.lines.dropFirst().allSatisfy { $0.contains("vacation.") })
    }

    @Test("C44: a copy that is made while somebody writes is whole")
    func aCopyMadeWhileSomebodyWritesIsWhole() async throws {
        let folder = try TemporaryFolder()
        #expect(try folder.run("create", "a.evlog").status == 0)
        let writing = Task {
            for number in 0..<40 {
                let run = try folder.run(
                    "record", "create-vacation", "V\(number)", "-u", "ann", "--log", "a.evlog")
                #expect(run.status == 0, "\(run.stderr)")
            }
        }
        var heads: [Int] = []
        for number in 0..<5 {
            let copy = "copy-\(number).evlog"
            let made = try folder.run("copy", "--log", "a.evlog", "--out", copy, "--json")
            #expect(made.status == 0, "\(made.stderr)")
            let head = made.objects("copied").first?["events"] as? Int ?? -1
            heads.append(head)
            #expect(try folder.run("log", "--count", "--log", copy).stdout == "\(head)\n")
            if head > 0 { #expect(try folder.run("replay", "--check", "--log", copy).status == 0) }
        }
        try await writing.value
        #expect(heads == heads.sorted())
        #expect(try folder.run("log", "--count", "--log", "a.evlog").stdout == "40\n")
        // The copies took no slot with them, and the log reads on.
        #expect(try folder.run("replay", "--check", "--log", "a.evlog").status == 0)
    }

    @Test func killedFollowersLeaveTheLogUsable() async throws {
        let folder = try Sample.folder()
        for _ in 0..<5 {
            let scratch = try TemporaryFolder()
            let follower = try ToolRun.start(
                ["log", "-f", "--log", "sample.evlog"], in: folder.path, scratch)
            try await until { scratch.text("stdout").split(separator: "\n").count >= 11 }
            kill(follower.processIdentifier, SIGKILL)
            _ = ToolRun(waitingFor: follower, scratch)
        }
        #expect(try folder.run("record", "map-type", "hybrid").status == 0)
        #expect(try folder.run("log", "--count").stdout == "311\n")
    }

    @Test func anInterruptedImportLeavesNothing() throws {
        guard let data = City.folder else { return }
        let folder = try TemporaryFolder()
        let scratch = try TemporaryFolder()
        let importing = try ToolRun.start(
            ["import", data + "/userVisits-Toro.csv", "--out", "t.evlog"], in: folder.path, scratch)
        // The temporary log appears when the rows are read and the appends begin.
        // Looked for without giving the thread away: beside many tests its turn could come after the import's end.
        let deadline = ContinuousClock.now + .seconds(60)
        while try !folder.listing().contains(where: { $0.contains(".importing-") }) {
            try #require(ContinuousClock.now < deadline, "no temporary log appeared for a minute")
            usleep(2_000)
        }
        kill(importing.processIdentifier, SIGINT)
        let run = ToolRun(waitingFor: importing, scratch)
        #expect(run.status == 130)
        #expect(run.stderr == "evtool: interrupted [E-INTERRUPTED]\n  no log was made\n")
        #expect(try folder.listing().isEmpty)
    }

    /// Waits until something holds; fails the test after a minute.
    private func until(_ condition: () throws -> Bool) async throws {
        for _ in 0..<3_000 {
            if try condition() { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("nothing happened for a minute")
    }
}
