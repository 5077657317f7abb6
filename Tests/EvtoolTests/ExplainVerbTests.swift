import Foundation
import Testing

/// `explain` as a process, and what-if questions over the verbs about rows.
@Suite("explain") struct ExplainVerbTests {
    @Test("a case of what never was is refused, after the answer")
    func noCaseOfNothing() throws {
        let folder = try Sample.folder()
        let run = try ToolRun.run(
            ["explain", "recents", "nothing", "--case", "c.ndjson", "--json", "--log", "sample.evlog"],
            in: folder.path)
        #expect(run.status == 1 && run.errorCode == "E-NO-PROOF")
        #expect(run.objects("explanation").first?["outcome"] as? String == "never-mentioned")
        #expect((run.objects.last ?? nil)?["kind"] as? String == "end")
        #expect(try !folder.listing().contains("c.ndjson"))
    }

    @Test("every row of every table is explained, with exit status 0 and its own since")
    func everyRow() throws {
        let folder = try Sample.smallFolder()
        for table in ["recents", "itinerary", "tags", "vacations", "places", "preferences", "tags.photos"] {
            let rows = try folder.run("project", table, "--json", "--log", "small.evlog").objects("row")
            for row in rows.prefix(6) {
                let key = try #require(row["key"] as? String)
                let run = try folder.run("explain", table, key, "--prove", "--json", "--log", "small.evlog")
                #expect(run.status == 0, "\(table) \(key): \(run.stderr)")
                let found = run.objects("explanation").first
                #expect(found?["since"] as? Int == row["since"] as? Int, "\(table) \(key)")
                #expect(found?["rank"] as? Int == row["rank"] as? Int, "\(table) \(key)")
                let proof = run.objects("proof").first
                #expect(proof?["sufficient"] as? Bool == true, "\(table) \(key)")
                #expect(proof?["necessary"] as? Bool == true, "\(table) \(key)")
            }
        }
    }

    @Test("the group may be left out where only one row fits; a key is taken in either normal form")
    func keys() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            {"type":"photo.visited","data":{"vacation":"A","photo":{"id":"p1","title":"x","place":"Zürich, CH","tags":["été"]}}}
            {"type":"photo.visited","data":{"vacation":"B","photo":{"id":"p2","title":"y","place":"Rome, Italy","tags":["été"]}}}

            """, to: "e.ndjson")
        #expect(try folder.run("record", "events", "e.ndjson", "--create", "--log", "a.evlog").status == 0)
        func explain(_ table: String, _ key: String) throws -> Int32 {
            try folder.run("explain", table, key, "--log", "a.evlog").status
        }
        #expect(try explain("itinerary", "Rome, Italy") == 0)
        #expect(try explain("itinerary", "Zu\u{308}rich, CH") == 0)
        #expect(try explain("tags", "A/e\u{301}te\u{301}") == 0)
        #expect(try explain("tags", "été") == 1, "two vacations have it")
    }

    @Test("what is supposed is marked in every line, and later events that lost their footing are named")
    func whatIf() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            {"type":"photo.visited","data":{"vacation":"A","photo":{"id":"p1","title":"x","place":"Rome, Italy"}}}
            {"type":"photo.viewed","data":{"photo":{"id":"p1","title":"x"}}}
            {"type":"photo.unvisited","data":{"vacation":"A","photo":"p1"}}

            """, to: "e.ndjson")
        #expect(try folder.run("record", "events", "e.ndjson", "--create", "--log", "a.evlog").status == 0)
        let run = try folder.run("project", "itinerary", "--without", "1", "--json", "--log", "a.evlog")
        #expect(run.status == 0)
        #expect(run.objects.allSatisfy { $0?["hypothetical"] as? Bool == true })
        let orphan = run.objects("orphan").first
        #expect(orphan?["position"] as? Int == 3 && orphan?["reason"] as? String == "notVisited")
        let kept = try folder.run("project", "itinerary", "--without", "3", "--json", "--log", "a.evlog")
        #expect(kept.objects("row").count == 1 && kept.objects("orphan").isEmpty)
        try folder.write(
            "{\"after\":1,\"type\":\"photo.unvisited\",\"data\":{\"vacation\":\"A\",\"photo\":\"p1\"}}\n",
            to: "i.ndjson")
        let more = try folder.run(
            "explain", "itinerary", "--insert", "i.ndjson", "--json", "--log", "a.evlog")
        #expect(more.status == 0)
        #expect(more.objects("orphan").first?["position"] as? Int == 4)
        #expect(try folder.run("log", "--count", "--log", "a.evlog").stdout == "3\n", "nothing was appended")
    }
}
