import EventLog
import TestSupport
import Testing

@testable import Projections

/// What differs between two lists of rows.
@Suite("Differences of rows")
struct RowDiffTests {
    private static let plain = ShownTable(
        "plain", base: Table(1, "rows"), columns: ["value"], keyParts: ["key"], needsSource: false)
    private static let grouped = ShownTable(
        "grouped", base: Table(1, "rows"), columns: ["section", "value"], keyParts: ["key"],
        groupColumn: "section", needsSource: false)

    /// Rows written as `p=2@7`: key, value and `since`; a value or `since` left out is 0 or 1.
    private func rows(_ texts: [String]) -> [RenderedRow] {
        texts.enumerated().map { index, text in
            let parts = text.split(separator: "@")
            let pair = parts[0].split(separator: "=").map(String.init)
            return RenderedRow(
                key: [pair[0]], columns: [.text(pair.count > 1 ? pair[1] : "0")], rank: index + 1,
                since: parts.count > 1 ? UInt64(parts[1]) ?? 0 : 1)
        }
    }

    /// A difference in a few words.
    private func words(_ diff: RowDiff) -> [String] {
        diff.entries.map { entry in
            let fields = entry.fields.map { "\($0.name) \(text($0.before))>\(text($0.after))" }
            return (["\(entry.kind.rawValue) \(entry.keyText)"] + fields).joined(separator: ", ")
                + (entry.cause.map { " by \($0)" } ?? "")
        }
    }

    private func text(_ value: ColumnValue) -> String {
        switch value {
        case .text(let text): text
        case .integer(let number): "\(number)"
        default: "?"
        }
    }

    private func check(
        _ old: [String], _ new: [String], _ expected: [String], same: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let (old, new) = (rows(old), rows(new))
        let diff = RowDiff(from: old, to: new, of: Self.plain)
        #expect(words(diff) == expected, sourceLocation: sourceLocation)
        #expect(diff.sameCount == same, sourceLocation: sourceLocation)
        #expect(try diff.apply(to: old).map(Seen.init) == new.map(Seen.init), sourceLocation: sourceLocation)
    }

    @Test("a rank that others shifted is no difference")
    func passiveShifts() throws {
        try check(["p", "q", "r"], ["s@5", "p", "q", "r"], ["in s by 5"], same: 3)
        try check(["p", "q", "r"], ["q", "r"], ["out p"], same: 2)
        // As in a list of what was viewed last: one row to the front, one in, one out.
        try check(
            ["a", "b", "c", "d"], ["c@8", "e@7", "a", "b"],
            ["in e by 7", "out d", "moved c, rank 3>1, since 1>8 by 8"], same: 2)
    }

    @Test("a row with other values is changed in place, or moved among those that stayed")
    func changes() throws {
        try check(["p=1", "q", "r"], ["p=2@4", "q", "r"], ["changed p, value 1>2, since 1>4 by 4"], same: 2)
        try check(["p", "q"], ["q", "p=1@4"], ["moved p, rank 1>2, value 0>1, since 1>4 by 4"], same: 1)
        // Its rank shifted as the others' did, so it did not move; as it is listed anyway, its rank is told.
        try check(
            ["p", "q=1", "r"], ["s@4", "p", "q=2@5", "r"],
            ["in s by 4", "changed q, rank 2>3, value 1>2, since 1>5 by 5"], same: 2)
    }

    @Test("rows that change their order and nothing else moved, as few as can be, by no event of their own")
    func moves() throws {
        try check(["p", "q", "r", "s"], ["s", "p", "q", "r"], ["moved s, rank 4>1"], same: 3)
        try check(
            ["p", "q", "r", "s"], ["q", "r", "t@3", "p"], ["in t by 3", "out s", "moved p, rank 1>4"], same: 2
        )
    }

    @Test("two changed rows that changed places: one of them moved")
    func changedPlaces() throws {
        try check(
            ["p", "q"], ["q=1@2", "p=1@3"],
            [
                "changed p, rank 1>2, value 0>1, since 1>3 by 3",
                "moved q, rank 2>1, value 0>1, since 1>2 by 2",
            ],
            same: 0)
    }

    @Test("`since` alone is a difference, unless the lists are of different histories")
    func sinceAlone() throws {
        try check(["p", "q"], ["p@4", "q"], ["changed p, since 1>4 by 4"], same: 1)
        let diff = RowDiff(
            from: rows(["p", "q"]), to: rows(["p@4", "q=1@5"]), of: Self.plain, comparesSince: false)
        #expect(words(diff) == ["changed q, value 0>1 by 5"])
        #expect(diff.sameCount == 1)
    }

    @Test("keys are compared byte for byte, and sorted by their bytes")
    func keys() throws {
        try check(["\u{e9}"], ["e\u{301}"], ["in e\u{301} by 1", "out \u{e9}"], same: 0)
        try check([], ["b", "aa", "a", "B"], ["in B by 1", "in a by 1", "in aa by 1", "in b by 1"], same: 0)
    }

    @Test("what took a row away is told, and why")
    func departures() throws {
        let diff = RowDiff(
            from: rows(["p", "q"]), to: rows(["q"]), of: Self.plain,
            departure: { row in
                row.keyText == "p" ? RowDeparture(position: 9, reason: Reason("evicted")) : nil
            })
        #expect(words(diff) == ["out p by 9"])
        #expect(diff.entries[0].reason == Reason("evicted"))
    }

    @Test("differences of other rows are an error, not a crash")
    func misfits() throws {
        let diff = RowDiff(from: rows(["p", "q"]), to: rows(["q", "p", "r=1"]), of: Self.plain)
        for other in [[], ["p"], ["p", "q", "r"], ["x", "y"], ["q", "p@2"]] {
            let other = rows(other)
            let error = #expect(throws: SectionError.self) { _ = try diff.apply(to: other) }
            #expect(error?.code == .changesDoNotFit)
        }
    }

    @Test("a group that moves leaves its rows the same")
    func groups() throws {
        let table = ShownTable(
            "grouped", base: Table(1, "rows"), columns: [], keyParts: ["group", "key"], groupParts: 1,
            needsSource: false)
        func rows(_ keys: [String]) -> [RenderedRow] {
            var rows = keys.map { key in
                RenderedRow(key: key.map(String.init), columns: [], rank: 0, since: 1)
            }
            RenderedRow.rank(&rows, in: table)
            return rows
        }
        let (old, new) = (rows(["ap", "aq", "bp", "cp"]), rows(["bp", "bq", "ap", "aq", "dp"]))
        let diff = RowDiff(from: old, to: new, of: table)
        #expect(words(diff) == ["in b/q by 1", "in d/p by 1", "out c/p"])
        #expect(diff.movedGroups.count == 1 && diff.sameCount == 3)
        #expect(try diff.apply(to: old).map(Seen.init) == new.map(Seen.init))
        let swap = RowDiff(from: rows(["ap", "bp", "cp"]), to: rows(["cp", "ap", "bp"]), of: table)
        #expect(swap.movedGroups == [.init(key: ["c"], before: 3, after: 1)] && !swap.isEmpty)
    }

    @Test("random rows: each list is made of the other, and no smaller account would do", arguments: 0..<10)
    func random(batch: Int) throws {
        for seed in UInt64(batch * 200)..<UInt64(batch * 200 + 200) {
            var random = SplitMix64(seed: seed)
            for table in [Self.plain, Self.grouped] {
                let (old, new) = (randomRows(&random, table), randomRows(&random, table))
                let diff = RowDiff(from: old, to: new, of: table)
                #expect(try diff.apply(to: old).map(Seen.init) == new.map(Seen.init), "seed \(seed)")
                #expect(diff.isEmpty == (old.map(Seen.init) == new.map(Seen.init)), "seed \(seed)")
                checkAccount(diff, old, new, "seed \(seed)")
            }
        }
    }

    /// The counts add up, and every row whose values stayed and that kept its order among those is the same.
    private func checkAccount(_ diff: RowDiff, _ old: [RenderedRow], _ new: [RenderedRow], _ what: Comment) {
        #expect(diff.sameCount + diff.entries.count { $0.before != nil } == old.count, what)
        #expect(diff.sameCount + diff.entries.count { $0.after != nil } == new.count, what)
        let listed = Set(diff.entries.map(\.keyText))
        for entry in diff.entries where entry.kind == .moved || entry.kind == .changed {
            #expect(!entry.fields.isEmpty, what)
        }
        let same = new.filter { !listed.contains($0.keyText) }
        for row in same {
            let before = old.first { $0.keyText == row.keyText }
            #expect(before?.columns == row.columns && before?.since == row.since, what)
        }
        // Of the rows that only moved, each would break the order of the same ones of its group.
        for entry in diff.entries where entry.kind == .moved && entry.cause == nil {
            guard let moved = entry.after else { continue }
            let group = diff.table.group(of: moved)
            let peers = same.filter { diff.table.group(of: $0) == group }.map(\.keyText)
            func before(_ rows: [RenderedRow]) -> [String] {
                rows.prefix { $0.keyText != moved.keyText }.map(\.keyText).filter { peers.contains($0) }
            }
            let (was, stands) = (before(old), before(new))
            #expect(was != stands, what)
        }
    }

    private func randomRows(_ random: inout SplitMix64, _ table: ShownTable) -> [RenderedRow] {
        var keys = (1...9).map(String.init)
        if Bool.random(using: &random) { keys.shuffle(using: &random) }
        keys = keys.filter { _ in random.number(0...4) > 0 }
        var rows = keys.map { key -> RenderedRow in
            let value = ColumnValue.integer(Int64(random.number(0...1)))
            let section = ColumnValue.text(["a", "b"][random.oneIn(5) ? 1 : 0])
            return RenderedRow(
                key: [key], columns: table.isGrouped ? [section, value] : [value], rank: 0,
                since: UInt64(random.number(1...2)))
        }
        if table.isGrouped { rows = grouped(rows, random.oneIn(3)) }
        RenderedRow.rank(&rows, in: table)
        return rows
    }

    private func grouped(_ rows: [RenderedRow], _ isTurned: Bool) -> [RenderedRow] {
        let parts = ["a", "b"].map { name in rows.filter { $0.columns[0] == .text(name) } }
        return isTurned ? parts[1] + parts[0] : parts[0] + parts[1]
    }
}

/// What users see of a row, and why it is there.
private struct Seen: Equatable {
    let key: [String]
    let columns: [ColumnValue]
    let rank: Int
    let since: UInt64

    init(_ row: RenderedRow) { (key, columns, rank, since) = (row.key, row.columns, row.rank, row.since) }
}
