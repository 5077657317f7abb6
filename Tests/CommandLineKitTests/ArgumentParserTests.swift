import CommandLineKit
import TestSupport
import Testing

@Suite struct ArgumentParserTests {
    @Test func longOptionsTakeTheirValueAfterEqualsOrBlank() throws {
        #expect(try SampleTable.run("project", "--at=5").value("at") == "5")
        #expect(try SampleTable.run("project", "--at", "5").value("at") == "5")
        #expect(try SampleTable.run("project", "--at=").value("at") == "")
        #expect(try SampleTable.run("log", "--where=a=b").value("where") == "a=b")
    }

    @Test func lettersClusterAndTheLastMayTakeAValue() throws {
        let one = try SampleTable.run("log", "-rfn", "20")
        #expect(one.has("reverse") && one.has("follow") && one.value("number") == "20")
        let two = try SampleTable.run("log", "-rn20")
        #expect(two.has("reverse") && !two.has("follow") && two.value("number") == "20")
    }

    @Test func optionsStandAnywhere() throws {
        let parsed = try SampleTable.run("--at", "5", "-L", "a.evlog", "project", "--json", "recents")
        #expect(parsed.verbName == "project")
        #expect(parsed.value("log") == "a.evlog")
        #expect(parsed.value("at") == "5")
        #expect(parsed.argument("TABLE") == "recents")
        #expect(parsed.has("json"))
    }

    @Test func twoMinusSignsEndOptions() throws {
        let parsed = try SampleTable.run("show", "--", "--at")
        #expect(parsed.argument("POS") == "--at")
        #expect(try SampleTable.run("record", "view", "--", "-h").argument("PHOTO") == "-h")
        #expect(SampleTable.failure("show", "--", "a", "--json")?.code == UsageError.argumentExtra)
    }

    @Test func aMinusBeforeADigitIsANumber() throws {
        #expect(try SampleTable.run("project", "--at", "-1").value("at") == "-1")
        #expect(try SampleTable.run("show", "-1").argument("POS") == "-1")
        #expect(try SampleTable.run("log", "-10..-1").argument("RANGE") == "-10..-1")
        #expect(try SampleTable.run("log", "-n", "-5").value("number") == "-5")
    }

    @Test func oneMinusIsAValue() throws {
        #expect(try SampleTable.run("record", "view", "-").argument("PHOTO") == "-")
        #expect(try SampleTable.run("info", "--log", "-").value("log") == "-")
    }

    @Test func nothingIsAbbreviated() {
        #expect(SampleTable.failure("project", "--lim", "5")?.code == UsageError.optionUnknown)
        #expect(SampleTable.failure("proj")?.code == UsageError.verbUnknown)
        #expect(SampleTable.failure("recents")?.code == UsageError.verbUnknown)
    }

    @Test func aSingleOptionTwiceIsAnError() throws {
        let error = SampleTable.failure("project", "--at", "1", "--at=2")
        #expect(error?.code == UsageError.optionTwice)
        #expect(error?.message == "--at is given twice: \"1\" and \"2\"")
        #expect(SampleTable.failure("log", "-r", "--reverse")?.code == UsageError.optionTwice)
        #expect(SampleTable.failure("info", "--stream", "a", "--user", "b")?.code == UsageError.optionTwice)
        #expect(try SampleTable.run("log", "--type", "a", "--type=b").values("type") == ["a", "b"])
    }

    @Test func otherSpellingsAreTheSameOption() throws {
        #expect(try SampleTable.run("info", "--user", "alice").value("stream") == "alice")
        #expect(try SampleTable.run("info", "-u", "alice").value("stream") == "alice")
        #expect(try SampleTable.run("info", "-s", "alice").value("stream") == "alice")
    }

    @Test func missingValuesAreErrorsThatNameTheForm() {
        let atEnd = SampleTable.failure("project", "--at")
        #expect(atEnd?.code == UsageError.valueMissing)
        #expect(atEnd?.details == ["accepted: --at POS"])
        let beforeOption = SampleTable.failure("project", "--at", "--json")
        #expect(beforeOption?.code == UsageError.valueMissing)
        #expect(beforeOption?.details.last == "a value that begins with a minus sign: --at=--json")
        #expect(SampleTable.failure("log", "-n")?.code == UsageError.valueMissing)
        #expect(SampleTable.failure("log", "-n=5")?.code == UsageError.valueMissing)
    }

    @Test func flagsTakeNoValue() {
        #expect(SampleTable.failure("info", "--json=yes")?.code == UsageError.valueExtra)
        #expect(SampleTable.failure("log", "-r=yes")?.code == UsageError.valueExtra)
    }

    @Test func valuesOfAChoiceAreChecked() throws {
        #expect(try SampleTable.run("info", "--color", "never").value("color") == "never")
        let error = SampleTable.failure("info", "--color", "alway")
        #expect(error?.code == UsageError.valueUnknown)
        #expect(error?.details == ["accepted: auto, always, never"])
        #expect(error?.candidates == ["always"])
    }

    @Test func unknownOptionsNameTheNearest() {
        let error = SampleTable.failure("project", "--limt", "5")
        #expect(error?.code == UsageError.optionUnknown)
        #expect(error?.argument == "--limt")
        #expect(error?.candidates == ["--limit"])
        #expect(SampleTable.failure("log", "-rx")?.message == "no option named \"-x\"")
        #expect(SampleTable.failure("log", "-x")?.next == "evtool log --help")
    }

    @Test func optionsOfOtherVerbsNameTheirVerbs() {
        let error = SampleTable.failure("info", "--at", "5")
        #expect(error?.code == UsageError.optionNotHere)
        #expect(error?.message == "info has no option --at")
        #expect(error?.details == ["verbs that have it: project"])
        #expect(
            SampleTable.failure("info", "--vacation", "x")?.details == ["verbs that have it: record visit"])
    }

    @Test func unknownVerbsNameTheNearestCommand() {
        let error = SampleTable.failure("porject", "recents", "--at", "5")
        #expect(error?.code == UsageError.verbUnknown)
        #expect(error?.candidates == ["project"])
        #expect(error?.next == "evtool project recents")
        let far = SampleTable.failure("zzzzzz")
        #expect(far?.candidates == [])
        #expect(far?.details == ["accepted: record, info, log, show, project, diff"])
    }

    @Test func wordsFromOtherToolsAreTranslated() {
        #expect(SampleTable.failure("tail")?.next == "evtool log -f")
        #expect(SampleTable.failure("FSCK")?.next == "evtool verify")
        #expect(SampleTable.failure("cat")?.candidates == ["log"])
    }

    @Test func subverbsAreVerbsOfTheirOwn() throws {
        let parsed = try SampleTable.run("record", "visit", "p.json", "--vacation", "Europe", "--key", "k")
        #expect(parsed.verbName == "record visit")
        #expect(parsed.value("vacation") == "Europe")
        #expect(parsed.value("key") == "k")
        #expect(SampleTable.failure("record")?.details == ["accepted: view, visit"])
        let error = SampleTable.failure("record", "vist", "p.json")
        #expect(error?.code == UsageError.verbMissing)
        #expect(error?.next == "evtool record visit p.json")
        #expect(SampleTable.failure("record", "view", "p", "--vacation=x")?.code == UsageError.optionNotHere)
    }

    @Test func argumentsAreCounted() throws {
        #expect(SampleTable.failure("show")?.message == "show needs POS")
        #expect(SampleTable.failure("show", "1", "2")?.message == "show takes no argument \"2\"")
        #expect(try SampleTable.run("project").argument("TABLE") == nil)
        #expect(SampleTable.failure("project", "recents", "tags")?.code == UsageError.argumentExtra)
    }

    @Test func rangesFindTheirArgument() throws {
        let parsed = try SampleTable.run("diff", "recents", "tags", "5..9")
        #expect(parsed.arguments("TABLE") == ["recents", "tags"])
        #expect(parsed.argument("RANGE") == "5..9")
        #expect(parsed.positionals == ["recents", "tags", "5..9"])
        #expect(try SampleTable.run("diff", "5..", "tags").arguments("TABLE") == ["tags"])
        #expect(try SampleTable.run("log").argument("RANGE") == nil)
        #expect(try SampleTable.run("log", "5").argument("RANGE") == "5")
        #expect(SampleTable.failure("log", "5", "6")?.code == UsageError.argumentExtra)
        #expect(SampleTable.failure("diff")?.message == "diff needs RANGE")
    }

    @Test func aLogAsArgumentIsAnsweredWithTheRightCommand() {
        let error = SampleTable.failure("info", "my log.evlog", "--streams")
        #expect(error?.code == UsageError.argumentExtra)
        #expect(error?.next == "evtool info --streams --log 'my log.evlog'")
        #expect(SampleTable.failure("a.evlog", "info")?.next == "evtool info --log a.evlog")
    }

    @Test func numbersAreCheckedAgainstTheirRange() throws {
        let parsed = try SampleTable.run("project", "--limit", "12")
        #expect(try parsed.integer("limit") == 12)
        #expect(try SampleTable.run("project").integer("limit") == nil)
        for text in ["x", "+5", "-1", "1_000", "99999999999999999999", ""] {
            let parsed = try SampleTable.run("project", "--limit=\(text)")
            let error = #expect(throws: ToolError.self) { try parsed.integer("limit") }
            #expect(error?.code == UsageError.numberBad)
        }
        let error = #expect(throws: ToolError.self) { try parsed.integer("limit", in: 1...10) }
        #expect(error?.details == ["accepted: a whole number from 1 to 10"])
    }

    @Test func undeclaredNamesAreProgrammingErrors() async {
        await #expect(processExitsWith: .failure) { _ = try SampleTable.run("info").value("at") }
        await #expect(processExitsWith: .failure) { _ = try SampleTable.run("info").argument("TABLE") }
    }

    @Test func helpAndVersionWinOverErrors() throws {
        func help(_ words: String...) throws -> ([String], Bool)? {
            guard case .help(let topic, let isFull) = try SampleTable.parser.parse(words) else { return nil }
            return (topic, isFull)
        }
        #expect(try help()?.0 == [] && help()?.1 == false)
        #expect(try help("-h")?.1 == false)
        #expect(try help("project", "--bogus", "--help")?.0 == ["project"])
        #expect(try help("project", "--help")?.1 == true)
        #expect(try help("record", "visit", "-h")?.0 == ["record", "visit"])
        #expect(try help("help", "project")?.0 == ["project"])
        #expect(try help("help", "project")?.1 == true)
        #expect(try help("help", "E-VALUE-MISSING")?.0 == ["E-VALUE-MISSING"])
        guard case .version = try SampleTable.parser.parse(["--version"]) else {
            Issue.record("no version")
            return
        }
        #expect(SampleTable.failure("--json")?.code == UsageError.verbMissing)
    }

    @Test func randomWordsNeverTrap() throws {
        let words = [
            "project", "log", "record", "view", "diff", "--at", "--at=", "--", "-", "-1", "-n", "-rfn", "-h",
            "--json", "5..9", "..", "a.evlog", "--stream", "-u", "--user=x", "é", "e\u{301}", "--é", "-é",
            "\u{202E}", "", " ", "--=", "-=", "--color", "always", "help", "tail", "-L", "-5..", "\0", "👩‍🚀",
        ]
        let letters = Array("-=. 0naLhr\u{301}é/")
        let seed: UInt64 = 20_260_302
        var random = SplitMix64(seed: seed)
        var outcomes: Set<String> = []
        for round in 0..<20_000 {
            let line = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? words[Int.random(in: 0..<words.count, using: &random)]
                    : String(
                        (0..<Int.random(in: 0...5, using: &random)).map { _ in
                            letters[Int.random(in: 0..<letters.count, using: &random)]
                        })
            }
            do throws(ToolError) {
                switch try SampleTable.parser.parse(line) {
                case .run(let parsed):
                    outcomes.insert("run")
                    // What was accepted is there to be read, and nothing was lost.
                    for argument in parsed.verb.arguments where !argument.isOptional {
                        #expect(
                            parsed.argument(argument.name) != nil, "seed \(seed), round \(round): \(line)")
                    }
                    let given = parsed.verb.arguments.flatMap { parsed.arguments($0.name) }
                    #expect(given.count == parsed.positionals.count, "seed \(seed), round \(round): \(line)")
                case .help: outcomes.insert("help")
                case .version: outcomes.insert("version")
                }
            } catch {
                outcomes.insert(error.code.name)
                #expect(error.exit == .usage)
                #expect(!error.message.isEmpty)
                #expect(error.lines(program: "evtool").allSatisfy(isHarmless), "seed \(seed), round \(round)")
            }
        }
        #expect(outcomes.count >= 10, "the generator reaches too few outcomes: \(outcomes.sorted())")
    }
}

/// Whether a line holds nothing that could act on a terminal.
func isHarmless(_ line: String) -> Bool {
    line.unicodeScalars.allSatisfy { scalar in
        let value = scalar.value
        return value >= 0x20 && !(0x7F...0x9F).contains(value) && !(0x200B...0x200F).contains(value)
            && !(0x2028...0x202E).contains(value) && !(0x2060...0x206F).contains(value)
            && !(0xE0000...0xE007F).contains(value)
    }
}
