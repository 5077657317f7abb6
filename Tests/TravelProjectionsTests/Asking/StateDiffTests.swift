import EventLog
import Projections
import TestSupport
import Testing
import TravelEvents
import TravelProjections

/// Differences on random histories, against what every table looked like after every event.
@Suite("Differences of states")
struct StateDiffTests {
    @Test("the rows after are made of the rows before, whatever the table", arguments: TableStates.histories)
    func rowsAfter(seed: UInt64) throws {
        var random = RandomTravels(seed: seed)
        let states = try TableStates(try random.events(TableStates.eventCount))
        var numbers = SplitMix64(seed: seed)
        let subjects = states.tables.map { StateDiff.Subject($0.projection, $0.table) }
        for _ in 0..<12 {
            let end = numbers.number(0...states.states.count - 1)
            let start = numbers.oneIn(3) ? max(0, end - 1) : numbers.number(0...end)
            let state = try StateDiff(
                from: HistoryMoment(of: states.log, at: UInt64(start), stream: states.stream.name),
                to: HistoryMoment(of: states.log, at: UInt64(end), stream: states.stream.name), of: subjects,
                catalogue: TravelModel.catalogue, causesAfter: UInt64(start))
            #expect(state.isComplete && state.parts.count == subjects.count, "seed \(seed)")
            for part in state.parts {
                let what: Comment = "seed \(seed), \(part.subject.table.name), \(start)..\(end)"
                let old = states.rows(part.subject.table, at: start)
                let new = states.rows(part.subject.table, at: end)
                let made = try part.diff.apply(to: old)
                #expect(made.map(\.key) == new.map(\.key), what)
                #expect(made.map(\.columns) == new.map(\.columns), what)
                #expect(made.map(\.rank) == new.map(\.rank), what)
                #expect(made.map(\.since) == new.map(\.since), what)
                for entry in part.diff.entries {
                    checkCause(entry, part.subject.table, states, (start, end), what)
                }
            }
        }
    }

    /// A row that went was there before the event that is named and not after it.
    private func checkCause(
        _ entry: RowDiffEntry, _ table: ShownTable, _ states: TableStates, _ range: (start: Int, end: Int),
        _ what: Comment
    ) {
        guard let cause = entry.cause.map(Int.init) else {
            let isShifted = entry.kind == .moved && entry.before?.since == entry.after?.since
            #expect(isShifted, what)
            return
        }
        #expect(cause <= range.end, what)
        guard entry.kind == .left else {
            #expect(entry.after?.since == UInt64(cause), what)
            return
        }
        #expect(cause > range.start, what)
        guard !table.isQuery else { return }
        #expect(states.row(table, entry.keyText, at: cause - 1) != nil, what)
        for position in cause...range.end {
            #expect(states.row(table, entry.keyText, at: position) == nil, what)
        }
    }

    @Test("a photo that is viewed again is one row that moved, whatever its rank was")
    func viewedAgain() throws {
        let views = try (1...6).map { try Act.view("p\($0)", title: "t\($0)", at: Int64($0)) }
        let states = try TableStates(views + [try Act.view("p2", title: "t2", at: 9)], recentsLimit: 20)
        let table = try #require(states.tables.first { $0.table.name == "recents" })
        let diff = try RowDiff.between(
            6, and: 7, of: table.table, in: table.projection, stream: states.stream.name, over: states.log,
            catalogue: TravelModel.catalogue)
        #expect(diff.entries.map(\.kind) == [.moved])
        #expect(diff.entries[0].fields.map(\.name) == ["rank", "viewed", "since"])
        #expect(diff.entries[0].cause == 7)
        #expect(diff.sameCount == 5)
    }
}
