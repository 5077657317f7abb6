import CommandLineKit
import EventLog
import Foundation
import Platform
import Testing
import TravelTool

@testable import Evtool

/// The rules that hold for every verb.
struct AcceptanceTests {
    @Test("C55: a closed pipe ends the tool silently")
    func aClosedPipeEndsTheToolSilently() throws {
        let folder = try Sample.folder()
        // Far more output than a pipe holds, so the tool meets the closed end.
        let run = try ToolRun.shell(
            "for i in 1 2 3; do \"$EVTOOL\" log --json --log sample.evlog; done 2>errors | head -1 >/dev/null; "
                + "\"$EVTOOL\" log --json --log sample.evlog 2>>errors | head -1 >first; echo \"${PIPESTATUS[0]}\"; cat errors",
            in: folder.path)
        #expect(run.stdout == "141\n")
        #expect(folder.text("first").hasPrefix("{\"kind\":\"event\",\"position\":1,"))
    }

    @Test("C55: no escape byte without a terminal")
    func noEscapeByteWithoutATerminal() throws {
        let folder = try Sample.folder()
        let surroundings = [[:], ["NO_COLOR": "1"], ["TERM": "dumb"], ["NO_COLOR": "1", "FORCE_COLOR": "1"]]
        for environment in surroundings {
            for words in [
                ["info"], ["log", "-n", "3"], ["project", "recents"], ["replay"], ["--help"], ["nonsense"],
            ] {
                let run = try ToolRun.run(words, in: folder.path, environment: environment)
                #expect(!(run.stdout + run.stderr).utf8.contains(0x1B), "\(words) \(environment)")
            }
        }
    }

    @Test func hostileTextIsHarmlessInEveryVerbAndMode() throws {
        let folder = try TemporaryFolder()
        let hostile = "a\u{1B}]52;c;ZXZpbA==\u{7}b\rc\u{202E}d</script>e\u{9B}31mf\tg\nh\u{0}i\u{7F}"
        let line: [String: Any] = [
            "type": "photo.visited",
            "data": [
                "vacation": "Trip \u{1B}[2J",
                "photo": ["id": "p\u{1B}1", "title": hostile, "place": "X\u{9B}0m, Y", "tags": ["t\u{1B}c"]],
            ],
        ]
        var bytes = Array(try JSONSerialization.data(withJSONObject: line)) + [0x0A]
        var view = line
        view["type"] = "photo.viewed"
        view["data"] = [
            "photo": ["id": "p\u{1B}1", "title": hostile.replacingOccurrences(of: "\0", with: "")]
        ]
        bytes += Array(try JSONSerialization.data(withJSONObject: view)) + [0x0A]
        try folder.write(bytes, to: "in.ndjson")
        var runs = [try folder.run("record", "events", "in.ndjson", "--create", "--log", "a.evlog")]
        if runs[0].status != 0 {
            // A NUL is no character of a name; the rest is.
            try folder.write(
                String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "\\u0000", with: ""),
                to: "in.ndjson")
            runs.append(try folder.run("record", "events", "in.ndjson", "--create", "--log", "a.evlog"))
        }
        #expect(runs.last?.status == 0, "\(runs.last?.stderr ?? "")")
        for words in [
            ["info"], ["log"], ["log", "--values", "photo.title"], ["project", "recents"],
            ["project", "itinerary"],
            ["project", "tags"], ["project", "itinerary.photos"], ["project", "vacations"], ["replay"],
            ["explain", "recents"], ["explain", "recents", "p\u{1B}1"], ["explain", "tags"],
            ["explain", "vacations", "Trip \u{1B}[2J", "--prove"], ["explain", "recents", "\u{9B}31m"],
            ["explain", "tags", "x", "--expect-row", "\u{1B}c", "--case", "c.ndjson"],
            ["project", "recents", "--without", "1"], ["project", "recents", "--without", "\u{1B}c"],
            ["diff", "0..2"], ["diff", "itinerary", "tags.photos", "0..2"],
            ["diff", "--against", "\u{1B}[2J"],
            ["diff", "--against-user", "\u{202E}x"], ["diff", "\u{9B}31m", "0..2"],
            ["project", "recents", "--key", "p\u{1B}2"], ["log", "--where", "photo.title = \u{1B}"],
            ["log", "--type", "\u{1B}c"], ["project", "recents", "-u", "\u{9B}31m"],
        ] {
            for mode in [[], ["--plain"], ["--json"]] {
                runs.append(try ToolRun.run(words + mode, in: folder.path))
            }
        }
        for run in runs {
            for scalar in (run.stdout + run.stderr).unicodeScalars where scalar != "\n" && scalar != "\t" {
                #expect(
                    !(scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)),
                    "\(run.stdout)\(run.stderr)")
                #expect(!(0x202A...0x202E).contains(scalar.value))
            }
        }
    }

    @Test func countingFromTheEndIsNoOption() throws {
        let folder = try Sample.folder()
        let last = try folder.run("project", "recents", "--at", "-1").stdout
        #expect(last.hasPrefix("recents at 310 of 310, replayed"))
        #expect(try folder.run("project", "recents", "--at", "-310").stdout.hasPrefix("recents at 1 of 310"))
        #expect(try folder.run("log", "--plain", "--", "-1").lines.count == 2)
        #expect(try folder.run("log", "-1", "--plain").lines.last?.hasPrefix("310\t") == true)
    }

    @Test func everyCodeHasAPageAndTheirsAreTheOnlyOnes() throws {
        let folder = try TemporaryFolder()
        for entry in Tool(.travel).catalogue.entries {
            let run = try ToolRun.run(["help", entry.code.name], in: folder.path)
            #expect(run.status == 0)
            #expect(run.lines.first?.hasPrefix("\(entry.code.name)   exit \(entry.exit.code) ") == true)
            for word in ["meaning", "cause", "remedy"] {
                #expect(run.stdout.contains("\n\(word)"), "\(entry.code)")
            }
        }
        // Every code in the sources is in the catalogue.
        let known = Set(Tool(.travel).catalogue.entries.map(\.code.name))
        let sources = URL(fileURLWithPath: Sample.repository + "/Sources").resolvingSymlinksInPath().path
        let files = FileManager.default.enumerator(atPath: sources)
        let expression = try NSRegularExpression(pattern: #"ErrorCode\("(E-[A-Z-]+)"\)"#)
        var found: Set<String> = []
        while let name = files?.nextObject() as? String {
            guard name.hasPrefix("Evtool/") || name.hasPrefix("TravelTool/"), name.hasSuffix(".swift") else {
                continue
            }
            let text = try String(contentsOfFile: sources + "/" + name, encoding: .utf8)
            for match in expression.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
                if let range = Range(match.range(at: 1), in: text) { found.insert(String(text[range])) }
            }
        }
        #expect(found.count > 30)
        #expect(found.subtracting(known).sorted() == [])
    }

    @Test func everyCodeIsProducedSomewhere() {
        let produced = Set(
            (BadInput.foreignFiles + BadInput.commandLines + BadInput.inputFiles).map(\.code)
                + [
                    // By LogDamageTests.
                    "E-LOG-TRUNCATED", "E-LOG-DAMAGED",
                    // By ExplainVerbTests.
                    "E-NO-PROOF",
                    // By AnchorVerbTests and VerifyVerbTests.
                    "E-ANCHOR", "E-CONTRADICTION", "E-KEY", "E-KEY-PLACE", "E-NOTE", "E-SIGNATURE",
                    "E-SIGNED-MEMORY", "E-SIGNER", "E-UNSIGNED",
                    // By ReplayWriteTests.
                    "E-ANSWER-NEEDED", "E-INCOMPLETE", "E-NOT-STORED",
                    // By causesHaveTheirCodes and the tests of permissions and interrupts.
                    "E-LOG-FORMAT", "E-LOG-FEATURE", "E-LOG-BUSY", "E-LOG-FULL", "E-PERMISSION", "E-IO",
                    "E-BUG",
                    "E-INTERRUPTED", "E-STREAM-NEEDED", "E-OUTPUT-FAILED",
                ])
        #expect(Set(Tool(.travel).catalogue.entries.map(\.code.name)).subtracting(produced).sorted() == [])
    }

    /// Failures that are hard to bring about from outside: a full disk, a newer format, all slots taken.
    @Test func causesHaveTheirCodes() throws {
        for (cause, code, exit) in [
            (LogError.Code.unsupportedFormat, "E-LOG-FORMAT", 65), (.unsupportedFeature, "E-LOG-FEATURE", 65),
            (.busy, "E-LOG-BUSY", 75), (.storageFull, "E-LOG-FULL", 74), (.permission, "E-PERMISSION", 77),
            (.inputOutput, "E-IO", 74), (.damaged, "E-LOG-DAMAGED", 65), (.closed, "E-IO", 74),
        ] {
            let error = ToolError(
                log: LogError(cause, "it happened", path: "a.evlog"), path: "a.evlog", program: "evtool")
            #expect(error.code.name == code)
            #expect(Int(error.exit.code) == exit)
            #expect(Tool(.travel).catalogue[code]?.exit == error.exit)
        }
    }

    @Test(.enabled(if: getuid() != 0, "the superuser may write anywhere"))
    func aNewFileInAClosedFolderIsRefused() throws {
        let folder = try Sample.folder()
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
        defer {
            try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
        }
        for words in [["create", "b.evlog"], ["copy", "--out", "b.evlog"]] {
            let run = try ToolRun.run(words, in: folder.path)
            #expect(run.status == 77, "\(run.stderr)")
            #expect(run.errorCode == "E-PERMISSION")
        }
        // Reading needs no writable folder.
        #expect(try folder.run("info").status == 0)
        #expect(try folder.run("project", "recents").status == 0)
    }

    @Test func aFullDiskIsToldAndTheOutputIsCalledIncomplete() throws {
        let folder = try Sample.folder()
        let run = try ToolRun.shell("\"$EVTOOL\" log --log sample.evlog >/dev/full; echo $?", in: folder.path)
        #expect(run.stdout == "74\n")
        #expect(run.errorCode == "E-OUTPUT-FAILED")
    }

    @Test func severalUsersMustBeNamed() throws {
        let folder = try TemporaryFolder()
        for user in ["ann", "ben", "ben"] {
            let run = try folder.run(
                "record", "create-vacation", "V", "-u", user, "--create", "--log", "a.evlog")
            #expect(run.status == 0, "\(run.stderr)")
        }
        let rows = try folder.run("project", "vacations")
        #expect(rows.status == 64)
        #expect(
            rows.stderr == """
                evtool: this log holds 2 users; which one [E-STREAM-NEEDED]
                  most events first: ben (2), ann (1)
                  next: evtool project vacations --user ben

                """)
        let record = try folder.run("record", "create-vacation", "W")
        #expect(record.errorCode == "E-STREAM-NEEDED")
        let empty = try TemporaryFolder()
        _ = try empty.run("create", "a.evlog")
        #expect(try empty.run("project", "recents").errorCode == "E-STREAM-NEEDED")
        #expect(try folder.run("project", "vacations", "--all-users", "--plain").lines.count == 3)
        #expect(try folder.run("info", "--streams", "--plain").stdout == "events\tstream\n1\tann\n2\tben\n")
    }

    @Test func anUnknownFieldSuggestsAndSynonymsLead() throws {
        let folder = try Sample.folder()
        for (word, next) in [
            ("tail", "log -f"), ("cat", "log --json"), ("stats", "info"), ("rows", "project"),
            ("rebuild", "replay --write"),
        ] {
            #expect(try folder.run(word).stderr.contains("did you mean: evtool \(next)\n"))
        }
        #expect(
            try folder.run("log", "--where", "photo.titel = x").stderr.contains("did you mean: photo.title"))
    }
}
