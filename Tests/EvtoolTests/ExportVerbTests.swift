import Foundation
import Platform
import Testing

/// `export`, and what becomes of an export.
@Suite struct ExportVerbTests {
    @Test("C54: export, import and export give the same bytes")
    func exportImportAndExportGiveTheSameBytes() throws {
        let folder = try ExportFolder()
        let log = try folder.sampleLog()
        let written = ExportRun("--log", log, "export", "--out", folder.file("a.ndjson"))
        #expect(written.status == 0, "\(written.errors)")
        #expect(written.output.hasPrefix("wrote events 1..12 to \(folder.file("a.ndjson")) ("))
        let imported = ExportRun("import", folder.file("a.ndjson"), "--out", folder.file("b.evlog"))
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(imported.output.contains("an exact copy of log "))
        let again = ExportRun("--log", folder.file("b.evlog"), "export")
        #expect(again.status == 0)
        #expect(Array(again.output.utf8) == (try folder.bytes("a.ndjson")))
        #expect(again.errors.hasPrefix("wrote events 1..12 ("))
        // Read in place, an export gives itself again.
        let third = ExportRun("--log", folder.file("a.ndjson"), "export", "--json")
        #expect(third.output == again.output)
        #expect(third.errors == "")
    }

    @Test func everyReadingVerbTakesAnExport() throws {
        let folder = try ExportFolder()
        let log = try folder.sampleLog()
        let export = folder.file("a.ndjson")
        #expect(ExportRun("--log", log, "export", "--out", export).status == 0)
        let before = folder.names
        for words in [
            ["log"], ["log", "--json"], ["log", "-r", "-n", "3"],
            ["log", "--count", "--where", "subject = p3"],
            ["project", "recents", "-u", "alice"], ["project", "itinerary", "--all-users", "--json"],
            ["project", "tags", "-u", "bob", "--at", "6"], ["info", "--streams", "--plain"],
        ] {
            let (first, second) = (run(words, log), run(words, export))
            #expect(first.output == second.output, "\(words)")
            #expect(second.status == 0, "\(words): \(second.errors)")
        }
        let info = run(["info"], export)
        #expect(info.status == 0)
        #expect(info.lines.first?.contains("a.ndjson (NDJSON export)") == true)
        #expect(run(["info", "--json"], export).output.contains(#""container":"ndjson""#))
        #expect(run(["replay"], export).status == 0)
        #expect(run(["replay", "--check"], export).status == 2)
        #expect(folder.names == before)
    }

    private func run(_ words: [String], _ log: String) -> ExportRun {
        ExportRun(["--log", log] + words)
    }

    @Test func whatNeedsALogSaysToImport() throws {
        let folder = try ExportFolder()
        let log = try folder.sampleLog()
        let export = folder.file("a.ndjson")
        #expect(ExportRun("--log", log, "export", "--out", export).status == 0)
        for run in [
            ExportRun("--log", export, "copy", "--out", folder.file("c.evlog")),
            ExportRun("--log", export, "log", "-f"),
        ] {
            #expect(run.status == 65)
            #expect(run.errors.contains("[E-LOG-EXPORT]"))
            #expect(run.errors.contains("next: evtool import \(export) --out NEW.evlog"))
        }
        #expect(ExportRun("--log", export, "project", "recents", "-u", "alice", "--stored").status == 2)
        let write = ExportRun("--log", export, "replay", "--write", "--yes")
        #expect(write.status == 65)
        #expect(write.errors.contains("evtool import \(export) --out NEW.evlog"))
    }

    @Test("C58: a part becomes a log that names its origin and never counts as whole")
    func aPartBecomesALogThatNamesItsOrigin() throws {
        let folder = try ExportFolder()
        let log = try folder.sampleLog()
        let part = folder.file("p.ndjson")
        let written = ExportRun("--log", log, "export", "4..9", "-u", "alice", "--out", part)
        #expect(written.status == 0)
        #expect(written.output.hasPrefix("wrote 4 events of 4..9 to "))
        let imported = ExportRun("import", part, "--out", folder.file("p.evlog"))
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(imported.output.contains("(partial, filtered)"))
        for source in [folder.file("p.evlog"), part] {
            let shown = ExportRun("--log", source, "log", "--plain")
            #expect(shown.status == 2, "a log with gaps is never whole")
            let events = shown.lines.dropFirst().filter { !$0.contains("missing") }
            #expect(events.map { $0.prefix { $0 != "\t" } } == ["4", "5", "7", "8"])
        }
        let info = ExportRun("--log", folder.file("p.evlog"), "info", "--json")
        #expect(info.output.contains(#""origin":{"log_id":""#))
        let rows = ExportRun("--log", folder.file("p.evlog"), "project", "recents", "-u", "alice")
        #expect(rows.status == 2)
        #expect(rows.output.contains("INCOMPLETE"))
        let dense = ExportRun("import", part, "--renumber", "--out", folder.file("r.evlog"))
        #expect(dense.status == 0, "\(dense.errors)")
        let shown = ExportRun("--log", folder.file("r.evlog"), "log", "--plain")
        #expect(shown.status == 0)
        #expect(shown.lines.dropFirst().map { $0.prefix { $0 != "\t" } } == ["1", "2", "3", "4"])
    }

    @Test func conditionsAndTypesSelect() throws {
        let folder = try ExportFolder()
        let log = try folder.sampleLog()
        let types = ExportRun("--log", log, "export", "--type", "*.visited")
        #expect(types.lines.count == 8)
        #expect(types.lines[0].contains(#""filtered":true,"filter":{"types":["photo.visited"]}"#))
        let condition = ExportRun("--log", log, "export", "--where", "photo.id = p5")
        #expect(condition.lines.count == 3)
        #expect(condition.lines[0].contains(#""filter":{"where":"photo.id = p5"}"#))
        #expect(ExportRun("--log", log, "export", "--where", "nosuch = p5").status == 64)
        #expect(ExportRun("--log", log, "export", "13..14").status == 64)
        #expect(ExportRun("--log", log, "export", "1..12").lines[0].contains("partial") == false)
    }

    @Test("H5: importing one's own export adds nothing")
    func importingOnesOwnExportAddsNothing() throws {
        let folder = try ExportFolder()
        let log = try folder.sampleLog()
        let export = folder.file("a.ndjson")
        #expect(ExportRun("--log", log, "export", "--out", export).status == 0)
        let own = ExportRun("import", export, "--append", log)
        #expect(own.status == 0, "\(own.errors)")
        #expect(own.output.hasPrefix("appended 0 events to \(log); already there: 12"))
        // Another log takes them all, once, and keeps where they came from.
        let other = try folder.sampleLog("other.evlog", events: 2)
        let first = ExportRun("import", export, "--append", other, "--json")
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.output.contains(#""events":12,"already_there":0"#))
        let second = ExportRun("import", export, "--append", other, "--json")
        #expect(second.output.contains(#""events":0,"already_there":12"#))
        let shown = ExportRun("--log", other, "log", "3..3", "--json")
        #expect(shown.output.contains(#""metadata":{"imported_from":{"#))
        #expect(shown.output.contains(#""occurred":"2026-03-02T10:14:06.880Z","zone":60"#))
    }

    @Test func oneIDIsOneEvent() throws {
        let folder = try ExportFolder()
        let id = "019cae0a-7610-7abc-8def-0123456789ab"
        for (name, country) in [("a", "France"), ("b", "Spain")] {
            let input = try folder.write(
                #"{"type":"places.sectionRemoved","id":"\#(id)","data":{"country":"\#(country)"}}"#, to: name)
            let log = folder.file(name + ".evlog")
            #expect(ExportRun("--log", log, "record", "events", input, "--create").status == 0)
            #expect(ExportRun("--log", log, "export", "--out", folder.file(name + ".ndjson")).status == 0)
        }
        let conflict = ExportRun("import", folder.file("a.ndjson"), "--append", folder.file("b.evlog"))
        #expect(conflict.status == 65)
        #expect(conflict.errors.contains("[E-CONFLICT]"))
        #expect(ExportRun("--log", folder.file("b.evlog"), "log", "--count").output == "1\n")
    }

    // MARK: Bad exports and targets

    @Test("E5: an export that is cut is refused by import, and still read")
    func aCutExportIsRefusedAndStillRead() throws {
        let folder = try ExportFolder()
        let log = try folder.sampleLog()
        let whole = ExportRun("--log", log, "export").output
        let cut = try folder.write(String(whole.prefix(whole.count / 2)), to: "cut.ndjson")
        let complete = whole.prefix(whole.count / 2).filter { $0 == "\n" }.count - 1
        let refused = ExportRun("import", cut, "--out", folder.file("c.evlog"))
        #expect(refused.status == 65)
        #expect(refused.errors.contains("export is cut off after event \(complete)"))
        #expect(folder.names == ["a.evlog", "a.evlog-lock", "cut.ndjson"])
        for words in [["log"], ["info"], ["replay"], ["log", "--count"], ["export"]] {
            let run = self.run(words, cut)
            #expect(run.status == 2, "\(words)")
            #expect(run.errors.contains("the export is cut off after event \(complete)"), "\(words)")
        }
        #expect(ExportRun("--log", cut, "log", "--plain").lines.count == complete + 2)
        let json = ExportRun("--log", cut, "log", "--json")
        #expect(json.lines.last?.contains(#""complete":false,"exit":2"#) == true)
        // Cut right before its end, every event is there, and still nobody says whole.
        let lines = whole.split(separator: "\n", omittingEmptySubsequences: true)
        let noEnd = try folder.write(lines.dropLast().joined(separator: "\n") + "\n", to: "end.ndjson")
        #expect(ExportRun("--log", noEnd, "log", "--count").output == "12\n")
        #expect(ExportRun("--log", noEnd, "log", "--count").status == 2)
        #expect(
            ExportRun("import", noEnd, "--out", folder.file("c.evlog")).errors
                .contains("export is cut off after event 12"))
    }

    @Test func aChangedLineIsNamed() throws {
        let folder = try ExportFolder()
        let log = try folder.sampleLog()
        let whole = ExportRun("--log", log, "export").output
        let changed = try folder.write(
            whole.replacingOccurrences(of: #""id":"p5""#, with: #""id":"q5""#), to: "x.ndjson")
        for run in [
            ExportRun("import", changed, "--out", folder.file("x.evlog")), ExportRun("--log", changed, "log"),
        ] {
            #expect(run.status == 65)
            #expect(run.errors.contains("line 6"), "\(run.errors)")
            #expect(run.errors.contains("event 5 is not the one whose leaf is given"))
            #expect(run.output == "")
        }
        #expect(folder.names == ["a.evlog", "a.evlog-lock", "x.ndjson"])
    }

    @Test func targetsAreGuarded() throws {
        let folder = try ExportFolder()
        let log = try folder.sampleLog()
        let note = try folder.write("mine", to: "note.txt")
        #expect(ExportRun("--log", log, "export", "--out", note).status == 73)
        #expect(ExportRun("--log", log, "export", "--out", note, "--force").status == 73)
        #expect(ExportRun("--log", log, "export", "--out", log, "--force").status == 73)
        #expect(try folder.bytes("note.txt") == Array("mine".utf8))
        let export = folder.file("a.ndjson")
        #expect(ExportRun("--log", log, "export", "1..3", "--out", export).status == 0)
        let before = try folder.bytes("a.ndjson")
        #expect(ExportRun("--log", log, "export", "--out", export).status == 73)
        #expect(try folder.bytes("a.ndjson") == before)
        #expect(ExportRun("--log", log, "export", "--out", export, "--force").status == 0)
        #expect(try folder.bytes("a.ndjson") != before)
        #expect(ExportRun("--log", log, "export", "--force").status == 64)
        #expect(ExportRun("--log", log, "export", "--out", folder.file("no/where.ndjson")).status == 73)
        #expect(ExportRun("import", export, "--out", log).status == 73)
        #expect(ExportRun("import", export, export, "--out", folder.file("two.evlog")).status == 64)
        #expect(ExportRun("import", export, "-u", "x", "--out", folder.file("two.evlog")).status == 64)
        #expect(ExportRun("import", export, "--append", log, "--renumber").status == 64)
        #expect(folder.names == ["a.evlog", "a.evlog-lock", "a.ndjson", "note.txt"])
    }

    @Test func anEmptyLogTravels() throws {
        let folder = try ExportFolder()
        #expect(ExportRun("create", folder.file("e.evlog")).status == 0)
        let written = ExportRun("--log", folder.file("e.evlog"), "export", "--out", folder.file("e.ndjson"))
        #expect(written.status == 0)
        #expect(written.output.hasPrefix("wrote no events to "))
        #expect(ExportRun("import", folder.file("e.ndjson"), "--out", folder.file("f.evlog")).status == 0)
        #expect(
            ExportRun("--log", folder.file("f.evlog"), "export").output
                == String(decoding: try folder.bytes("e.ndjson"), as: UTF8.self))
    }
}
