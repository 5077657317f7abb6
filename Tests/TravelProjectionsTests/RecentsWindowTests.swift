import EventCoding
import EventLog
import Projections
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

    private final class Silence: EffectListener {
        func effect(_ effect: Effect, of projection: AnyProjection) {}
    }
}
