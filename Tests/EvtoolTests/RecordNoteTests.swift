import Testing

/// What is recorded and changes nothing is recorded all the same, and the reason is said.
@Suite struct RecordNoteTests {
    @Test("unvisiting what is not visited, and visiting what is, are recorded and noted")
    func whatChangesNothingIsNoted() throws {
        let folder = try TemporaryFolder()
        try folder.write(#"{"id": 1, "title": "a"}"#, to: "p.json")
        #expect(try folder.run("create", "a.evlog").status == 0)
        let early = try folder.run("record", "unvisit", "--vacation", "X", "1")
        #expect(early.status == 0)
        #expect(early.stderr == "event 1 changed no row: not visited\n")
        let first = try folder.run("record", "visit", "--vacation", "X", "p.json")
        #expect(first.stderr.isEmpty)
        let again = try folder.run("record", "visit", "--vacation", "X", "p.json")
        #expect(again.stderr == "event 3 changed no row: already visited\n")
        let section = try folder.run("record", "remove-section", "France")
        #expect(section.stderr == "event 4 changed no row: no such section\n")
        #expect(try folder.run("log", "--count").stdout == "4\n")
    }
}
