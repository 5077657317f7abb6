import EventCoding
import EventLog
import Projections
import TestSupport
import Testing

@Suite("Replay")
struct ReplayTests {
    private func scenario(_ events: [ProposedEvent] = []) throws -> Scenario {
        let scenario = try Scenario(NumbersModel.projections, catalogue: NumbersModel.catalogue)
        try scenario.given(events)
        return scenario
    }

    private let eight: [ProposedEvent] = (0..<8).map {
        NumbersModel.add($0, to: $0 % 2 == 0 ? "evens" : "odds")
    }

    @Test("1.4.7 deleting the odds leaves one section with four rows; deleting twice changes nothing")
    func deleteSection() throws {
        let scenario = try scenario(eight + [NumbersModel.delete("odds")])
        #expect(try scenario.lines("sections", ["count"]) == ["evens: 4"])
        let before = try scenario.replay()
        try scenario.given([NumbersModel.delete("odds")])
        let after = try scenario.replay()
        for (old, new) in zip(before.folds, after.folds) {
            #expect(RowComparison.differences(of: old.projection, old.rows, new.rows) == [])
        }
    }

    @Test("a section whose name begins with another's is not deleted with it")
    func prefixOfParts() throws {
        let scenario = try scenario([
            NumbersModel.add(1, to: "a"), NumbersModel.add(2, to: "ab"), NumbersModel.add(3, to: ""),
            NumbersModel.delete("a"),
        ])
        #expect(try scenario.lines("sections", ["count"]) == [": 1", "ab: 1"])
    }

    @Test("C28 an empty log replays to no rows, and so does position 0")
    func empty() throws {
        #expect(try scenario().replay().folds.allSatisfy { $0.rows.count == 0 })
        let result = try scenario(eight).replay(upTo: 0)
        #expect(result.position == 0)
        #expect(result.folds.allSatisfy { $0.rows.count == 0 })
        #expect(result.isComplete)
    }

    @Test("a position after the end is refused with what is accepted")
    func afterEnd() throws {
        let error = #expect(throws: LogError.self) { try scenario(eight).replay(upTo: 9) }
        #expect(error?.code == .outOfRange)
        #expect(error?.description.contains("0...8") == true)
    }

    @Test("one stream alone gives the rows that it has among all", arguments: ["one", "two"])
    func oneStream(name: String) throws {
        let scenario = try scenario()
        for index in Int64(0)..<20 {
            try scenario.given([NumbersModel.add(index % 7, to: "s")], in: index % 3 == 0 ? "one" : "two")
        }
        let stream = try StreamName(name)
        let replay = Replay(NumbersModel.projections, catalogue: NumbersModel.catalogue)
        let all = try replay.run(over: scenario.log)
        let alone = try replay.run(over: scenario.log, stream: stream)
        let number = try #require(all.number(of: stream))
        for (left, right) in zip(all.folds, alone.folds) {
            #expect(right.rows.streams == [number])
            for table in left.projection.tables {
                let rows = right.rows.rows(stream: number, table: table)
                #expect(!rows.isEmpty)
                #expect(left.rows.rows(stream: number, table: table) == rows)
            }
        }
        #expect(throws: LogError.self) {
            try replay.run(over: scenario.log, stream: try StreamName("nobody"))
        }
    }

    @Test("an event that fails changes nothing, whatever it had changed before it failed")
    func undone() throws {
        let scenario = try scenario(eight)
        let before = try scenario.replay()
        try scenario.given([NumbersModel.add(-13, to: "odds"), NumbersModel.add(-13, to: "new")])
        let after = try scenario.replay()
        let (old, new) = (before.folds[0], after.folds[0])
        #expect(RowComparison.differences(of: old.projection, old.rows, new.rows) == [])
        #expect(new.failures.map(\.position) == [9, 10])
        #expect(new.failures.map(\.error.code.description) == ["E-THIRTEEN", "E-THIRTEEN"])
        #expect(!after.isComplete)
        let violations = try EffectCheck.violations(
            of: NumbersModel.projections[0], over: scenario.log, catalogue: NumbersModel.catalogue)
        #expect(violations == [])
    }

    @Test("failures of several folds come by position")
    func failureOrder() throws {
        let scenario = try scenario([NumbersModel.broken(), NumbersModel.add(-13, to: "a")])
        let result = try scenario.replay()
        #expect(result.failures.map(\.position) == [1, 2])
        #expect(result.fold(of: "latest")?.failures == [])
        #expect(try scenario.keys("latest") == ["-13", "x"])
        #expect(result.failures.map(\.description).first?.contains("sections: event 1") == true)
    }

    @Test("C36 older payloads are brought to today's form before they are folded and rendered")
    func upcast() throws {
        let scenario = try Scenario(NumbersModel.projections, catalogue: NumbersModel.laterCatalogue)
        try scenario.given([
            NumbersModel.addToList(1, "old"), NumbersModel.add(2, to: "new", version: 2),
            NumbersModel.remove(1, from: "old"), NumbersModel.addToList(3, "old"),
        ])
        let result = try scenario.replay()
        #expect(result.isComplete)
        #expect(try scenario.lines("sections", ["count"]) == ["new: 1", "old: 1"])
    }

    @Test("C38 a schema version of the future is data that names both versions")
    func future() throws {
        let scenario = try scenario([NumbersModel.add(2, to: "new", version: 2)])
        let failure = try #require(try scenario.replay().failures.first)
        #expect(failure.error.code == .newerVersion)
        #expect(failure.schemaVersion == 2)
    }

    @Test("effects come by position, then in the order of the projections")
    func effectOrder() throws {
        let scenario = try scenario(eight)
        let listener = Collector()
        _ = try Replay(NumbersModel.projections, catalogue: NumbersModel.catalogue).run(
            over: scenario.log, listener: listener)
        #expect(
            listener.lines.prefix(6) == [
                "1 sections insert evens/0 added", "1 sections insert evens added", "1 latest insert 0 added",
                "2 sections insert odds/1 added", "2 sections insert odds added", "2 latest insert 1 added",
            ])
        #expect(listener.lines.suffix(2) == ["8 latest insert 7 added", "8 latest remove 4 tooMany"])
        #expect(listener.blocks == 1)
    }

    @Test("long histories keep rows right while keys come and go", arguments: [1, 2, 3] as [UInt64])
    func manyKeys(seed: UInt64) throws {
        let log = MemoryLog(clock: { 0 })
        let stream = try StreamName("s")
        var random = SplitMix64(seed: seed)
        var model: [String: Set<String>] = [:]
        var events: [ProposedEvent] = []
        for _ in 0..<6_000 {
            let section =
                "section \(random.next() % 5)" + String(repeating: "x", count: Int(random.next() % 200))
            let number = Int64(random.next() % 40) + 100
            if random.next() % 2 == 0 {
                events.append(NumbersModel.add(number, to: section))
                model[section, default: []].insert("\(number)")
            } else {
                events.append(NumbersModel.remove(number, from: section))
                model[section]?.remove("\(number)")
            }
        }
        try log.append(events, to: stream)
        let result = try Replay(NumbersModel.projections, catalogue: NumbersModel.catalogue).run(over: log)
        let keys = result.folds[0].rows.rows(stream: 1, table: Sections.numbers).map(\.key)
        let expected = model.flatMap { section, numbers in numbers.map { RowKey(section, $0) } }.sorted()
        #expect(keys == expected, "seed \(seed)")
    }
}

/// Writes effects down.
private final class Collector: EffectListener {
    var lines: [String] = []
    var blocks = 0

    func effect(_ effect: Effect, of projection: AnyProjection) {
        lines.append(
            "\(effect.position) \(projection.name) \(effect.operation) \(effect.key) \(effect.reason)")
    }

    func endOfBlock(_ block: borrowing EventBlock) { blocks += 1 }
}
