import EventCoding
import EventLog
import TestSupport
import Testing

@testable import Projections

/// What differs between two states of the list of numbers.
@Suite("Differences of states")
struct StateDiffTests {
    private static let alice: StreamName = {
        do { return try StreamName("alice") } catch { preconditionFailure("\(error)") }
    }()

    private static let subjects = NumbersModel.projections.flatMap { projection in
        projection.shownTables.map { StateDiff.Subject(projection, $0) }
    }

    private func log(_ events: [ProposedEvent]) throws -> MemoryLog {
        let log = MemoryLog(clock: { 0 })
        for event in events { try log.append([event], to: Self.alice) }
        return log
    }

    private func diff(_ name: String, _ log: any EventSource, _ start: UInt64, _ end: UInt64) throws
        -> RowDiff
    {
        let subject = try #require(Self.subjects.first { $0.table.name == name })
        return try RowDiff.between(
            start, and: end, of: subject.table, in: subject.projection, stream: Self.alice, over: log,
            catalogue: NumbersModel.catalogue)
    }

    @Test("a row that went names the last event that took it away, and why")
    func departures() throws {
        let log = try log([
            NumbersModel.add(1, to: "a"), NumbersModel.add(2, to: "a"), NumbersModel.delete("a"),
            NumbersModel.add(3, to: "b"), NumbersModel.add(1, to: "a"), NumbersModel.delete("a"),
        ])
        let gone = try diff("sections", log, 2, 6)
        #expect(gone.entries.map(\.kind) == [.entered, .left])
        #expect(gone.entries[1].cause == 6)
        #expect(gone.entries[1].reason == .deleted)
        // A query's rows go with the kept rows behind them.
        let numbers = try diff("sections.numbers", log, 2, 6)
        #expect(numbers.entries.filter { $0.kind == .left }.map(\.cause) == [6, 3])
        // An event before the left state took nothing away after it.
        #expect(try diff("sections", log, 3, 4).entries.map(\.cause) == [4])
    }

    @Test("numbers that only the fold's limit pushed out")
    func evicted() throws {
        let log = try log((1...5).map { NumbersModel.add($0, to: "a") })
        let diff = try diff("latest", log, 3, 5)
        #expect(diff.entries.map(\.keyText) == ["4", "5", "1", "2"])
        #expect(diff.entries.map(\.cause) == [4, 5, 4, 5])
        #expect(diff.entries.map { $0.reason?.description } == [nil, nil, "tooMany", "tooMany"])
        #expect(diff.sameCount == 1)
    }

    @Test("an event that cannot be applied makes the answer incomplete")
    func incomplete() throws {
        let log = try log([NumbersModel.add(1, to: "a"), NumbersModel.broken(), NumbersModel.add(2, to: "a")])
        let error = #expect(throws: ProjectionError.self) { _ = try diff("sections", log, 1, 3) }
        #expect(error?.code == .incompleteProjection)
        #expect(error?.failures.map(\.position) == [2])
        #expect(try diff("sections", log, 0, 1).entries.count == 1)
        let state = try StateDiff(
            from: HistoryMoment(of: log, at: 1), to: HistoryMoment(of: log), of: Self.subjects,
            catalogue: NumbersModel.catalogue)
        #expect(!state.isComplete)
        #expect(state.failures.map(\.position) == [2])
        #expect(state.parts.map(\.subject.table.name) == Self.subjects.map(\.table.name))
    }

    @Test("positions past the end and streams that do not exist are errors")
    func outOfRange() throws {
        let log = try log([NumbersModel.add(1, to: "a")])
        let error = #expect(throws: LogError.self) { _ = try diff("sections", log, 0, 2) }
        #expect(error?.code == .outOfRange)
        let bob = try StreamName("bob")
        let unknown = #expect(throws: LogError.self) {
            _ = try StateDiff(
                from: HistoryMoment(of: log, stream: bob), to: HistoryMoment(of: log, stream: bob),
                of: Self.subjects, catalogue: NumbersModel.catalogue)
        }
        #expect(unknown?.code == .unknownStream)
    }

    @Test("two users, and a stream that only one log has")
    func sides() throws {
        let log = try log([NumbersModel.add(1, to: "a")])
        let bob = try StreamName("bob")
        try log.append([NumbersModel.add(1, to: "a"), NumbersModel.add(2, to: "a")], to: bob)
        let users = try StateDiff(
            from: HistoryMoment(of: log, stream: Self.alice), to: HistoryMoment(of: log, stream: bob),
            of: Self.subjects, catalogue: NumbersModel.catalogue, comparesSince: false)
        #expect(users.parts.allSatisfy { $0.stream == bob })
        let sections = try #require(users.parts.first { $0.subject.table.name == "sections" }?.diff)
        #expect(sections.entries.map(\.kind) == [.changed])
        #expect(sections.entries[0].fields.map(\.name) == ["count"])
        let other = MemoryLog(clock: { 0 })
        try other.append([NumbersModel.add(1, to: "a")], to: Self.alice)
        let logs = try StateDiff(
            from: HistoryMoment(of: other), to: HistoryMoment(of: log), of: Self.subjects,
            catalogue: NumbersModel.catalogue)
        #expect(!logs.parts.contains { $0.stream == Self.alice && !$0.diff.isEmpty })
        let bobs = logs.parts.filter { $0.stream == bob }
        #expect(bobs.map { $0.diff.count(of: .entered) } == [1, 2, 2])
    }

    @Test(
        "random histories: the right rows are made of the left ones, each cause is where it changed",
        arguments: 0..<6)
    func random(batch: Int) throws {
        for seed in UInt64(batch * 10)..<UInt64(batch * 10 + 10) {
            var random = SplitMix64(seed: seed)
            let log = try log((0..<30).map { _ in event(&random) })
            for _ in 0..<6 {
                let end = UInt64(random.number(0...30))
                let start = UInt64(random.number(0...Int(end)))
                try check(log, start, end, "seed \(seed), \(start)..\(end)")
            }
        }
    }

    private func event(_ random: inout SplitMix64) -> ProposedEvent {
        let (number, section) = (Int64(random.number(1...5)), ["a", "b", "c"][random.number(0...2)])
        return switch random.number(0...9) {
        case 0: NumbersModel.delete(section)
        case 1...3: NumbersModel.remove(number, from: section)
        default: NumbersModel.add(number, to: section)
        }
    }

    private func check(_ log: MemoryLog, _ start: UInt64, _ end: UInt64, _ what: Comment) throws {
        let states = try [start, end].map { position in
            try Replay(NumbersModel.projections, catalogue: NumbersModel.catalogue).run(
                over: log, upTo: position)
        }
        let renderer = RowRenderer(source: log, catalogue: NumbersModel.catalogue)
        for subject in Self.subjects {
            func rows(_ result: ReplayResult) throws -> [RenderedRow] {
                try renderer.rows(
                    of: subject.table, in: subject.projection, stream: 1,
                    from: try #require(result.fold(of: subject.projection.name)).rows)
            }
            let (old, new) = (try rows(states[0]), try rows(states[1]))
            let diff = try diff(subject.table.name, log, start, end)
            let made = try diff.apply(to: old)
            #expect(made.map(\.key) == new.map(\.key), what)
            #expect(made.map(\.columns) == new.map(\.columns), what)
            #expect(made.map(\.rank) == new.map(\.rank), what)
            #expect(made.map(\.since) == new.map(\.since), what)
            for entry in diff.entries {
                guard let cause = entry.cause else {
                    #expect(entry.kind == .moved && entry.before?.since == entry.after?.since, what)
                    continue
                }
                #expect(cause <= end && (entry.after?.since ?? cause) == cause, what)
                if entry.kind == .left { #expect(cause > start, what) }
            }
        }
    }
}
