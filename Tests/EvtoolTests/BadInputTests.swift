import Foundation
import Testing

/// Whatever is wrong gets its own sentence, code and exit status, and leaves the folder as it was.
struct BadInputTests {
    @Test func foreignFiles() throws {
        try check(BadInput.foreignFiles, "foreign-files.txt") { try TemporaryFolder() }
    }

    @Test func commandLines() throws {
        try check(BadInput.commandLines, "command-lines.txt") { try Sample.folder() }
    }

    @Test func inputFiles() throws {
        try check(BadInput.inputFiles, "input-files.txt") { try Sample.folder() }
    }

    private func check(
        _ cases: [BadInput], _ golden: String, _ makeFolder: () throws -> TemporaryFolder
    ) throws {
        var text = ""
        for bad in cases {
            let folder = try makeFolder()
            try bad.prepare(folder)
            let before = try contents(folder)
            let run = try ToolRun.run(bad.words, in: folder.path, stdin: bad.stdin)
            #expect(run.status == bad.status, "\(bad): \(run.stderr)")
            #expect(run.errorCode == bad.code, "\(bad): \(run.stderr)")
            #expect(run.stdout.isEmpty, "\(bad): \(run.stdout)")
            #expect(try contents(folder) == before, "\(bad) changed the folder")
            text +=
                "# \(bad)\n$ evtool \(bad.words.map { $0.prefix(80) }.joined(separator: " "))\n\(run.stderr)[exit \(run.status)]\n\n"
            try checkJSON(bad, in: folder, sameAs: run)
        }
        try Golden.check(Golden.masked(text), golden)
    }

    /// With `--json` the same error is one object; an answer that ends with 1 or 2 still has its end line.
    private func checkJSON(_ bad: BadInput, in folder: TemporaryFolder, sameAs run: ToolRun) throws {
        guard !bad.words.contains("--json") else { return }
        let json = try ToolRun.run(["--json"] + bad.words, in: folder.path, stdin: bad.stdin)
        let object = json.jsonError
        #expect(object?["code"] as? String == bad.code, "\(bad): \(json.stderr)")
        #expect(object?["exit"] as? Int == Int(bad.status), "\(bad): \(json.stderr)")
        #expect(json.status == bad.status, "\(bad)")
        if bad.status <= 2 {
            #expect(json.objects.last??["kind"] as? String == "end", "\(bad)")
        } else {
            #expect(json.stdout.isEmpty, "\(bad)")
        }
    }

    /// Names and sizes of everything in a folder, but for LMDB's lock files, which a writer leaves.
    private func contents(_ folder: TemporaryFolder) throws -> [String] {
        try folder.listing().filter { !$0.contains("-lock ") }
    }
}
