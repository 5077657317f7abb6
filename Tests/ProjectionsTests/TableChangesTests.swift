import TestSupport
import Testing

@testable import Projections

@Suite("Changes of tables with sections")
struct TableChangesTests {
    private static let shown = ShownTable(
        "rows", base: Table(1, "rows"), columns: ["section", "value"], keyParts: ["key"],
        groupColumn: "section",
        needsSource: false)

    /// A table written as sections of rows: `("a", ["x", "y=2"])`; what follows the sign is the row's value.
    private func table(_ sections: [(String, [String])]) throws -> SectionedTable {
        var rows: [RenderedRow] = []
        for (section, texts) in sections {
            for (index, text) in texts.enumerated() {
                let parts = text.split(separator: "=").map(String.init)
                rows.append(
                    RenderedRow(
                        key: [parts[0]], columns: [.text(section), .text(parts.count > 1 ? parts[1] : "")],
                        rank: index + 1, since: 1, source: 0, keptKey: RowKey(), sort: SortKey()))
            }
        }
        return try SectionedTable(rows, of: Self.shown, sections: sections.map { [$0.0] })
    }

    /// The changes in the form of a few words.
    private func words(_ changes: TableChanges) -> [String] {
        var words = changes.sectionDeletions.map { "-\($0)" }
        words += changes.sectionInsertions.map { "+\($0.index)" }
        words += changes.sectionMoves.map { "\($0.from)>\($0.to)" }
        words += changes.rowDeletions.map { "-\($0)" }
        words += changes.rowInsertions.map { "+\($0.index)" }
        words += changes.rowMoves.map { "\($0.from)>\($0.to)" }
        return words + changes.rowReloads.map { "~\($0.index)" }
    }

    private func check(
        _ old: [(String, [String])], _ new: [(String, [String])], _ expected: [String],
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let (old, new) = (try table(old), try table(new))
        let changes = TableChanges(from: old, to: new)
        #expect(words(changes) == expected, sourceLocation: location)
        #expect(try changes.apply(to: old) == new, sourceLocation: location)
    }

    @Test("rows: deletions count in the old table, insertions in the new one")
    func rows() throws {
        try check([("a", ["p", "q", "r"])], [("a", ["q", "s", "r", "t"])], ["-0.0", "+0.1", "+0.3"])
    }

    @Test("sections: theirs are not named row by row")
    func sections() throws {
        try check(
            [("a", ["p"]), ("b", ["q", "r"]), ("c", ["s"])],
            [("b", ["q"]), ("c", ["s"]), ("d", ["t", "u"])],
            ["-0", "+2", "-1.1"])
    }

    @Test("rows that change their order: as few as can be move")
    func rowMoves() throws {
        try check([("a", ["p", "q", "r", "s"])], [("a", ["s", "p", "q", "r"])], ["0.3>0.0"])
        try check([("a", ["p", "q", "r"])], [("a", ["q", "r", "p"])], ["0.0>0.2"])
    }

    @Test("a row moves between sections that stay, and shows its new section")
    func acrossSections() throws {
        try check(
            [("a", ["p", "q"]), ("b", ["r"])], [("a", ["q"]), ("b", ["p", "r"])], ["0.0>1.0", "~1.0"])
    }

    @Test("no row moves out of a section that goes, or into one that comes")
    func acrossLostSections() throws {
        try check([("a", ["p"]), ("b", ["q"])], [("b", ["p", "q"])], ["-0", "+0.0"])
        try check([("a", ["p", "q"])], [("a", ["q"]), ("b", ["p"])], ["+1", "-0.0"])
    }

    @Test("a section moves as it is, or goes and comes where its rows differ too")
    func sectionMoves() throws {
        try check(
            [("a", ["p"]), ("b", ["q"]), ("c", ["r"])], [("c", ["r=1"]), ("a", ["p"]), ("b", ["q"])],
            ["2>0", "~0.0"])
        try check(
            [("a", ["p"]), ("b", ["q"]), ("c", ["r"])], [("c", ["r", "s"]), ("a", ["p"]), ("b", ["q"])],
            ["-2", "+0"])
    }

    @Test("a row that shows something else is reloaded where it comes to stand")
    func reloads() throws {
        try check([("a", ["p", "q", "r=1"])], [("a", ["r=2", "q"])], ["-0.0", "0.2>0.0", "~0.0"])
    }

    @Test("nothing changes nothing; empty sections stay")
    func nothing() throws {
        try check([("a", []), ("b", ["p"])], [("a", []), ("b", ["p"])], [])
        try check([], [], [])
        try check([], [("a", [])], ["+0"])
        try check([("a", [])], [], ["-0"])
    }

    @Test("keys are compared byte for byte")
    func bytes() throws {
        try check([("a", ["\u{e9}"])], [("a", ["e\u{301}"])], ["-0.0", "+0.0"])
        try check([("\u{e9}", ["p"])], [("e\u{301}", ["p"])], ["-0", "+0"])
    }

    @Test("changes that were made for another table are an error, not a crash")
    func otherTable() throws {
        let full = try table([("a", ["p", "q"]), ("b", ["r"])])
        let empty = try table([])
        let cases = [
            TableChanges(from: full, to: empty),
            TableChanges(from: full, to: try table([("a", ["q", "p"]), ("b", ["r"])])),
            TableChanges(from: full, to: try table([("a", ["p", "q=1"]), ("b", ["r"])])),
            TableChanges(from: full, to: try table([("b", ["r"]), ("a", ["p", "q"])])),
            TableChanges(from: full, to: try table([("a", ["p", "q"]), ("b", ["r"]), ("c", [])])),
            TableChanges(from: full, to: try table([("a", ["p", "q", "s"]), ("b", ["r"])])),
        ]
        for changes in cases {
            let error = #expect(throws: SectionError.self) { _ = try changes.apply(to: empty) }
            #expect(error?.code == .changesDoNotFit)
        }
    }

    @Test("random tables: the changes lead from each to each", arguments: 0..<10)
    func random(batch: Int) throws {
        for seed in UInt64(batch * 100)..<UInt64(batch * 100 + 100) {
            var random = SeededNumbers(state: seed)
            let (old, new) = (try randomTable(&random), try randomTable(&random))
            let changes = TableChanges(from: old, to: new)
            #expect(try changes.apply(to: old) == new, "seed \(seed)")
            #expect(changes.isEmpty == (old == new), "seed \(seed)")
            #expect(changes.rowDeletions == changes.rowDeletions.sorted(), "seed \(seed)")
            #expect(changes.rowMoves.map(\.to) == changes.rowMoves.map(\.to).sorted(), "seed \(seed)")
            let reloads = changes.rowReloads.map(\.index)
            #expect(reloads == reloads.sorted(), "seed \(seed)")
            try checkViewRules(changes, seed)
        }
    }

    /// What table views refuse: rows named in sections that go or come, and rows or sections named twice.
    private func checkViewRules(_ changes: TableChanges, _ seed: UInt64) throws {
        let gone = Set(changes.sectionDeletions + changes.sectionMoves.map(\.from))
        let come = Set(changes.sectionInsertions.map(\.index) + changes.sectionMoves.map(\.to))
        let from = changes.rowDeletions + changes.rowMoves.map(\.from)
        let to = changes.rowInsertions.map(\.index) + changes.rowMoves.map(\.to)
        #expect(gone.count == changes.sectionDeletions.count + changes.sectionMoves.count, "seed \(seed)")
        #expect(come.count == changes.sectionInsertions.count + changes.sectionMoves.count, "seed \(seed)")
        #expect(Set(from).count == from.count && Set(to).count == to.count, "seed \(seed)")
        #expect(!from.contains { gone.contains($0.section) }, "seed \(seed)")
        #expect(!to.contains { come.contains($0.section) }, "seed \(seed)")
    }

    private func randomTable(_ random: inout SeededNumbers) throws -> SectionedTable {
        let names = ["a", "b", "c", "d"].filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
        var sections = names.map { ($0, [String]()) }
        if Bool.random(using: &random) { sections.shuffle(using: &random) }
        var keys = (1...9).map(String.init)
        if Bool.random(using: &random) { keys.shuffle(using: &random) }
        for key in keys where !sections.isEmpty && Int.random(in: 0..<4, using: &random) > 0 {
            let usual = (Int(key) ?? 0) % sections.count
            let isUsual = Int.random(in: 0..<3, using: &random) > 0
            let section = isUsual ? usual : Int.random(in: sections.indices, using: &random)
            sections[section].1.append("\(key)=\(Int.random(in: 0...1, using: &random))")
        }
        return try table(sections)
    }

    @Test("what stays is a longest rise", arguments: 0..<50)
    func longestRise(seed: UInt64) {
        var random = SeededNumbers(state: seed)
        let numbers = (0..<8).shuffled(using: &random).filter { _ in Bool.random(using: &random) }
        let found = LongestRise.indices(in: numbers)
        #expect(found == found.sorted())
        #expect(found.map { numbers[$0] } == found.map { numbers[$0] }.sorted())
        var longest = 0
        for choice in 0..<(1 << numbers.count) {
            let chosen = numbers.indices.filter { choice >> $0 & 1 == 1 }.map { numbers[$0] }
            if chosen == chosen.sorted() { longest = max(longest, chosen.count) }
        }
        #expect(found.count == longest, "seed \(seed)")
    }

    @Test("a table without groups is one section, which stays")
    func withoutGroups() throws {
        let shown = ShownTable(
            "plain", base: Table(1, "plain"), columns: [], keyParts: ["key"], needsSource: false)
        let row = RenderedRow(
            key: ["p"], columns: [], rank: 1, since: 1, source: 0, keptKey: RowKey(), sort: SortKey())
        let (full, empty) = (SectionedTable([row], of: shown), SectionedTable([], of: shown))
        #expect(try empty.rowCount(in: 0) == 0)
        #expect(words(TableChanges(from: full, to: empty)) == ["-0.0"])
        #expect(try TableChanges(from: empty, to: full).apply(to: empty) == full)
    }
}

/// SplitMix64: the same numbers for the same seed on every machine.
private struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
