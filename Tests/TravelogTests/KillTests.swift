import EventCoding
import EventLog
import Foundation
import Platform
import TestSupport
import Testing

@testable import Travelog

/// A process that is killed between any two steps leaves log and rows in step.
@Suite struct KillTests {
    @Test(
        "C11: Killed while it records, an app leaves every acknowledged action, and rows that follow from the log"
    )
    func recording() async throws {
        for round in 0..<4 {
            let seed = UInt64.random(in: 1...1_000_000)
            let scratch = try Scratch()
            try Travelog.create(at: scratch.path()).close()
            let acknowledged = scratch.path("acknowledged")
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [
                    path = scratch.path() as String, acknowledged = acknowledged as String,
                    seed = seed as UInt64
                ] in
                try await Self.recordUntilKilled(path, acknowledged, seed: seed)
            }
            let comment: Comment = "round \(round), seed \(seed)"
            let travelog = try Travelog.open(at: scratch.path())
            let last =
                try String(contentsOfFile: acknowledged, encoding: .utf8).split(separator: "\n")
                .compactMap { UInt64($0) }.max() ?? 0
            #expect(try travelog.log.head().position >= last, comment)
            try FreshFold.checkStored(travelog, comment)
            try await travelog.history(of: "alice").view(Samples.photo("after"))
            try FreshFold.checkStored(travelog, comment)
            travelog.close()
        }
    }

    /// Records from three tasks and kills itself at a random moment.
    private static func recordUntilKilled(_ path: String, _ acknowledged: String, seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let delay = random.number(1...60)
        let travelog = try Travelog.open(at: path)
        let alice = try travelog.history(of: "alice")
        _ = FileManager.default.createFile(atPath: acknowledged, contents: nil)
        let output = try #require(FileHandle(forWritingAtPath: acknowledged))
        // The first action is recorded for certain.
        try output.write(contentsOf: Data("\(try await alice.view(Samples.photo("0")).position)\n".utf8))
        _ = try OSThread.start(name: "killer") {
            SystemClock.sleep(milliseconds: delay)
            kill(getpid(), SIGKILL)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for caller in 0..<3 {
                group.addTask {
                    var random = SplitMix64(seed: seed &+ UInt64(caller) &+ 1)
                    while true {
                        let photo = Samples.photo("p\(random.number(0...20))", tags: ["t"])
                        let receipt =
                            random.oneIn(2)
                            ? try await alice.visit(photo, in: "v\(random.number(0...2))")
                            : try await alice.view(photo)
                        try output.write(contentsOf: Data("\(receipt.position)\n".utf8))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("Killed while rows are built in the background, an app reads rightly and builds them the next time")
    func building() async throws {
        let scratch = try Scratch()
        let bare = try EventLog.create(at: scratch.path(), durability: .relaxed)
        let events = try (0..<5_000).map { number in
            let photo = Samples.photo("\(number)", place: "Town \(number), Country")
            return ProposedEvent(
                type: "photo.visited", subject: photo.id,
                payload: try PhotoVisited(vacation: "One", photo: photo).encoded())
        }
        try await bare.append(events, to: StreamName("alice"))
        bare.close()
        for delay in [1, 20, 60] {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = scratch.path() as String, delay = delay as Int] in
                let travelog = try Travelog.open(at: path)
                SystemClock.sleep(milliseconds: delay)
                kill(getpid(), SIGKILL)
                travelog.close()
            }
        }
        let travelog = try Travelog.open(at: scratch.path())
        let alice = try travelog.history(of: "alice")
        #expect(try alice.vacations().map(\.photos) == [5_000])
        try travelog.catchUp()
        try FreshFold.checkStored(travelog, "after the kills")
        travelog.close()
    }
}
