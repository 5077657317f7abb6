import Forensics
import Testing

@Suite struct FindingTests {
    @Test("Severities rise from a note to damage")
    func severitiesRise() {
        #expect(Finding.Severity.allCases == Finding.Severity.allCases.sorted())
        #expect(Finding.Severity.derived < .damaged)
    }

    @Test func aKindNamesItsCheck() {
        let kind = FindingKind("container.page-number", .damaged, meaning: "a page carries another's number")
        #expect(kind.check == "container")
        #expect(Finding(kind, "page 7 says that it is page 9", page: 7).severity == .damaged)
    }
}
