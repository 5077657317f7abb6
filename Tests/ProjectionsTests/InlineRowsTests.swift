import EventCoding
import EventLog
import TestSupport
import Testing

@testable import Projections

/// Appends keep the rows that they touched; what is stored must not depend on it.
@Suite("Rows kept from one append to the next")
struct InlineRowsTests {
    private static let seeds: [UInt64] = [1, 2, 3]
    private static let appends = 120

    @Test("what is stored is the same as where every append reads its rows anew", arguments: seeds)
    func sameBytes(seed: UInt64) throws {
        let (kept, anew) = (try Keeper(), try Keeper())
        var random = SplitMix64(seed: seed)
        for _ in 0..<Self.appends {
            let (events, stream) = (Self.batch(using: &random), try StreamName("s\(random.next() % 3)"))
            try kept.log.append(events, to: stream)
            try anew.renew()
            try anew.log.append(events, to: stream)
        }
        #expect(try kept.rows() == anew.rows(), "seed \(seed)")
        #expect(try kept.rows().count > 5)
        try kept.expectRight("seed \(seed)")
    }

    @Test("an append that was given up leaves nothing behind", arguments: seeds)
    func givenUp(seed: UInt64) throws {
        let keeper = try Keeper()
        var random = SplitMix64(seed: seed)
        let stream = try StreamName("s")
        for _ in 0..<Self.appends {
            let events = Self.batch(using: &random)
            if random.next() % 3 == 0 {
                try keeper.giveUp(Self.batch(using: &random), stream)
            }
            try keeper.log.append(events, to: stream)
        }
        try keeper.expectRight("seed \(seed)")
    }

    @Test("two keepers of one log take turns")
    func turns() throws {
        let keeper = try Keeper()
        let other = try keeper.another()
        var random = SplitMix64(seed: 7)
        let stream = try StreamName("s")
        for _ in 0..<Self.appends {
            (random.next() % 2 == 0 ? keeper.stored : other).attach()
            try keeper.log.append(Self.batch(using: &random), to: stream)
        }
        try keeper.expectRight("seed 7")
    }

    @Test("too many rows are forgotten")
    func bounded() throws {
        var rows = InlineRows()
        let stored = try Keeper().stored
        let stamp = stored.newStamp(stored.projections[0], number: 1, log: "")
        var memory = RowMemory()
        memory.entries = Array(repeating: memory.entries[0], count: InlineRows.mostEntries)
        rows.begin()
        rows.keep(memory, of: 0, at: stamp)
        rows.confirm()
        rows.begin()
        #expect(rows.take(0, at: stamp).entries.count == InlineRows.mostEntries)
        memory.entries.append(memory.entries[0])
        rows.keep(memory, of: 0, at: stamp)
        #expect(rows.take(0, at: stamp).entries.count == 1)
    }

    /// Up to eight events; a removal of what is not there changes nothing.
    private static func batch(using random: inout SplitMix64) -> [ProposedEvent] {
        (0...random.next() % 8).map { _ in
            let number = Int64(random.next() % 12)
            let section = random.next() % 2 == 0 ? "evens" : "odds"
            if random.next() % 25 == 0 { return NumbersModel.delete(section) }
            return random.next() % 3 == 0
                ? NumbersModel.remove(number, from: section) : NumbersModel.add(number, to: section)
        }
    }
}

/// A log in memory and whoever keeps its rows.
private final class Keeper {
    let log = MemoryLog(clock: { 0 })
    private(set) var stored: StoredProjections

    init() throws {
        stored = try Self.keeper(of: log)
        stored.attach()
    }

    private static func keeper(of log: MemoryLog) throws -> StoredProjections {
        try StoredProjections(
            NumbersModel.projections, catalogue: NumbersModel.catalogue, store: log, unicodeVersion: "1")
    }

    func another() throws -> StoredProjections { try Self.keeper(of: log) }

    /// Lets another keeper take over, as after a restart.
    func renew() throws {
        stored = try another()
        stored.attach()
    }

    /// Folds events behind the log's end that are never stored.
    func giveUp(_ events: [ProposedEvent], _ stream: StreamName) throws {
        let head = log.head().position
        let fork = MemoryLog(clock: { 0 })
        let before = (0..<head).map { _ in NumbersModel.add(0, to: "evens") }
        try fork.append(before + events, to: stream)
        var block = EventBlock()
        let plan = ReadPlan(range: head + 1...head + UInt64(events.count))
        var cursor = try fork.cursor(for: plan)
        try fork.fill(&block, from: plan, at: &cursor)
        _ = try log.readSide { [block] in try stored.fold(block, reading: $0) }
    }

    func rows() throws -> [[UInt8]] {
        try log.readSide { reader in
            var rows: [[UInt8]] = []
            try reader.forEach(in: .rows, prefix: []) { key, value in
                rows.append([UInt8](copying: key) + [UInt8](copying: value))
                return true
            }
            return rows
        }
    }

    /// Checks the stored rows against a replay.
    func expectRight(_ comment: Comment, location: SourceLocation = #_sourceLocation) throws {
        for projection in stored.projections {
            let rows = try stored.rows(of: projection)
            #expect(rows.checkpoint == log.head().position, comment, sourceLocation: location)
            let fold = try Replay([projection], catalogue: stored.catalogue).run(over: log)
            #expect(
                RowComparison.differences(of: projection, rows.rows, fold.folds[0].rows) == [], comment,
                sourceLocation: location)
        }
    }
}
