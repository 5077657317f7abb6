import EventLog
import FaultKit
import Foundation
import Testing

/// What is acknowledged is there after a power cut, whatever the disk made of the writes that were not synced.
///
/// Each state is opened by another process, so that a death inside LMDB is seen and counted.
@Suite(.serialized, .timeLimit(.minutes(60)), .enabled(if: Shim.isAvailable, Shim.absence))
struct CrashStateTests {
    private static let batches = 30

    /// What was seen of all states of a trace, deaths included.
    private struct Outcome {
        var good = 0
        var count = 0
        var faults: [String] = []
        var faultCount = 0

        mutating func add(_ other: Outcome) {
            good += other.good
            count += other.count
            faults += other.faults
            faultCount += other.faultCount
        }
    }

    /// Opens the states of a trace in children; one that dies is a fault, and another one goes on behind it.
    private func states(
        _ trace: String, of log: String, seed: UInt64, perMoment: Int, in scratch: Scratch,
        more: [String] = []
    ) throws -> Outcome {
        let memory = try Scratch(inMemory: true)
        var outcome = Outcome()
        var first = 0
        while true {
            let run = try Program.run(
                Program.worker,
                [
                    "states", scratch.path(trace), scratch.path(log), memory.path("state.evlog"), "\(seed)",
                    "\(perMoment)", "\(first)",
                ] + more, in: memory)
            if run.status == 0 {
                let counts = run.lines[0].split(separator: " ").compactMap { Int($0) }
                outcome.good += counts[0]
                outcome.count += counts.reduce(0, +)
                outcome.faultCount += counts[3]
                outcome.faults += run.lines.dropFirst().map(String.init)
                return outcome
            }
            let note = String(decoding: try memory.bytes("state.evlog.state"), as: UTF8.self)
            let number = try #require(Int(note.prefix { $0 != "\n" }), "\(run.errors)")
            outcome.count += number - first + 1
            outcome.good += number - first
            outcome.faultCount += 1
            outcome.faults.append("state \(number): the process died of \(run.status) \(run.errors)")
            first = number + 1
        }
    }

    private func written(_ durability: String, seed: UInt64, in scratch: Scratch) throws {
        let run = try Shim.run(
            Program.worker, ["write", scratch.path("a.evlog"), "\(Self.batches)", "\(seed)", durability],
            in: scratch, trace: "trace")
        try #require(run.status == 0 && run.lines.last == "finished", "\(run.errors)")
    }

    @Test("C39: a power cut at any moment of creating and appending loses nothing that was acknowledged")
    func appending() throws {
        var all = Outcome()
        var seed = Settings.seed
        while all.count < Settings.crashStates {
            let scratch = try Scratch()
            try written("full", seed: seed, in: scratch)
            let perMoment = min(max(Settings.crashStates / 300, 4), 24)
            all.add(try states("trace", of: "a.evlog", seed: seed, perMoment: perMoment, in: scratch))
            #expect(all.faultCount == 0, "seed \(seed): \(all.faults)")
            seed += 1
        }
        #expect(all.good > all.count / 2)
        Settings.report("crash-states", executions: all.count, findings: all.faultCount)
    }

    @Test("The control: without the sync of the last page, acknowledged events are lost, and this sees it")
    func relaxed() throws {
        let scratch = try Scratch()
        try written("relaxed", seed: Settings.seed, in: scratch)
        let outcome = try states("trace", of: "a.evlog", seed: 1, perMoment: 1, in: scratch)
        #expect(outcome.faultCount > outcome.count / 20)
        #expect(outcome.faults.contains { $0.contains("were acknowledged") })
    }

    @Test("The control: a disk that lies about its syncs damages logs, and this sees it")
    func lying() throws {
        let scratch = try Scratch()
        try written("full", seed: Settings.seed, in: scratch)
        let outcome = try states("trace", of: "a.evlog", seed: 1, perMoment: 1, in: scratch, more: ["lying"])
        #expect(outcome.faultCount > outcome.count / 50, "\(outcome.count) states")
    }

    @Test("A power cut at any moment of storing rows anew leaves every event, and no wrong row")
    func rebuilding() throws {
        let scratch = try Scratch()
        let run = try Program.run(
            Program.worker, ["write", scratch.path("a.evlog"), "20", "\(Settings.seed)", "full", "bare"],
            in: scratch)
        try #require(run.status == 0, "\(run.errors)")
        try scratch.copy("a.evlog", to: "before")
        let inode = try scratch.inode("a.evlog")
        let rebuilt = try Shim.run(
            Program.evtool, ["replay", "--write", "--yes", "--log", "a.evlog"], in: scratch, trace: "trace")
        try #require(rebuilt.status == 0, "\(rebuilt.errors)")
        let perMoment = min(max(Settings.crashStates / 100, 8), 400)
        let outcome = try states(
            "trace", of: "a.evlog", seed: Settings.seed, perMoment: perMoment, in: scratch,
            more: [scratch.path("before"), "\(inode)"])
        #expect(outcome.count > 8 * perMoment, "rows were written")
        #expect(outcome.good == outcome.count, "\(outcome.faults)")
        Settings.report("crash-states", executions: outcome.count, findings: outcome.faultCount)
    }
}
