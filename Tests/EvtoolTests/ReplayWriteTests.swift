import EventCoding
import EventLog
import Foundation
import Testing

/// `replay`: what is stored against what the events give, and mending it.
struct ReplayWriteTests {
    @Test("C29: one command, dry until it is told to write, finds a wrong stored row and mends it")
    func aWrongStoredRowIsFoundAndMended() throws {
        let folder = try Sample.folder()
        try StoredRowSurgery.plantOldRows(in: folder)

        let found = try folder.run("replay", "--json")
        #expect(found.status == 1)
        let recents = found.objects("replay").first { $0["projection"] as? String == "recents" }
        #expect(recents?["stored"] as? String == "differs")
        #expect((recents?["rows_differ"] as? Int ?? 0) > 0)
        #expect(found.objects("end").first?["exit"] as? Int == 1)
        #expect(try folder.run("replay", "--check").status == 1)
        let human = try folder.run("replay", "recents")
        #expect(human.stdout.contains("DIFFERS in "))
        #expect(human.lines.last == "next: evtool diff recents --against stored")

        // The fold is not fooled; what is stored is shown as it is.
        let folded = try folder.run("project", "recents", "--json").stdout
        #expect(try folder.run("project", "recents", "--stored", "--json").stdout != folded)

        let refused = try folder.run("replay", "recents", "--write")
        #expect(refused.status == 64)
        #expect(refused.errorCode == "E-ANSWER-NEEDED")
        #expect(try folder.run("replay", "--check").status == 1, "a refusal changes nothing")

        let before = try folder.run("log", "--json").stdout
        let mended = try folder.run("replay", "recents", "--write", "--yes", "--reason", "planted")
        #expect(mended.status == 0, "\(mended.stderr)")
        #expect(mended.lines.last == "stored recents at 311")
        #expect(try folder.run("replay", "--check").status == 0)
        #expect(try folder.run("project", "recents", "--stored", "--json").stdout == folded)
        #expect(try folder.run("log", "--json").stdout == before, "events are never touched")
    }

    @Test func nothingStoredIsNoDifferenceButCannotBeChecked() throws {
        let folder = try TemporaryFolder()
        #expect(try folder.run("create", "a.evlog").status == 0)
        let plain = try folder.run("replay")
        #expect(plain.status == 0)
        #expect(plain.stdout.contains("not stored, not compared"))
        let check = try folder.run("replay", "--check", "--json")
        #expect(check.status == 2)
        #expect(check.objects.last??["complete"] as? Bool == false)
        let stored = try folder.run("project", "recents", "--stored", "--all-users")
        #expect(stored.status == 2)
        #expect(stored.errorCode == "E-NOT-STORED")
        let json = try folder.run("project", "recents", "--stored", "--all-users", "--json")
        #expect(json.objects.last??["kind"] as? String == "end")
        #expect(json.objects.last??["exit"] as? Int == 2)
    }

    @Test("C26, C27: writing is refused where an event cannot be applied")
    func writingIsRefusedWhenAnEventCannotBeApplied() throws {
        let folder = try Sample.folder()
        try appendFromTheFuture(in: folder)
        let before = try folder.run("project", "recents", "--stored", "--json").stdout
        let replay = try folder.run("replay", "--json")
        #expect(replay.status == 2)
        let failed = replay.objects("failed").first
        #expect(failed?["position"] as? Int == 311)
        #expect(failed?["schema_version"] as? Int == 9)
        let refused = try folder.run("replay", "--write", "--yes")
        #expect(refused.status == 2)
        #expect(refused.errorCode == "E-INCOMPLETE")
        #expect(try folder.run("project", "recents", "--stored", "--json").stdout == before)
        // Rows are shown under a banner, and the exit status says that they may lack something.
        let rows = try folder.run("project", "recents")
        #expect(rows.status == 2)
        #expect(rows.lines.dropFirst().first == "INCOMPLETE: these rows may lack something")
        // Before that event everything is whole.
        #expect(try folder.run("project", "recents", "--at", "310").status == 0)
        let line = try folder.run("log", "-n", "1")
        #expect(line.status == 0)
        #expect(line.stdout.contains("version 9 is newer than this build knows"))
    }

    /// Appends an event of a schema version that no build knows yet.
    private func appendFromTheFuture(in folder: TemporaryFolder) throws {
        let log = try EventLog.open(at: folder.file("sample.evlog"))
        defer { log.close() }
        let event = ProposedEvent(
            type: EventType("photo.viewed"), schemaVersion: 9, subject: "1",
            payload: [0xA1, 0x61, 0x61, 0x01])
        _ = try log.append([AppendRequest([event], to: try StreamName("alice"))])
    }
}
