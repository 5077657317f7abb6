import Foundation
import Testing

/// Pager, colour and width on a real terminal.
@Suite("On a terminal", .enabled(if: ShellTerminal.isThere, "there is no python3"))
struct ShellTerminalTests {
    /// A folder with the sample log and a `less` that only notes how it was called.
    private static func folder() throws -> ShellFolder {
        let folder = try ShellFolder()
        _ = try folder.sample()
        try FileManager.default.createDirectory(
            atPath: folder.file("bin"), withIntermediateDirectories: false)
        try folder.write(
            "#!/bin/sh\necho \"less $* LESS=$LESS\" >>\(folder.file("paged"))\nexec cat\n", to: "bin/less",
            isProgram: true)
        return folder
    }

    private static func evtool(
        _ words: String..., in folder: ShellFolder, rows: Int = 24, columns: Int = 80,
        environment: [String: String] = [:]
    ) throws -> ShellProgram.Run {
        let path = ["PATH": folder.file("bin") + ":/usr/bin:/bin"].merging(environment) { $1 }
        return try ShellTerminal.run(
            [ShellProgram.evtool] + words + ["--log", "sample.evlog"], in: folder, rows: rows,
            columns: columns, environment: path)
    }

    private static func hasEscape(_ text: String) -> Bool { text.utf8.contains(0x1B) }

    @Test("tall output goes through less, whole")
    func pager() throws {
        let folder = try Self.folder()
        let run = try Self.evtool("log", in: folder)
        #expect(run.status == 0)
        #expect(folder.text("paged") == "less -FRX LESS=FRX\n")
        #expect(run.output.contains("\n    310  "))
        #expect(run.output.hasSuffix("310 events\n"))
    }

    @Test(
        "nothing else does",
        arguments: [
            ["info"], ["log", "--no-pager"], ["log", "--json"], ["log", "--plain"], ["log", "-n", "5"],
        ])
    func noPager(_ words: [String]) throws {
        let folder = try Self.folder()
        let path = ["PATH": folder.file("bin") + ":/usr/bin:/bin"]
        let run = try ShellTerminal.run(
            [ShellProgram.evtool] + words + ["--log", "sample.evlog"], in: folder, environment: path)
        #expect(run.status == 0)
        #expect(folder.text("paged") == "")
    }

    @Test("an empty pager, and cat, are none", arguments: ["", "cat"])
    func emptyPager(_ pager: String) throws {
        let folder = try Self.folder()
        let run = try Self.evtool("log", in: folder, environment: ["EVTOOL_PAGER": pager])
        #expect(run.status == 0)
        #expect(folder.text("paged") == "")
    }

    @Test(
        "less shows one screen and leaves it", .enabled(if: ShellProgram.isThere("less"), "there is no less"))
    func realLess() throws {
        let folder = try Self.folder()
        let run = try ShellTerminal.run(
            [ShellProgram.evtool, "log", "--log", "sample.evlog"], in: folder, rows: 10, keys: ["q"])
        #expect(run.status == 0 || run.status == 141)
        #expect(run.output.contains("\n      5  "))
        #expect(!run.output.contains("\n     15  "))
    }

    @Test("colour on a terminal, and none where it is not wanted")
    func color() throws {
        let folder = try Self.folder()
        for words in [["info"], ["log", "-n", "3"], ["project", "recents"], ["show", "-1"]] {
            func run(_ more: [String] = [], _ environment: [String: String] = [:]) throws -> String {
                try ShellTerminal.run(
                    [ShellProgram.evtool] + words + more + ["--no-pager", "--log", "sample.evlog"],
                    in: folder, environment: environment
                ).output
            }
            let name = words.joined(separator: " ")
            let colored = try run()
            #expect(Self.hasEscape(colored), "\(name)")
            let plain = try run(["--color", "never"])
            #expect(!Self.hasEscape(plain), "\(name)")
            if words[0] == "show" {
                #expect(try run([], ["NO_COLOR": "1"]) == plain, "\(name)")
                #expect(try run([], ["TERM": "dumb"]) == plain, "\(name)")
                #expect(try run(["--color", "always"], ["NO_COLOR": "1"]) == colored, "\(name)")
            }
            // The words say the same without the colour.
            let stripped = colored.replacing(/\u{1B}\[[0-9]*m/, with: "")
            #expect(stripped == plain, "\(name)")
        }
    }

    @Test("no escape byte in a pipe unless it is asked for")
    func pipe() throws {
        let folder = try Self.folder()
        func run(_ environment: [String: String]) throws -> String {
            try ShellProgram.run(
                ShellProgram.evtool, ["show", "-1", "--log", "sample.evlog"], in: folder,
                environment: environment
            ).output
        }
        #expect(!Self.hasEscape(try run([:])))
        #expect(Self.hasEscape(try run(["FORCE_COLOR": "1"])))
        #expect(!Self.hasEscape(try run(["FORCE_COLOR": "0"])))
    }

    @Test("free text is cut at the width, and nowhere else", arguments: [70, 300])
    func width(_ columns: Int) throws {
        let folder = try Self.folder()
        let run = try Self.evtool("log", "--no-pager", "--color", "never", in: folder, columns: columns)
        let lines = run.output.split(separator: "\n").dropLast()
        #expect(lines.count == 311)
        #expect(lines.allSatisfy { $0.count <= columns })
        #expect(lines.contains { $0.hasSuffix("…") } == (columns == 70))
        let file = try ShellProgram.run(
            ShellProgram.evtool, ["log", "--log", "sample.evlog"], in: folder, environment: ["COLUMNS": "70"])
        #expect(!file.output.contains("…"))
    }

    @Test("COLUMNS beats the terminal's width")
    func columns() throws {
        let folder = try Self.folder()
        let run = try Self.evtool(
            "log", "--no-pager", "--color", "never", in: folder, columns: 200, environment: ["COLUMNS": "70"])
        #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 70 })
    }

    @Test("a terminal without UTF-8 gets marks of ASCII")
    func ascii() throws {
        let folder = try Self.folder()
        let run = try Self.evtool(
            "show", "-1", "--color", "never", in: folder, columns: 200, environment: ["LC_ALL": "C"])
        #expect(run.output.contains(" -> "))
        #expect(!run.output.contains("→"))
    }

    @Test("a reader that leaves ends the tool quietly")
    func closedPipe() throws {
        let folder = try Self.folder()
        let run = try ShellProgram.run(
            "bash",
            ["-c", "\(ShellProgram.evtool) log --json --log sample.evlog | head -1; echo ${PIPESTATUS[0]}"],
            in: folder)
        #expect(run.lines.last == "141")
        #expect(run.lines.count == 2)
        #expect(run.errors == "")
    }
}
