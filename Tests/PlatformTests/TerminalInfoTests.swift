import Foundation
import Testing

@testable import Platform

@Suite struct TerminalInfoTests {
    @Test(arguments: [
        (["LC_ALL": "C", "LANG": "en_GB.UTF-8"], false),
        (["LC_ALL": "", "LC_CTYPE": "de_DE.utf8", "LANG": "C"], true),
        (["LANG": "C.UTF-8"], true), (["LANG": "POSIX"], false), ([:], false),
    ])
    func localeDecidesInTheOrderOfPOSIX(environment: [String: String], isUTF8: Bool) {
        #expect(TerminalInfo.isUTF8 { environment[$0] } == isUTF8)
    }

    @Test func widthComesFromTheVariableThenTheTerminal() {
        #expect(TerminalInfo.columns(environment: "120", terminal: 90) == 120)
        #expect(TerminalInfo.columns(environment: "wide", terminal: 90) == 90)
        #expect(TerminalInfo.columns(environment: "-5", terminal: nil) == 80)
        #expect(TerminalInfo.columns(environment: nil, terminal: 3) == 80)
    }

    @Test func aPipeIsNoTerminal() async {
        await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let info = TerminalInfo.current()
            exit(info.isOutputTerminal || TerminalInfo.isTerminal(1) ? 1 : 0)
        }
    }

    @Test func environmentIsReadAsItIs() async {
        await #expect(processExitsWith: .success) {
            SignalScenarios.setVariable("TRAVELOG_TEST_EMPTY", "")
            let values = [
                ProcessEnvironment.value("TRAVELOG_TEST_EMPTY") == "",
                ProcessEnvironment.nonEmptyValue("TRAVELOG_TEST_EMPTY") == nil,
                ProcessEnvironment.value("TRAVELOG_TEST_NONE") == nil,
            ]
            ProcessEnvironment.exit(values.allSatisfy { $0 } ? 0 : 1)
        }
    }
}
