import EventCoding
import EventLog
import Projections
import Testing
import TravelProjections

/// Recents read from the newest events alone are the recents of the whole history.
@Suite
struct RecentsWindowTests {
    @Test("Recents of a window equal the fold of everything", arguments: 1...60)
    func windowEqualsFold(seed: UInt64) throws {
        var random = Numbers(state: seed)
        let log = MemoryLog()
        let names = [try StreamName("a"), try StreamName("b")]
        let photos = random.next(40) + 1
        for _ in 0..<random.next(200) + 1 {
            let name = names[random.next(2)]
            let subject = "p\(random.next(photos))"
            let type: EventType = random.next(4) == 0 ? "photo.unvisited" : "photo.viewed"
            try log.append([ProposedEvent(type: type, subject: subject, payload: [0xA0])], to: name)
        }
        let head = log.head().position
        for limit in [0, 1, 5, 20, 50] {
            let recents = AnyProjection(try Recents(limit: limit))
            let replay = Replay([recents], catalogue: TravelModel.catalogue)
            for stream in log.streams() {
                let end = UInt64(random.next(Int(head))) + 1
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

    private struct Numbers {
        var state: UInt64

        mutating func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
    }
}
