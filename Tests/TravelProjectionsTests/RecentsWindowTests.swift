import EventCoding
import EventLog
import Projections
import Synchronization
import TestSupport
import Testing
import TravelProjections

/// Recents read from the newest events alone are the recents of the whole history.
@Suite
struct RecentsWindowTests {
    @Test("Recents of a window equal the fold of everything", arguments: 1...60)
    func windowEqualsFold(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let log = MemoryLog()
        let names = [try StreamName("a"), try StreamName("b")]
        let photos = random.number(1...40)
        for _ in 0..<random.number(1...200) {
            let name = names[random.number(0...1)]
            let subject = "p\(random.number(0...photos - 1))"
            let type: EventType = random.oneIn(4) ? "photo.unvisited" : "photo.viewed"
            try log.append([ProposedEvent(type: type, subject: subject, payload: [0xA0])], to: name)
        }
        let head = log.head().position
        for limit in [0, 1, 5, 20, 50] {
            let recents = AnyProjection(try Recents(limit: limit))
            let replay = Replay([recents], catalogue: TravelModel.catalogue)
            for stream in log.streams() {
                let end = UInt64(random.number(1...Int(head)))
                let windowed = try replay.run(over: log, upTo: end, stream: stream.name)
                // A listener needs every effect, so nothing is left out for it.
                let whole = try replay.run(
                    over: log, upTo: end, stream: stream.name, listener: Silence())
                let differences = RowComparison.differences(
                    of: recents, windowed.folds[0].rows, whole.folds[0].rows)
                #expect(differences.isEmpty, "seed \(seed), limit \(limit), \(stream.name) at \(end)")
                #expect(windowed.folds[0].rows.count <= limit)
            }
        }
    }

    /// How many entries a source gave away.
    private struct CountedLog: EventSource {
        let log: MemoryLog
        let entries = Counter()

        func identity() throws(LogError) -> LogIdentity { log.identity() }
        func head() throws(LogError) -> LogHead { log.head() }
        func streams() throws(LogError) -> [StreamSummary] { log.streams() }
        func stream(named name: StreamName) throws(LogError) -> StreamSummary? {
            log.stream(named: name)
        }
        func position(of id: EventID) throws(LogError) -> UInt64? { try log.position(of: id) }
        func cursor(for plan: ReadPlan) throws(LogError) -> ReadCursor { try log.cursor(for: plan) }

        func fill(
            _ block: inout EventBlock, from plan: ReadPlan, at cursor: inout ReadCursor
        ) throws(LogError) {
            try log.fill(&block, from: plan, at: &cursor)
            entries.add(block.count)
        }
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)
        func add(_ more: Int) { count.withLock { $0 += more } }
        var value: Int { count.withLock { $0 } }
    }

    @Test("A window that fills at once reads few events of a long history; one that does not, finds its rows")
    func fewAreRead() throws {
        let log = MemoryLog()
        let name = try StreamName("a")
        func view(_ number: Int) throws {
            try log.append(
                [ProposedEvent(type: "photo.viewed", subject: "p\(number)", payload: [0xA0])], to: name)
        }
        for number in 0..<1000 { try view(number) }
        let counted = CountedLog(log: log)
        let recents = AnyProjection(try Recents(limit: 20))
        let replay = Replay([recents], catalogue: TravelModel.catalogue)
        #expect(try replay.run(over: counted, stream: name).folds[0].rows.count == 20)
        #expect(counted.entries.value <= 100 + 20)
        // Now the window is full only far behind what is looked at first.
        for _ in 0..<500 { try view(1) }
        #expect(try replay.run(over: counted, stream: name).folds[0].rows.count == 20)
    }

    private final class Silence: EffectListener {
        func effect(_ effect: Effect, of projection: AnyProjection) {}
    }
}
