import CommandLineKit
import Synchronization
import Testing

/// What a command line does not need of the table is not made for it.
@Suite struct LazyTableTests {
    /// A table whose parts tell when they are made.
    ///
    /// Debug builds make all of it once, to see whether it contradicts itself.
    private final class Making: Sendable {
        private let made = Mutex<[String]>([])

        func note(_ part: String) { made.withLock { $0.append(part) } }

        func counts() -> [Int] {
            made.withLock { made in
                ["verbs", "synonyms", "topics"].map { part in made.count { $0 == part } }
            }
        }

        func verbs() -> [Verb] {
            note("verbs")
            return [SampleTable.info]
        }

        func synonyms() -> [CommandTable.Synonym] {
            note("synonyms")
            return [CommandTable.Synonym(["look"], "info")]
        }

        func topics() -> [CommandTable.Topic] {
            note("topics")
            return [CommandTable.Topic("symptoms", summary: "what to run", lines: ["info"])]
        }

        func table() -> CommandTable {
            CommandTable(
                program: "t", version: "1", summary: "s", groups: ["Look"], verbs: self.verbs(),
                synonyms: self.synonyms(), topics: self.topics())
        }
    }

    @Test func `Each part of a table is made at most once`() throws {
        let making = Making()
        let table = making.table()
        for _ in 0..<2 {
            #expect(table.verbs.map(\.name) == ["info"])
            #expect(table.synonyms.map(\.replacement) == ["info"])
            #expect(table.topics.map(\.name) == ["symptoms"])
        }
        #expect(making.counts() == [1, 1, 1])
    }

    @Test func `A verb that the table can make alone is found without the others`() throws {
        let others = Making()
        let alone = Verb("look", group: "Look", summary: "Look.", effect: Effect(.readsOnly))
        let table = CommandTable(
            program: "t", version: "1", summary: "s", groups: ["Look"], verbs: others.verbs(),
            verb: { $0 == "look" ? alone : nil })
        let made = others.counts()
        guard case .run(let run) = try ArgumentParser(table).parse(["look"]) else {
            Issue.record("the verb was read as something else")
            return
        }
        #expect(run.verb == alone)
        #expect(others.counts() == made)
        #expect(throws: ToolError.self) { try ArgumentParser(table).parse(["lock"]) }
        #expect(others.counts() == [1, 0, 0])
    }

    @Test func `An option is found without verbs where the tool has it`() throws {
        guard case .version = try ArgumentParser(SampleTable.table).parse(["--version"]) else {
            Issue.record("--version was read as something else")
            return
        }
        let words = ["-Lx.evlog", "info", "--streams"]
        guard case .run(let run) = try ArgumentParser(SampleTable.table).parse(words) else {
            Issue.record("a verb was read as something else")
            return
        }
        #expect(run.value("log") == "x.evlog")
        #expect(run.has("streams"))
    }
}
