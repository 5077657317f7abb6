import Foundation
import Testing

/// Every rule of the domain, and every report that the product answers, has a test that names it.
struct NamedRuleTests {
    /// Reports of what other event stores get wrong: ordering, idempotency, checkpoints, replay, reading,
    /// durability, time, export and output.
    private static let storeReports = """
        C1 C2 C3 C5 C6 C7 C8 C9 C10 C11 C13 C14 C15 C16 C17 C19 C20 C21 C23 C24 C25 C26 C27 C28 C29 C30 C31 C32
        C33 C35 C36 C38 C39 C40 C43 C44 C45 C46 C47 C48 C49 C51 C54 C55 C56 C58
        """

    /// Reports of what other photo and history apps get wrong.
    private static let appReports = """
        R1 R2 R3 R6 R7 R9 R10 R11 T1 T2 T4 T5 T6 T8 T9 U1 U4 U5 P1 P2 P3 P5 H1 H3 H4 H5 H7
        E1 E2 E3 E5 E8 E9 E10 E11 D1 D2 D3 D5 V1
        """

    /// The sections of domain rules, each with the number of its last rule; 0 where rules have no numbers.
    private static let sections = [
        ("1.1", 0), ("1.2", 0), ("1.3", 13), ("1.4", 7), ("1.5", 0), ("1.6", 13), ("1.7", 8), ("1.8", 13),
        ("1.9", 6), ("1.10", 10), ("1.11", 0),
    ]

    private static let wanted: [String] = {
        let reports = (storeReports + " " + appReports).split(whereSeparator: \.isWhitespace).map(String.init)
        let rules = sections.flatMap { section, last in
            last == 0 ? [section] : (1...last).map { "\(section).\($0)" }
        }
        return reports + rules
    }()

    @Test("each id of a rule or a report stands in the name of a test")
    func everyIDIsNamed() throws {
        let names = try Self.displayNames()
        #expect(names.count > 500, "the sources of the tests are read")
        var words: Set<String> = []
        for name in names {
            let parts = name.split { !($0.isLetter || $0.isNumber || $0 == ".") }
            for part in parts { words.insert(part.trimmingCharacters(in: ["."])) }
        }
        let missing = Self.wanted.filter { !words.contains($0) }
        #expect(missing == [])
    }

    /// The names that tests and suites show: the text of their attribute, or a function's name in backticks.
    private static func displayNames() throws -> [Substring] {
        let folder = Sample.repository + "/Tests"
        let attribute = /@(?:Test|Suite)\(\s*"((?:[^"\\]|\\.)*)"/
        let quoted = /func `([^`]*)`/
        var names: [Substring] = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder) where path.hasSuffix(".swift")
        {
            let text = try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
            names += text.matches(of: attribute).map { $0.1 }
            names += text.matches(of: quoted).map { $0.1 }
        }
        return names
    }
}
