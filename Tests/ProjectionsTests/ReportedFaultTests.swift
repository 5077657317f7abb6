import EventCoding
import EventLog
import Synchronization
import Testing

@testable import Projections

/// Faults that users of other event stores reported, held against rebuilds here.
@Suite("Reported faults of projections")
struct ReportedFaultTests {
    private let log = MemoryLog(clock: { 0 })

    private func stored() throws -> StoredProjections {
        try StoredProjections(
            NumbersModel.projections, catalogue: NumbersModel.catalogue, store: log, unicodeVersion: "1",
            clock: { 0 })
    }

    private func rebuildAll(_ stored: StoredProjections) throws {
        for projection in NumbersModel.projections { try stored.rebuild(projection, reason: "test") }
    }

    @Test("C28 rebuilding over an empty log gives the empty state, from which folding goes on")
    func emptyLog() throws {
        let stored = try stored()
        stored.attach()
        try rebuildAll(stored)
        #expect(try stored.status().map(\.state) == [.current, .current])
        #expect(try stored.status().map(\.checkpoint) == [0, 0])
        #expect(try stored.status().map(\.rowCount) == [0, 0])
        try log.append([NumbersModel.add(1, to: "odds")], to: StreamName("s"))
        #expect(try stored.status().map(\.checkpoint) == [1, 1])
        #expect(try stored.status().allSatisfy { $0.rowCount > 0 })
    }

    @Test("C25 a rebuild appends nothing, commits no event, and nobody who folds or follows is called for it")
    func noEffects() throws {
        try log.append((0..<30).map { NumbersModel.add($0, to: "s") }, to: StreamName("s"))
        let stored = try stored()
        let calls = CallCounter()
        log.setParticipant(calls)
        let head = log.head()
        try rebuildAll(stored)
        try rebuildAll(stored)
        #expect(calls.count == 0)
        #expect(log.head() == head)
        // The control: an append does call it.
        try log.append([NumbersModel.add(1, to: "s")], to: StreamName("s"))
        #expect(calls.count == 1)
    }

    @Test("C23 a rebuild keeps the rows of streams that nobody has written to for long")
    func oldStreams() throws {
        let stored = try stored()
        stored.attach()
        try log.append(
            [NumbersModel.add(1, to: "old"), NumbersModel.add(2, to: "old")], to: StreamName("old"))
        for number in Int64(0)..<100 {
            try log.append([NumbersModel.add(number, to: "s")], to: StreamName("new"))
        }
        let number = try #require(try log.stream(named: StreamName("old"))).number
        for projection in NumbersModel.projections {
            func oldRows() throws -> [Int] {
                let rows = try stored.rows(of: projection).rows
                return projection.tables.map { rows.rows(stream: number, table: $0).count }
            }
            let before = try oldRows()
            #expect(before.contains { $0 > 0 })
            let all = try stored.rows(of: projection).rows
            try stored.rebuild(projection, reason: "test")
            #expect(try oldRows() == before)
            let differences = RowComparison.differences(
                of: projection, all, try stored.rows(of: projection).rows)
            #expect(differences == [])
        }
    }
}

/// Counts the commits that it is asked to fold.
private final class CallCounter: AppendParticipant {
    private let calls = Mutex(0)

    var count: Int { calls.withLock { $0 } }

    func fold(_ block: borrowing EventBlock, reading reader: any SideReader) -> [SideChange] {
        calls.withLock { $0 += 1 }
        return []
    }
}
