import Foundation
import Testing

/// Reading verbs change nothing: not a byte, not a name, and they never ask for the right to.
struct ReadingLeavesNoTraceTests {
    private static let photo = "53410174218"

    /// The folder with the log alone, a folder beside it with what else is needed, and the verbs to run.
    private struct Prepared {
        let log: TemporaryFolder
        let beside: TemporaryFolder
        let readings: [[String]]

        init() throws {
            log = try Sample.folder()
            beside = try TemporaryFolder()
            let (log, beside) = (log, beside)
            let path = log.file("sample.evlog")
            func make(_ words: String...) throws -> ToolRun {
                let run = try ToolRun.run(words + ["--log", path], in: beside.path)
                guard run.status == 0 else { throw Sample.Failure(text: "\(words): \(run.stderr)") }
                return run
            }
            let key = try beside.run("anchor", "new", "--key", "me", "--name", "alice.example")
            _ = try make("anchor", "sign", "--key", "me", "--out", "one.note")
            try beside.write(try make("project", "recents", "--json").stdout, to: "rows.ndjson")
            let note = beside.file("one.note")
            readings = [
                ["info"], ["info", "--streams"], ["log"], ["log", "--count"],
                ["log", "-r", "-n", "5", "--json"],
                ["show", "300"], ["project", "recents"], ["project", "tags", "--at", "60"],
                ["project", "recents", "--without", "191"], ["explain", "recents", photo, "--prove"],
                ["when", "recents count = 20"], ["diff", "100..200"], ["diff", "--against", "stored"],
                ["diff", "recents", "--against", beside.file("rows.ndjson")], ["replay", "--check"],
                ["replay", "--digest"], ["verify"], ["verify", "--expect", note, "--verifier", key.lines[0]],
                ["export"], ["anchor", "check", note, "--verifier", key.lines[0]],
                ["salvage", "--dry-run"],
            ]
        }

        /// What can be seen of the folder from outside: names, bytes, times, rights.
        func state() throws -> [String] {
            let names = try FileManager.default.subpathsOfDirectory(atPath: log.path).sorted()
            return try names.map { name in
                var status = stat()
                guard unsafe stat(log.file(name), &status) == 0 else { throw Sample.Failure(text: name) }
                let bytes = try log.bytes(name)
                let hash = bytes.reduce(UInt64(14_695_981_039_346_656_037)) {
                    ($0 ^ UInt64($1)) &* 1_099_511_628_211
                }
                return "\(name) \(bytes.count) \(hash) \(status.st_mode) \(status.st_ino) "
                    + "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
            }
        }
    }

    @Test("no reading verb changes a byte, a time or a name beside the log")
    func nothingChanges() throws {
        let prepared = try Prepared()
        let before = try prepared.state()
        #expect(before.count == 1)
        for words in prepared.readings {
            let run = try ToolRun.run(words, in: prepared.log.path)
            #expect([0, 1].contains(run.status), "\(words): \(run.stderr)")
            #expect(!run.stdout.isEmpty, "\(words)")
            #expect(try prepared.state() == before, "\(words)")
        }
    }

    @Test(
        "no reading verb opens anything beside the log for writing",
        .enabled(if: SystemCalls.tracer != nil, "strace is not installed, or may not trace"))
    func nothingIsOpenedForWriting() throws {
        let prepared = try Prepared()
        let folder = prepared.log.path
        for words in prepared.readings {
            let calls = try SystemCalls(words, in: folder)
            #expect([0, 1].contains(calls.run.status), "\(words): \(calls.run.stderr)")
            #expect(!calls.opens(in: folder).isEmpty, "\(words): the log is opened")
            #expect(calls.changes(in: folder).isEmpty, "\(words): \(calls.changes(in: folder))")
        }
        // What writes is seen to write.
        let calls = try SystemCalls(["record", "map-type", "hybrid"], in: folder)
        #expect(calls.run.status == 0)
        #expect(!calls.changes(in: folder).isEmpty)
    }
}
