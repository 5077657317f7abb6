import EventCoding
import EventLog
import TestSupport
import Testing

@testable import Projections

@Suite("Replay on several threads")
struct ReplayThreadsTests {
    /// Several blocks of events in a few streams, some of which cannot be applied.
    private static func log(seed: UInt64) throws -> MemoryLog {
        let log = MemoryLog(clock: { 0 })
        var random = SplitMix64(seed: seed)
        for _ in 0..<60 {
            let stream = try StreamName("stream \(random.number(0...6))")
            let events = (0..<100).map { _ in
                let (number, section) = (Int64(random.number(0...40)), "section \(random.number(0...5))")
                switch random.number(0...9) {
                case 0: return NumbersModel.remove(number, from: section)
                case 1: return NumbersModel.delete(section)
                case 2: return NumbersModel.add(number, to: section, version: 9)
                default: return NumbersModel.add(number, to: section)
                }
            }
            try log.append(events, to: stream)
        }
        return log
    }

    private static func crew(over source: any StreamShared, threads: Int) -> ReplayCrew {
        ReplayCrew(
            NumbersModel.projections, over: source, ReadPlan(), NumbersModel.catalogue, threads: threads)
    }

    @Test("the rows and failures are those of one thread", arguments: [1, 2, 3, 8])
    func sameRows(threads: Int) throws {
        let log = try Self.log(seed: 7)
        let single = try Replay(NumbersModel.projections, catalogue: NumbersModel.catalogue, threads: 1)
            .run(over: log)
        let crew = Self.crew(over: log, threads: threads)
        try crew.run()
        let folds = crew.folds
        #expect(folds.count == single.folds.count)
        for (left, right) in zip(single.folds, folds) {
            #expect(left.rows.count > 0)
            #expect(left.rows.count == right.rows.count)
            #expect(left.rows.streams == right.rows.streams)
            for table in left.projection.tables {
                #expect(left.rows.count(of: table) == right.rows.count(of: table))
            }
            #expect(RowComparison.differences(of: left.projection, left.rows, right.rows) == [])
            #expect(left.failures.count > 100)
            #expect(left.failures == right.failures)
        }
        #expect(crew.incompleteness == [])
    }

    @Test("a replay of many events in several streams is shared, and comes to the same")
    func sharedByItself() throws {
        let log = MemoryLog(clock: { 0 })
        for number in 0..<21 {
            let events = (0..<1000).map { NumbersModel.add(Int64($0 % 50), to: "section \($0 % 7)") }
            try log.append(events, to: try StreamName("stream \(number)"))
        }
        #expect(log.head().position > Replay.positionsForThreads)
        let results = try [1, 3].map { threads in
            try Replay(NumbersModel.projections, catalogue: NumbersModel.catalogue, threads: threads)
                .run(over: log)
        }
        for (left, right) in zip(results[0].folds, results[1].folds) {
            #expect(left.rows.count > 0)
            #expect(RowComparison.differences(of: left.projection, left.rows, right.rows) == [])
        }
    }

    @Test("what stands in place of events is told in order")
    func incompleteness() throws {
        let source = GappySource(log: try Self.log(seed: 8))
        let crew = Self.crew(over: source, threads: 3)
        try crew.run()
        #expect(crew.incompleteness.map(\.position) == source.gaps)
    }

    @Test("an error of the source ends everybody's work and is thrown")
    func failingSource() throws {
        let source = GappySource(log: try Self.log(seed: 9), failsAfter: 3000)
        let crew = Self.crew(over: source, threads: 3)
        let error = #expect(throws: LogError.self) { try crew.run() }
        #expect(error?.code == .damaged)
    }

    @Test("no projection at all is no reason to wait")
    func noProjection() throws {
        let crew = ReplayCrew(
            [], over: try Self.log(seed: 10), ReadPlan(), NumbersModel.catalogue, threads: 2)
        try crew.run()
        #expect(crew.folds.isEmpty)
    }

    @Test("events of a type without a number in its block are folded as well")
    func manyTypes() throws {
        let log = MemoryLog(clock: { 0 })
        let stream = try StreamName("s")
        let others = try (0..<100).map { number in
            ProposedEvent(
                type: try EventType(validating: "other.\(number)"),
                payload: PayloadValue.map(PayloadMap()).cbor)
        }
        try log.append(others + [NumbersModel.add(1, to: "a"), NumbersModel.add(2, to: "a")], to: stream)
        let projection = NumbersModel.projections[0]
        var rows = RowStore(for: projection, catalogue: NumbersModel.catalogue)
        try log.forEachBlock { (block: borrowing EventBlock) in
            #expect(block.typeNumber(at: 101) == nil)
            projection.fold(block, into: &rows)
            return .proceed
        }
        let expected = try Replay([projection], catalogue: NumbersModel.catalogue).run(over: log)
        #expect(expected.folds[0].rows.count > 0)
        #expect(RowComparison.differences(of: projection, expected.folds[0].rows, RowSet(rows)) == [])
    }
}

/// A log in which every thousandth position is unreadable, or that cannot be read from some position on.
private struct GappySource: ForwardingSource, StreamShared {
    let log: MemoryLog
    var failsAfter = UInt64.max

    var gaps: [UInt64] { stride(from: 1000, through: log.head().position, by: 1000).map { $0 } }

    func fill(
        _ block: inout EventBlock, from plan: ReadPlan, at cursor: inout ReadCursor
    ) throws(LogError) {
        var whole = EventBlock()
        try log.fill(&whole, from: plan, at: &cursor)
        block.removeAll()
        for index in 0..<whole.count {
            let position = whole.lastPosition(at: index)
            if position > failsAfter { throw LogError(.damaged, "nothing more can be read") }
            if position.isMultiple(of: 1000) {
                block.append(copying: [UInt8]().span, foundAt: position)
            } else {
                block.append(whole, entryAt: index)
            }
        }
    }
}
