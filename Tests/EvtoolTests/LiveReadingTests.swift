import EventLog
import Foundation
import TestSupport
import Testing

/// Processes that read while another one writes as fast as it can.
@Suite(.serialized, .timeLimit(.minutes(30))) struct LiveReadingTests {
    /// Readers that are killed; `TRAVELOG_READER_KILLS` asks for more.
    private static let kills =
        ProcessInfo.processInfo.environment["TRAVELOG_READER_KILLS"].flatMap { Int($0) } ?? 24
    /// Rounds of readings against one writer.
    private static let rounds = 5

    /// A program of the tests beside the tool.
    private static func worker(_ name: String) -> String {
        URL(fileURLWithPath: ToolRun.tool).deletingLastPathComponent().appendingPathComponent(name).path
    }

    /// Starts the writer of travel events, which keeps stored rows too and never stops by itself.
    private static func startWriter(_ folder: TemporaryFolder, _ scratch: TemporaryFolder) throws -> Process {
        #expect(try folder.run("create", "a.evlog").status == 0)
        let writer = try ToolRun.start(
            executable: worker("travel-worker"), [folder.file("a.evlog"), "5"], in: folder.path, scratch)
        try until { scratch.text("stdout").split(separator: "\n").count > 3 }
        return writer
    }

    private static func stop(_ process: Process, _ scratch: TemporaryFolder, _ signal: Int32) -> ToolRun {
        kill(process.processIdentifier, signal)
        return ToolRun(waitingFor: process, scratch)
    }

    /// The last position that the writer acknowledged.
    private static func acknowledged(_ scratch: TemporaryFolder) -> Int {
        // A line that was cut by the kill acknowledges nothing.
        scratch.text("stdout").split(separator: "\n", omittingEmptySubsequences: false).dropLast().last
            .flatMap { Int($0) } ?? 0
    }

    private static func until(_ condition: () throws -> Bool) throws {
        for _ in 0..<6000 {
            if try condition() { return }
            usleep(10_000)
        }
        Issue.record("nothing happened for a minute")
    }

    @Test("verify, project and log -f beside a writer at full speed raise no false alarm")
    func noFalseAlarm() throws {
        let (folder, output, followed) = (try TemporaryFolder(), try TemporaryFolder(), try TemporaryFolder())
        let writer = try Self.startWriter(folder, output)
        let follower = try ToolRun.start(["log", "-f", "--json", "-n", "1"], in: folder.path, followed)
        defer {
            for process in [writer, follower] where process.isRunning {
                kill(process.processIdentifier, SIGKILL)
            }
        }
        try Self.until { !followed.text("stdout").isEmpty }
        for round in 0..<Self.rounds {
            let verify = try folder.run("verify", "--json")
            #expect(verify.status == 0, "round \(round): \(verify.stdout) \(verify.stderr)")
            let results = verify.objects("check").compactMap { $0["result"] as? String }
            #expect(!results.isEmpty && !results.contains("fail"), "round \(round): \(verify.stdout)")
            #expect(!(try folder.run("verify").stdout.contains("FAIL")), "round \(round)")
            let rows = try folder.run("project", "recents", "-u", "alice", "--json")
            #expect(rows.status == 0 && rows.objects.last??["complete"] as? Bool == true, "\(rows.stderr)")
            // Rows that were stored since are not compared, which is no verdict against them.
            let replay = try folder.run("replay", "--check")
            #expect([0, 2].contains(replay.status), "round \(round): \(replay.stdout) \(replay.stderr)")
        }
        #expect(Self.stop(writer, output, SIGKILL).diedOfSignal)
        let head = try #require(Int(try folder.run("log", "--count").stdout.dropLast()))
        #expect(head >= Self.acknowledged(output))
        try Self.until { followed.text("stdout").contains("\"position\":\(head),") }
        let run = Self.stop(follower, followed, SIGINT)
        #expect(run.status == 130, "\(run.stderr)")
        let positions = run.objects("event").compactMap { $0["position"] as? Int }
        #expect(positions.first.map { Array($0...head) == positions } == true)
        for words in [["verify"], ["replay", "--check"]] {
            #expect(try ToolRun.run(words, in: folder.path).status == 0, "\(words)")
        }
    }

    /// Who reads while a log grows.
    private enum Readers {
        case none
        /// The verbs, one after the other, and `log -f` all the time.
        case verbs
        /// One that keeps its snapshot until the writer has ended, as no verb does.
        case held
    }

    @Test("a log grows beside its readers much as it does without them")
    func noGrowth() throws {
        let alone = try Self.pages(.none)
        let beside = try Self.pages(.verbs)
        let held = try Self.pages(.held)
        print("\(alone) pages without readers, \(beside) beside the verbs, \(held) beside a held snapshot")
        #expect(held > 4 * alone, "a snapshot that is held costs room, or nothing is measured here")
        // While a slice is read the writer cannot reuse what it freed, and the file keeps what it took instead.
        // That is a few moments' worth of pages, once; a fifth of the cost of a held snapshot leaves room for
        // readers that a loaded machine stops in the middle of a slice.
        #expect(beside <= alone + (held - alone) / 5, "\(beside) pages instead of \(alone)")
    }

    /// The pages of a log after a fixed number of events.
    private static func pages(_ readers: Readers) throws -> Int {
        let (folder, output, followed) = (try TemporaryFolder(), try TemporaryFolder(), try TemporaryFolder())
        #expect(try folder.run("create", "a.evlog").status == 0)
        let writer = try ToolRun.start(
            executable: worker("log-worker"), ["append", folder.file("a.evlog"), "ann", "3000", "8", "3"],
            in: folder.path, output)
        defer { if writer.isRunning { kill(writer.processIdentifier, SIGKILL) } }
        let log = try EventLog.open(at: folder.file("a.evlog"), access: .read)
        defer { log.close() }
        switch readers {
        case .none: break
        case .verbs:
            let follower = try ToolRun.start(["log", "-f", "--json"], in: folder.path, followed)
            var readings = 0
            while writer.isRunning {
                _ = try folder.run("verify", "--skip", "projections")
                _ = try folder.run("log", "--json")
                readings += 1
            }
            #expect(readings > 0)
            #expect(stop(follower, followed, SIGINT).status == 130)
        case .held:
            try log.readSide { _ in while writer.isRunning { usleep(1000) } }
        }
        let run = ToolRun(waitingFor: writer, output)
        #expect(run.status == 0, "\(run.stderr)")
        return try log.storage().usedPages
    }

    @Test("readers that are killed leave no slot, and no writer waits for them")
    func killedReaders() throws {
        let (folder, output) = (try TemporaryFolder(), try TemporaryFolder())
        let writer = try Self.startWriter(folder, output)
        defer { if writer.isRunning { kill(writer.processIdentifier, SIGKILL) } }
        var random = SplitMix64(seed: 17)
        let readings = [
            ["log", "-f", "--json"], ["verify"], ["log", "--json"], ["project", "recents", "-u", "bob"],
        ]
        var killed = 0
        for number in 0..<Self.kills {
            let scratch = try TemporaryFolder()
            let reader = try ToolRun.start(readings[number % readings.count], in: folder.path, scratch)
            usleep(UInt32(random.number(0...150_000)))
            if Self.stop(reader, scratch, SIGKILL).diedOfSignal { killed += 1 }
        }
        let before = Self.acknowledged(output)
        try Self.until { Self.acknowledged(output) > before }
        #expect(killed > Self.kills / 4)
        // The next one who opens the log clears what they left.
        #expect(try folder.run("info", "--json").objects("info").first?["live"] as? Bool == true)
        let log = try EventLog.open(at: folder.file("a.evlog"), access: .read)
        #expect(try log.storage().readersInUse <= 1, "the writer's own at most")
        log.close()
        #expect(Self.stop(writer, output, SIGKILL).diedOfSignal)
        let last = try EventLog.open(at: folder.file("a.evlog"), access: .read)
        #expect(try last.storage().readersInUse == 0)
        #expect(Int(try last.head().position) >= Self.acknowledged(output))
        last.close()
    }
}
