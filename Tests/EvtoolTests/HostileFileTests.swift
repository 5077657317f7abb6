import Foundation
import Testing

/// Names, links, modes and sizes of files that somebody chose to do harm.
@Suite("Hostile files") struct HostileFileTests {
    private func mode(_ folder: TemporaryFolder, _ name: String) throws -> Int {
        let value = try FileManager.default.attributesOfItem(atPath: folder.file(name))[.posixPermissions]
        return (value as? NSNumber)?.intValue ?? 0
    }

    @Test("whatever the mask, what is made is its owner's alone", arguments: ["000", "022", "077"])
    func permissions(_ mask: String) throws {
        let folder = try Sample.smallFolder()
        for line in [
            "umask \(mask); $EVTOOL create new.evlog",
            "umask \(mask); $EVTOOL record map-type hybrid --create --log recorded.evlog",
            "umask \(mask); $EVTOOL copy --log small.evlog --out copied.evlog",
            "umask \(mask); $EVTOOL export --log small.evlog --out exported.ndjson",
            "umask \(mask); $EVTOOL import exported.ndjson --out imported.evlog",
        ] {
            let run = try ToolRun.shell(line, in: folder.path)
            #expect(run.status == 0, "\(line): \(run.stderr)")
        }
        for name in [
            "new.evlog", "recorded.evlog", "recorded.evlog-lock", "copied.evlog", "exported.ndjson",
            "imported.evlog",
        ] {
            #expect(try mode(folder, name) == 0o600, "\(name) under the mask \(mask)")
        }
    }

    @Test(
        "an output that is a link is refused, and what it points to stays",
        arguments: [
            ["create", "link"], ["copy", "--log", "small.evlog", "--out", "link"],
            ["export", "--log", "small.evlog", "--out", "link"],
        ])
    func links(_ words: [String]) throws {
        for target in ["victim", "nowhere"] {
            let folder = try Sample.smallFolder()
            try folder.write("precious", to: "victim")
            try FileManager.default.createSymbolicLink(
                atPath: folder.file("link"), withDestinationPath: folder.file(target))
            let run = try ToolRun.run(words, in: folder.path)
            #expect(run.status == 73, "\(words) over a link to \(target): \(run.stderr)")
            #expect(folder.text("victim") == "precious")
            #expect(!FileManager.default.fileExists(atPath: folder.file("nowhere")))
        }
    }

    @Test("a file that is named like an option is a file behind two hyphens, or with its folder")
    func namedLikeAnOption() throws {
        for name in ["--all", "-n", "--json", "-"] {
            let folder = try Sample.smallFolder()
            try folder.write("{\"type\":\"vacation.created\",\"data\":{\"name\":\"X\"}}\n", to: name)
            let log = ["--log", "small.evlog"]
            let run = try ToolRun.run(
                ["record", "events", "-q"] + log + ["--", "./" + name], in: folder.path)
            #expect(run.status == 0, "\(name): \(run.stderr)")
            if name != "-" {
                let bare = try ToolRun.run(["record", "events", "-q"] + log + ["--", name], in: folder.path)
                #expect(bare.status == 0, "\(name): \(bare.stderr)")
            }
        }
    }

    @Test("files that claim to be huge are refused at once, without the memory they claim")
    func sparse() throws {
        let folder = try Sample.smallFolder()
        for (name, words) in [
            ("huge.evlog", ["info", "--log", "huge.evlog"]),
            ("huge.ndjson", ["record", "events", "huge.ndjson", "--log", "small.evlog"]),
            ("huge.csv", ["import", "huge.csv", "--out", "x.evlog"]),
            ("huge.json", ["record", "view", "huge.json", "--log", "small.evlog"]),
        ] {
            let made = try ToolRun.shell("truncate -s 1T \(name)", in: folder.path)
            #expect(made.status == 0)
            let start = Date()
            let words = words.map { "'\($0)'" }.joined(separator: " ")
            let run = try ToolRun.shell("ulimit -t 20; exec $EVTOOL \(words)", in: folder.path)
            #expect([64, 65, 66, 74].contains(run.status), "\(name): \(run.status) \(run.stderr)")
            #expect(run.stdout.isEmpty && !run.stderr.isEmpty, "\(name)")
            #expect(Date().timeIntervalSince(start) < 20, "\(name)")
            try FileManager.default.removeItem(atPath: folder.file(name))
        }
    }

    @Test("a limit on the size of files is an error, and the log is what it was")
    func sizeLimit() throws {
        let folder = try Sample.smallFolder()
        let title = String(repeating: "x", count: 1_000)
        let lines = (0..<400).map {
            "{\"type\":\"photo.viewed\",\"data\":{\"photo\":{\"id\":\"\($0)\",\"title\":\"\(title)\"}}}\n"
        }
        try folder.write(lines.joined(), to: "in.ndjson")
        let before = try folder.run("log", "--count", "--log", "small.evlog").stdout
        let run = try ToolRun.shell(
            "ulimit -f 200; exec $EVTOOL record events -q --log small.evlog in.ndjson", in: folder.path)
        #expect(run.status == 74, "\(run.status) \(run.stderr)")
        #expect(run.errorCode?.hasPrefix("E-") == true, "\(run.stderr)")
        #expect(try folder.run("log", "--count", "--log", "small.evlog").stdout == before)
        let again = try ToolRun.shell(
            "exec $EVTOOL record events -q --log small.evlog in.ndjson", in: folder.path)
        #expect(again.status == 0, "\(again.stderr)")
    }

    @Test("a limit on memory is an error and no crash", arguments: ["info", "log"])
    func memoryLimit(_ verb: String) throws {
        let folder = try Sample.smallFolder()
        let run = try ToolRun.shell(
            "ulimit -v 200000; exec $EVTOOL \(verb) --log small.evlog", in: folder.path)
        #expect(!run.diedOfSignal, "\(run.stderr)")
        #expect([0, 74, 75].contains(run.status), "\(run.status) \(run.stderr)")
        if run.status != 0 { #expect(run.errorCode?.hasPrefix("E-") == true, "\(run.stderr)") }
    }

    @Test("names with separators of other systems, or dots, stay names")
    func traversal() throws {
        let folder = try Sample.smallFolder()
        for name in ["..evlog", "a..b.evlog", "C:\\x.evlog", "%2e%2e%2fx.evlog", "~x.evlog", "nul.evlog"] {
            let run = try folder.run("create", name)
            #expect(run.status == 0, "\(name): \(run.stderr)")
            #expect(FileManager.default.fileExists(atPath: folder.file(name)), "\(name)")
        }
        let outside = try folder.run("create", "absent/../x.evlog")
        #expect([66, 73].contains(outside.status), "\(outside.stderr)")
    }
}
