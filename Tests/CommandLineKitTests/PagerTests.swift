import Foundation
import Platform
import Testing

@testable import CommandLineKit

@Suite struct PagerTests {
    func command(_ environment: [String: String]) -> String? {
        Pager.command(program: "evtool", environment: { environment[$0] })
    }

    @Test func theEnvironmentNamesThePager() {
        #expect(command(["EVTOOL_PAGER": "most", "PAGER": "more"]) == "most")
        #expect(command(["PAGER": "more"]) == "more")
        #expect(command([:]) == Pager.defaultCommand)
        #expect(command(["EVTOOL_PAGER": "", "PAGER": "more"]) == nil)
        #expect(command(["PAGER": "cat"]) == nil)
    }

    @Test func answersWaitUntilTheyOutgrowTheScreen() throws {
        var pager = Pager(command: "cat", rows: 3)
        let holdsTwo = pager.shouldHold(Array("a\nb\n".utf8))
        let holdsThree = pager.shouldHold(Array("a\nb\nc\n".utf8))
        #expect(holdsTwo && !holdsThree)
        var none = Pager(command: nil, rows: 3)
        let holdsOne = none.shouldHold(Array("a\n".utf8))
        let wrote = try none.write([1])
        #expect(!holdsOne && !wrote)
    }

    /// Runs a console on a terminal of three rows with `cat` under another name as its pager.
    static func page(lines: Int, allowsPager: Bool, mode: OutputMode = .human) {
        let console = Console(
            program: "evtool", settings: .init(mode: mode, color: .never, allowsPager: allowsPager),
            terminal: TerminalInfo(isOutputTerminal: true, isErrorTerminal: true, rows: 3),
            environment: { $0 == "EVTOOL_PAGER" ? "sed s/^/paged:/" : nil })
        for line in 0..<lines { console.print("\(line)") }
        console.note("note")
        exit(console.finish(.no).code)
    }

    @Test func tallAnswersGoThroughThePager() async {
        let result = await #expect(
            processExitsWith: .exitCode(1), observing: [\.standardOutputContent, \.standardErrorContent]
        ) {
            PagerTests.page(lines: 4, allowsPager: true)
        }
        let text1 = text(result?.standardOutputContent)
        #expect(text1.contains("paged:0\npaged:1\npaged:2\npaged:3\n"))
        let text2 = text(result?.standardErrorContent)
        #expect(text2.contains("note\n"))
    }

    @Test func shortAnswersAndMachineOutputDoNot() async {
        let short = await #expect(processExitsWith: .exitCode(1), observing: [\.standardOutputContent]) {
            PagerTests.page(lines: 2, allowsPager: true)
        }
        let text3 = text(short?.standardOutputContent)
        #expect(text3.contains("0\n1\n"))
        let text4 = text(short?.standardOutputContent)
        #expect(!text4.contains("paged"))
        let refused = await #expect(processExitsWith: .exitCode(1), observing: [\.standardOutputContent]) {
            PagerTests.page(lines: 9, allowsPager: false)
        }
        let text5 = text(refused?.standardOutputContent)
        #expect(!text5.contains("paged"))
        let plain = await #expect(processExitsWith: .exitCode(1), observing: [\.standardOutputContent]) {
            PagerTests.page(lines: 9, allowsPager: true, mode: .plain)
        }
        let text6 = text(plain?.standardOutputContent)
        #expect(!text6.contains("paged"))
    }

    @Test func aPagerThatLeavesEndsTheToolQuietly() async {
        await #expect(processExitsWith: .signal(SIGPIPE)) {
            let console = Console(
                program: "evtool", settings: .init(color: .never),
                terminal: TerminalInfo(isOutputTerminal: true, isErrorTerminal: true, rows: 3),
                environment: { $0 == "PAGER" ? "exec true" : nil })
            while console.outputFailure == nil { console.print("line") }
            _ = console.finish(.yes)
        }
    }

    private func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }
}
