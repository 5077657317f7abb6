import EventCoding
import EventLog
import Synchronization
import Testing

@testable import Projections

@Suite("Shared folds")
struct SharedFoldsTests {
    private let log = CountingLog()

    init() throws {
        let events = (0..<1500).map { NumbersModel.add($0 % 40, to: $0 % 2 == 0 ? "evens" : "odds") }
        try log.log.append(events, to: try StreamName("s"))
    }

    private func stored(unicode: String = "1") throws -> StoredProjections {
        try StoredProjections(
            NumbersModel.projections, catalogue: NumbersModel.catalogue, store: log, unicodeVersion: unicode)
    }

    private func expectRight(_ stored: StoredProjections, location: SourceLocation = #_sourceLocation) throws
    {
        let result = try Replay(NumbersModel.projections, catalogue: NumbersModel.catalogue).run(
            over: log.log)
        for fold in result.folds {
            let rows = try stored.rows(of: fold.projection)
            #expect(rows.checkpoint == result.position, sourceLocation: location)
            #expect(rows.rows.count > 0, sourceLocation: location)
            #expect(
                RowComparison.differences(of: fold.projection, rows.rows, fold.rows) == [],
                sourceLocation: location)
        }
    }

    @Test("sets that are missing or stale are built from one pass over the events")
    func catchUpReadsOnce() throws {
        try stored().catchUp()
        #expect(log.eventsRead == 1500)
        try expectRight(try stored())
        try stored().catchUp()
        #expect(log.eventsRead == 1500, "sets that are current need no event")
        // Another version of Unicode makes every set stale.
        try stored(unicode: "2").catchUp()
        #expect(log.eventsRead == 3000)
        try expectRight(try stored(unicode: "2"))
    }

    @Test("sets that are asked to be built anew are, from one pass over the events")
    func rebuildReadsOnce() throws {
        let stored = try stored()
        let folds = stored.foldsToRebuild()
        for projection in stored.projections {
            try stored.rebuild(projection, reason: "test", sharing: folds)
        }
        #expect(log.eventsRead == 1500)
        try expectRight(stored)
    }

    @Test("events that come after the folds are folded too")
    func laterEvents() throws {
        let stored = try stored()
        let folds = try stored.foldsToCatchUp()
        try stored.catchUp(stored.projections[0], sharing: folds)
        try log.log.append([NumbersModel.add(99, to: "late")], to: try StreamName("s"))
        for projection in stored.projections { try stored.catchUp(projection, sharing: folds) }
        #expect(log.eventsRead == 1500 + 2, "each set reads the later event for itself")
        try expectRight(stored)
    }

    @Test("a projection whose events cannot be applied keeps none of the others from being stored")
    func failure() throws {
        // Latest takes the subject as it is; Sections needs a payload that is a map.
        try log.log.append([NumbersModel.broken()], to: try StreamName("s"))
        let stored = try stored()
        let folds = try stored.foldsToCatchUp()
        #expect(throws: ProjectionError.self) { try stored.catchUp(stored.projections[0], sharing: folds) }
        try stored.catchUp(stored.projections[1], sharing: folds)
        #expect(try stored.rows(of: stored.projections[1]).checkpoint == 1501)
    }
}

/// A log in memory that counts the events that were read of it.
private final class CountingLog: ForwardingSource, SideStore {
    let log = MemoryLog(clock: { 0 })
    private let count = Mutex(0)

    var eventsRead: Int { count.withLock { $0 } }

    func fill(
        _ block: inout EventBlock, from plan: ReadPlan, at cursor: inout ReadCursor
    ) throws(LogError) {
        try log.fill(&block, from: plan, at: &cursor)
        let read = block.count
        count.withLock { $0 += read }
    }

    func readSide<Result>(_ body: (any SideReader) throws -> Result) throws -> Result {
        try log.readSide(body)
    }

    func changeSide<Result>(
        _ body: (any SideReader) throws -> ([SideChange], Result)
    ) throws -> Result { try log.changeSide(body) }

    func setParticipant(_ participant: (any AppendParticipant)?) { log.setParticipant(participant) }
}
