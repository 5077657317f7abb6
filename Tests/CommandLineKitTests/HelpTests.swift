import CommandLineKit
import Testing

@Suite struct HelpTests {
    let help = HelpRenderer(SampleTable.table)

    func code(_ topic: String...) -> ErrorCode? {
        do throws(ToolError) {
            _ = try help.lines(topic: topic, isFull: true)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func overviewListsGroupsAndEffects() throws {
        let lines = try help.lines(topic: [], isFull: false)
        #expect(
            lines == [
                "evtool: looks into event logs", "",
                "usage: evtool [--log PATH] VERB [ARGUMENTS] [OPTIONS]", "",
                "Write  record   append user actions          appends to a log",
                "Look   info     what is in this log          reads only",
                "       log      list, filter, follow events  reads only",
                "       show     one event in full            reads only",
                "       project  print a table                reads only",
                "Ask    diff     what differs                 reads only; --write changes stored projections",
                "", "more   evtool help [VERB|symptoms|errors|CODE], evtool --version",
            ])
    }

    @Test func fullHelpOfAVerbBeginsWithExamples() throws {
        let lines = try help.lines(topic: ["log"], isFull: true)
        #expect(lines[0] == "evtool log: list, filter, follow events (reads only)")
        #expect(lines[2] == "Examples")
        #expect(lines[3] == "  evtool log -n 20  the newest twenty")
        #expect(lines.contains("usage: evtool log [RANGE] [OPTIONS]"))
        #expect(lines.contains("  -n, --number N  The newest N."))
        #expect(lines.contains("  --type GLOB     Events of a type. Repeatable."))
        #expect(lines.contains("Zero matches are an answer, too, and end with status 0."))
    }

    @Test func shortHelpLeavesExamplesAndNotesOut() throws {
        let lines = try help.lines(topic: ["log"], isFull: false)
        #expect(!lines.contains("Examples"))
        #expect(lines.last == "more: evtool help log")
    }

    @Test func subverbsHaveHelp() throws {
        let record = try help.lines(topic: ["record"], isFull: true)
        #expect(record.contains("  view   a photo was viewed"))
        let visit = try help.lines(topic: ["record", "visit"], isFull: true)
        #expect(visit.contains("usage: evtool record visit PHOTO [OPTIONS]"))
        #expect(visit.contains("  --vacation NAME  The vacation."))
        #expect(visit.contains("  --key KEY        An idempotency key."))
    }

    @Test func topicsErrorsAndCodesHaveHelp() throws {
        #expect(
            try help.lines(topic: ["symptoms"], isFull: true) == ["a photo is missing", "a number"])
        let errors = try help.lines(topic: ["errors"], isFull: true)
        for entry in ErrorCatalogue().entries {
            #expect(errors.contains { $0.contains(entry.code.name) })
            let lines = try help.lines(topic: [entry.code.name.lowercased()], isFull: true)
            #expect(lines[0].hasPrefix("\(entry.code)   exit \(entry.exit.code)"))
            for word in ["meaning", "cause", "remedy"] {
                #expect(lines.contains { $0.hasPrefix(word) })
            }
        }
    }

    @Test func unknownTopicsNameTheNearest() {
        #expect(code("project") == nil)
        #expect(code("porject") == UsageError.helpUnknown)
        #expect(code("record", "nothing") == UsageError.helpUnknown)
        #expect(code("E-NO-SUCH") == UsageError.helpUnknown)
    }

    @Test func everyLineFitsAndNothingNeedsQuoting() throws {
        let topics =
            [[]] + SampleTable.table.allPaths.map { $0.map(\.name) } + [["errors"], ["E-OPTION-TWICE"]]
        for topic in topics {
            for isFull in [false, true] {
                for line in try help.lines(topic: topic, isFull: isFull) {
                    #expect(line.count <= HelpRenderer.width, "\(line)")
                    #expect(line.utf8.last != UInt8(ascii: " "), "\(line)")
                    #expect(!line.contains("#"), "\(line)")
                }
            }
        }
    }

    @Test func longTextsAreWrappedUnderTheirColumn() throws {
        let text = Array(repeating: "word", count: 60).joined(separator: " ")
        let table = CommandTable(
            program: "t", version: "1", summary: "s", groups: ["G"],
            verbs: [
                Verb(
                    "v", group: "G", summary: "s", effect: Effect(.none),
                    options: [.value("option-of-a-very-long-name", "VALUE", doc: text)])
            ])
        let lines = try HelpRenderer(table).lines(topic: ["v"], isFull: false)
        let words = lines.filter { $0.hasPrefix("    ") && $0.contains("word") }
        #expect(words.count == 5)
        #expect(lines.allSatisfy { $0.count <= 100 })
        #expect(Set(words.map { $0.prefix { $0 == " " }.count }).count == 1)
    }

    @Test func dumpHasEveryVerbAndOption() {
        let lines = SampleTable.table.jsonLines.map(\.text)
        #expect(lines.first?.hasPrefix("{\"kind\":\"tool\",\"name\":\"evtool\"") == true)
        #expect(
            lines.last == "{\"kind\":\"end\",\"verbs\":9,\"format\":1,\"complete\":true,\"exit\":0}")
        for path in SampleTable.table.allPaths {
            let name = path.map(\.name).joined(separator: " ")
            let line = lines.first { $0.hasPrefix("{\"kind\":\"verb\",\"name\":\"\(name)\"") }
            for option in path.last?.options ?? [] {
                #expect(line?.contains("\"name\":\"\(option.name)\"") == true, "\(name) \(option.name)")
            }
        }
    }

    @Test func contradictingTablesAreProgrammingErrors() async {
        await #expect(processExitsWith: .failure) {
            let verbs = [
                Verb(
                    "a", group: "G", summary: "s", effect: Effect(.none), options: [.flag("same", doc: "d")]),
                Verb(
                    "b", group: "G", summary: "s", effect: Effect(.none),
                    options: [.value("same", "V", doc: "d")]),
            ]
            _ = CommandTable(program: "t", version: "1", summary: "s", groups: ["G"], verbs: verbs)
        }
        await #expect(processExitsWith: .failure) { _ = ErrorCode("no code") }
        await #expect(processExitsWith: .failure) {
            _ = ErrorCatalogue([UsageError.catalogue[0]])
        }
    }
}
