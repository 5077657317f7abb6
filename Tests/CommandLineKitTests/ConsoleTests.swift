import CommandLineKit
import Platform
import Synchronization
import Testing

@Suite struct ConsoleTests {
    final class Clock: Sendable {
        private let moment = Mutex<Int64>(0)

        var now: Int64 {
            get { moment.withLock { $0 } }
            set { moment.withLock { $0 = newValue } }
        }
    }

    /// A console in memory with its two sinks.
    struct Setup {
        let output = ByteSink.memory()
        let errors = ByteSink.memory()
        let clock = Clock()
        let console: Console

        init(
            _ settings: Console.Settings = .init(), terminal: Bool = false, columns: Int = 40,
            isUTF8: Bool = true, environment: [String: String] = [:]
        ) {
            let clock = clock
            console = Console(
                program: "evtool", settings: settings,
                terminal: TerminalInfo(
                    isInputTerminal: terminal, isOutputTerminal: terminal, isErrorTerminal: terminal,
                    columns: columns, isUTF8: isUTF8),
                output: output, errors: errors, environment: { environment[$0] },
                monotonicMilliseconds: { clock.now })
        }
    }

    @Test func answersAndNotesGoToTheirStreams() {
        let setup = Setup()
        setup.console.print("answer \u{1B}[2J")
        #expect(setup.output.text == "")
        setup.console.note("note \u{202E}")
        #expect(setup.console.finish(.no) == .no)
        #expect(setup.output.text == "answer \\u{1B}[2J\n")
        #expect(setup.errors.text == "note \\u{202E}\n")
    }

    @Test func answersAreWrittenInLargePieces() {
        let setup = Setup()
        setup.console.print(String(repeating: "x", count: Console.bufferSize - 2))
        #expect(setup.output.bytes.isEmpty)
        setup.console.print("y")
        #expect(setup.output.bytes.count == Console.bufferSize + 1)
        setup.console.print("z")
        setup.console.flush()
        #expect(setup.output.text.hasSuffix("y\nz\n"))
    }

    @Test(
        arguments: [
            (OutputChoice.auto, true, [:], true), (.auto, false, [:], false), (.always, false, [:], true),
            (.never, true, ["FORCE_COLOR": "1"], false), (.auto, true, ["NO_COLOR": "1"], false),
            (.auto, true, ["NO_COLOR": ""], true), (.always, true, ["NO_COLOR": "1", "TERM": "dumb"], true),
            (.auto, true, ["NO_COLOR": "1", "FORCE_COLOR": "1"], false),
            (.auto, false, ["FORCE_COLOR": "1"], true),
            (.auto, true, ["FORCE_COLOR": "0"], false), (.auto, true, ["TERM": "dumb"], false),
            (.auto, false, ["TERM": "dumb", "FORCE_COLOR": "1"], false),
        ] as [(OutputChoice, Bool, [String: String], Bool)])
    func colourFollowsOptionEnvironmentAndTerminal(
        choice: OutputChoice, terminal: Bool, environment: [String: String], isColored: Bool
    ) {
        let setup = Setup(.init(color: choice), terminal: terminal, environment: environment)
        setup.console.print(StyledText("+", .good))
        _ = setup.console.finish(.yes)
        #expect(setup.console.isColored == isColored)
        #expect(setup.output.text == (isColored ? "\u{1B}[32m+\u{1B}[0m\n" : "+\n"))
    }

    @Test func machineOutputIsNeverColouredOrCut() {
        for mode in [OutputMode.plain, .json] {
            let console = Setup(.init(mode: mode, color: .always), terminal: true, isUTF8: false).console
            #expect(!console.isColored)
            #expect(console.cutWidth == nil)
            #expect(console.marks == .unicode)
        }
    }

    @Test func marksAndCutsDependOnTheTerminalAlone() {
        #expect(Setup(terminal: true, isUTF8: false).console.marks == .ascii)
        #expect(Setup(terminal: true, isUTF8: true).console.marks == .unicode)
        #expect(Setup(terminal: false, isUTF8: false).console.marks == .unicode)
        #expect(Setup(terminal: true).console.cutWidth == 40)
        #expect(Setup(terminal: false).console.cutWidth == nil)
    }

    @Test func tablesFollowTheMode() {
        var table = TextTable([.number("n"), .freeText("title")])
        table.append(["1", "a\ttitle that is longer than the terminal is wide"])
        let human = Setup(terminal: true, environment: ["TERM": "dumb"])
        human.console.print(table)
        _ = human.console.finish(.yes)
        #expect(human.output.text == "n  title\n1  a\\ttitle that is longer than the ter…\n")
        let plain = Setup(.init(mode: .plain), terminal: true)
        plain.console.print(table)
        _ = plain.console.finish(.yes)
        #expect(
            plain.output.text == "n\ttitle\n1\ta\\ttitle that is longer than the terminal is wide\n")
    }

    @Test func errorsFollowTheMode() {
        let error = UsageError.error(UsageError.helpUnknown, "no help on \"x\"", value: "x")
        let human = Setup()
        human.console.print("before")
        human.console.report(error)
        #expect(human.output.text == "before\n")
        #expect(human.errors.text == "evtool: no help on \"x\" [E-HELP-UNKNOWN]\n")
        let json = Setup(.init(mode: .json))
        json.console.report(error)
        #expect(json.errors.text == error.jsonLine.text + "\n")
    }

    @Test func aFailedWriteEndsWith74AndIsTold() {
        let errors = ByteSink.memory()
        let full = PlatformError(code: .noSpace, operation: "write", path: "to the standard output")
        let console = Console(
            program: "evtool", terminal: TerminalInfo(), output: .failing(full), errors: errors)
        console.print("answer")
        console.flush()
        #expect(console.outputFailure?.code == .noSpace)
        console.print("more")
        #expect(console.finish(.yes) == .inputOutput)
        #expect(
            errors.text == """
                evtool: cannot write to the standard output: no space is left [E-OUTPUT-FAILED]
                  the answer is not complete\n
                """)
    }

    @Test func aClosedPipeEndsQuietly() async {
        let errors = ByteSink.memory()
        let closed = PlatformError(code: .closedPipe, operation: "write", path: nil)
        let console = Console(
            program: "evtool", terminal: TerminalInfo(), output: .failing(closed), errors: errors)
        console.print("answer")
        #expect(console.finish(.yes) == .closedPipe)
        #expect(errors.text == "")
        await #expect(processExitsWith: .signal(13)) {
            Signals.ignoreClosedPipes()
            try ChildScenarios.closeReaderOfOutput()
            let console = Console(program: "evtool", terminal: TerminalInfo())
            console.print("answer")
            _ = console.finish(.yes)
        }
    }

    @Test("a note stands after what was printed before it", arguments: [false, true])
    func notesKeepTheirPlace(onTerminal: Bool) {
        let both = ByteSink.memory()
        let console = Console(
            program: "evtool",
            terminal: TerminalInfo(
                isInputTerminal: onTerminal, isOutputTerminal: onTerminal, isErrorTerminal: onTerminal,
                columns: 80, isUTF8: true),
            output: both, errors: both)
        console.note("before")
        console.print("answer")
        console.note("after")
        console.print("more")
        #expect(console.finish(.yes) == .yes)
        #expect(both.text == "before\nanswer\nafter\nmore\n")
    }

    @Test func questionsNeedATerminal() throws {
        let setup = Setup()
        let error = #expect(throws: ToolError.self) {
            try setup.console.confirm("Replace 3 rows?", flag: "--yes", readLine: { "y" })
        }
        #expect(error?.code == UsageError.answerNeeded)
        #expect(error?.argument == "--yes")
        for (answer, expected) in [("y", true), ("YES", true), ("n", false), ("", false), ("yess", false)] {
            let setup = Setup(terminal: true)
            #expect(
                try setup.console.confirm("Replace?", flag: "--yes", readLine: { answer }) == expected)
            #expect(setup.errors.text == "Replace? [y/N] ")
        }
        #expect(try !Setup(terminal: true).console.confirm("?", flag: "--yes", readLine: { nil }))
    }

    // MARK: Progress

    @Test func progressShowsAfterASecondAndGoesAgain() {
        let setup = Setup(terminal: true, columns: 60)
        let progress = Progress(setup.console, "replaying", total: 200)
        progress.update(1)
        setup.clock.now = 999
        progress.update(50)
        #expect(setup.errors.text == "")
        setup.clock.now = 1000
        progress.update(100)
        setup.clock.now = 1050
        progress.update(101)
        let shown = "\rreplaying 100 of 200 (50%), 100/s, 1 s left"
        #expect(setup.errors.text == shown)
        setup.console.note("a note")
        let blanks = String(repeating: " ", count: shown.utf8.count - 1)
        #expect(setup.errors.text == "\(shown)\r\(blanks)\ra note\n")
        setup.clock.now = 1250
        progress.update(200)
        progress.finish()
        let last = "\rreplaying 200 of 200 (100%), 160/s"
        #expect(
            setup.errors.text.hasSuffix(
                last + "\r" + String(repeating: " ", count: last.utf8.count - 1) + "\r"))
        #expect(!setup.errors.text.contains("\u{1B}"))
    }

    @Test func aPassThatBeginsAgainHasItsOwnRate() {
        let setup = Setup(terminal: true, columns: 80)
        let progress = Progress(setup.console, "reading event")
        setup.clock.now = 2000
        progress.update(1_000_000, of: 2_000_000)
        setup.clock.now = 3000
        progress.update(1000, of: 10_000_000)
        setup.clock.now = 4000
        progress.update(2000, of: 10_000_000)
        let lines = setup.errors.text.split(separator: "\r").map {
            String(String($0.reversed().drop { $0 == " " }.reversed()))
        }
        #expect(
            lines == [
                "reading event 1000000 of 2000000 (50%), 500000/s, 2 s left",
                "reading event 1000 of 10000000 (0%)",
                "reading event 2000 of 10000000 (0%), 2000/s, 1 h 23 min left",
            ])
    }

    @Test func progressNeedsTerminalsUnlessAskedFor() {
        for (choice, terminal, shows) in [
            (OutputChoice.auto, false, false), (.never, true, false), (.always, false, true),
        ] {
            let setup = Setup(.init(progress: choice), terminal: terminal)
            let progress = Progress(setup.console, "counting")
            setup.clock.now = 2000
            progress.update(7)
            progress.finish()
            #expect(setup.errors.text == (shows ? "counting 7, 3/s\n" : ""))
        }
    }

    @Test func progressNeverBreaksTheLine() {
        let setup = Setup(terminal: true, columns: 20)
        let progress = Progress(setup.console, "reading a file with a long name", total: 10)
        setup.clock.now = 5000
        progress.update(1)
        #expect(setup.errors.text == "\rreading a file wit…")
    }
}
