import Foundation
import Synchronization
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
        try until { try folder.run("info", "--json").objects("info").first?["live"] as? Bool == true }

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
        try until { scratch.text("stdout").split(separator: "\n").count >= 2 * perWriter }
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

    @Test func followingBeginsWithTheLastAndKeepsToItsFilter() throws {
        let folder = try Sample.folder()
        let scratch = try TemporaryFolder()
        let follower = try ToolRun.start(
            ["log", "-f", "-n", "2", "--type", "vacation.*", "--log", "sample.evlog"], in: folder.path,
            scratch)
        defer { if follower.isRunning { kill(follower.processIdentifier, SIGKILL) } }
        try until { scratch.text("stdout").split(separator: "\n").count == 3 }
        for words in [["map-type", "hybrid"], ["create-vacation", "Later"]] {
            #expect(try ToolRun.run(["record"] + words, in: folder.path).status == 0)
        }
        try until { scratch.text("stdout").contains("Later") }
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
        let isWritten = Mutex(false)
        let writing = Task {
            defer { isWritten.withLock { $0 = true } }
            for number in 0..<40 {
                let run = try folder.run(
                    "record", "create-vacation", "V\(number)", "-u", "ann", "--log", "a.evlog")
                #expect(run.status == 0, "\(run.stderr)")
            }
        }
        var heads: [Int] = []
        // Writers come and go all the time, so many a copy begins without one and ends with another log.
        while heads.count < 5 || !isWritten.withLock({ $0 }) {
            let copy = "copy-\(heads.count).evlog"
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

    @Test func killedFollowersLeaveTheLogUsable() throws {
        let folder = try Sample.folder()
        for _ in 0..<5 {
            let scratch = try TemporaryFolder()
            let follower = try ToolRun.start(
                ["log", "-f", "--log", "sample.evlog"], in: folder.path, scratch)
            try until { scratch.text("stdout").split(separator: "\n").count >= 11 }
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
        try until { try folder.listing().contains { $0.contains(".importing-") } }
        kill(importing.processIdentifier, SIGINT)
        let run = ToolRun(waitingFor: importing, scratch)
        #expect(run.status == 130)
        #expect(run.stderr == "evtool: interrupted [E-INTERRUPTED]\n  no log was made\n")
        #expect(try folder.listing().isEmpty)
    }

    /// Waits until something holds; fails the test after a minute.
    ///
    /// It keeps its thread meanwhile, since moments may be short.
    private func until(_ condition: () throws -> Bool) throws {
        for _ in 0..<6000 {
            if try condition() { return }
            usleep(10_000)
        }
        Issue.record("nothing happened for a minute")
    }
}
