import EventLog
import FaultKit
import Foundation
import Testing

/// Whichever call of the system fails, a command ends with an error and the log is what it was, or does its whole
/// work; the same command succeeds afterwards.
@Suite(.serialized, .timeLimit(.minutes(60)), .enabled(if: Shim.isAvailable, Shim.absence))
struct FailedCallTests {
    /// What a call may do instead of its work; `+` for all calls from there on.
    private static let kinds = [
        "EIO", "ENOSPC", "EINTR", "EDQUOT", "EFBIG", "EACCES", "EMFILE", "short", "one", "kill", "done",
        "EIO+",
        "ENOSPC+",
    ]
    /// More calls than any of the commands makes.
    private static let mostCalls = 4_000
    /// Exit statuses of failures that are the machine's: output cannot be made, I/O, try again, permission.
    private static let honest: Set<Int32> = [73, 74, 75, 77]

    private static let events = """
        {"id":"00000000-0000-4000-8000-000000000001","type":"vacation.created","data":{"name":"Rome"}}
        {"id":"00000000-0000-4000-8000-000000000002","type":"vacation.created","data":{"name":"Oslo"}}
        {"id":"00000000-0000-4000-8000-000000000003","type":"vacation.created","data":{"name":"Bern"}}

        """

    /// Runs `body` for every N-th call and every kind; in a usual run each N meets some of the kinds.
    private func forEachFault(
        _ name: String, in scratch: Scratch, kinds: [String] = kinds,
        _ body: (_ fault: String, _ number: Int) throws -> Bool
    ) throws {
        var executions = 0
        for (offset, kind) in kinds.enumerated() {
            for number in 1...Self.mostCalls {
                guard Settings.failsAll || (number + offset).isMultiple(of: 5) || number == 1 else {
                    continue
                }
                let word = kind.hasSuffix("+") ? "any:\(number)+:\(kind.dropLast())" : "any:\(number):\(kind)"
                guard try body(kind == "ENOMEM" ? "memory:\(number):ENOMEM" : word, number) else { break }
                executions += 1
            }
        }
        #expect(executions > kinds.count, "\(name): calls were counted")
        Settings.report("failed-calls", executions: executions, findings: 0)
    }

    private func head(_ path: String) throws -> UInt64 {
        let log = try EventLog.open(at: path, access: .readUnlocked)
        defer { log.close() }
        let head = try LogCheck.whole(log)
        try LogCheck.rows(log)
        return head.position
    }

    private func expectHonest(_ run: Program, _ fault: String) {
        if fault.hasSuffix("kill") || fault.hasSuffix("done") {
            #expect(run.status == -SIGKILL, "\(fault)")
        } else if run.status != 0 {
            #expect(Self.honest.contains(run.status), "\(fault): \(run.status) \(run.errors)")
            #expect(
                "\n\(run.errors)".contains("\nevtool: ") && run.errors.contains("[E-"),
                "\(fault): \(run.errors)")
        }
    }

    @Test("R1, R2: `record` appends the whole batch or nothing, whichever call fails")
    func append() throws {
        let scratch = try Scratch(inMemory: true)
        try Data(Self.events.utf8).write(to: URL(filePath: scratch.path("in.ndjson")))
        let made = try Program.run(
            Program.worker, ["write", scratch.path("base.evlog"), "12", "7", "full"], in: scratch)
        try #require(made.status == 0, "\(made.errors)")
        let before = try head(scratch.path("base.evlog"))
        let words = ["record", "events", "-q", "-u", "alice", "--log", "a.evlog", "in.ndjson"]
        try forEachFault("record", in: scratch, kinds: Self.kinds + ["ENOMEM"]) { fault, _ in
            scratch.remove("a.evlog", "a.evlog-lock")
            try scratch.copy("base.evlog", to: "a.evlog")
            let (run, hasHappened) = try Shim.run(Program.evtool, words, in: scratch, fault: fault)
            guard hasHappened else { return false }
            expectHonest(run, fault)
            let after = try head(scratch.path("a.evlog"))
            // Memory can also run out after the commit, while the receipts are being written: then the batch stands.
            let isOpen = run.status == -SIGKILL || "\(fault)".hasPrefix("memory")
            let accepted: Set<UInt64> =
                run.status == 0 ? [before + 3] : isOpen ? [before, before + 3] : [before]
            #expect(accepted.contains(after), "\(fault): \(after) events, \(run.status) \(run.errors)")
            let again = try Program.run(Program.evtool, words, in: scratch)
            #expect(again.status == 0, "\(fault), afterwards: \(again.errors)")
            #expect(try head(scratch.path("a.evlog")) == before + 3, "\(fault)")
            return true
        }
    }

    @Test("`create` makes a whole log or none, whichever call fails, and leaves nothing beside it")
    func create() throws {
        let scratch = try Scratch(inMemory: true)
        try forEachFault("create", in: scratch, kinds: Self.kinds + ["ENOMEM"]) { fault, _ in
            for name in try FileManager.default.contentsOfDirectory(atPath: scratch.folder) {
                scratch.remove(name)
            }
            let (run, hasHappened) = try Shim.run(
                Program.evtool, ["create", "a.evlog"], in: scratch, fault: fault)
            guard hasHappened else { return false }
            expectHonest(run, fault)
            let names = try scratch.names()
            if run.status != -SIGKILL, !fault.contains("+") {
                #expect(names.allSatisfy { $0 == "a.evlog" }, "\(fault): \(names)")
            }
            if scratch.exists("a.evlog") {
                #expect(try head(scratch.path("a.evlog")) == 0, "\(fault)")
            } else {
                #expect(run.status != 0, "\(fault)")
                let again = try Program.run(Program.evtool, ["create", "a.evlog"], in: scratch)
                #expect(again.status == 0, "\(fault), afterwards: \(again.errors)")
            }
            return true
        }
    }

    @Test("`replay --write` stores every row or leaves those there were, whichever call fails")
    func rebuild() throws {
        let scratch = try Scratch(inMemory: true)
        let made = try Program.run(
            Program.worker, ["write", scratch.path("base.evlog"), "20", "3", "full", "bare"], in: scratch)
        try #require(made.status == 0, "\(made.errors)")
        let before = try head(scratch.path("base.evlog"))
        let words = ["replay", "--write", "--yes", "--log", "a.evlog"]
        try forEachFault("replay --write", in: scratch) { fault, _ in
            scratch.remove("a.evlog", "a.evlog-lock")
            try scratch.copy("base.evlog", to: "a.evlog")
            let (run, hasHappened) = try Shim.run(Program.evtool, words, in: scratch, fault: fault)
            guard hasHappened else { return false }
            expectHonest(run, fault)
            #expect(try head(scratch.path("a.evlog")) == before, "\(fault)")
            let again = try Program.run(Program.evtool, words, in: scratch)
            #expect(again.status == 0, "\(fault), afterwards: \(again.errors)")
            let check = try Program.run(
                Program.evtool, ["replay", "--check", "--log", "a.evlog"], in: scratch)
            #expect(check.status == 0, "\(fault), checked: \(check.output)")
            return true
        }
    }

    @Test("A writer that goes on after a failed call loses nothing that it acknowledged")
    func goingOn() throws {
        let scratch = try Scratch(inMemory: true)
        let kinds = ["EIO", "ENOSPC", "EINTR", "EFBIG", "short", "one", "kill"]
        try forEachFault("writer", in: scratch, kinds: kinds) { fault, number in
            guard Settings.failsAll || number <= 24 || number.isMultiple(of: 7) else { return true }
            for name in try FileManager.default.contentsOfDirectory(atPath: scratch.folder) {
                scratch.remove(name)
            }
            let path = scratch.path("a.evlog")
            let (run, hasHappened) = try Shim.run(
                Program.worker, ["write", path, "8", "5", "full"], in: scratch, fault: fault)
            guard hasHappened else { return false }
            let acknowledged =
                run.lines.last { $0.hasPrefix("head ") }.flatMap { UInt64($0.dropFirst(5)) } ?? 0
            if run.status == -SIGKILL {
                if !run.lines.contains("created"), !scratch.exists("a.evlog") { return true }
            } else {
                // One call failed, so trying again must have helped.
                #expect(run.lines.last == "finished", "\(fault): \(run.output) \(run.errors)")
            }
            #expect(try head(path) >= acknowledged, "\(fault): \(acknowledged) was acknowledged")
            return true
        }
    }
}
