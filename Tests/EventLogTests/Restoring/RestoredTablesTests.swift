import TestSupport
import Testing

@testable import EventLog

/// What a restoration keeps of ids and streams, beside plain dictionaries.
@Suite struct RestoredTablesTests {
    @Test func `Ids are found whether they rise or not`() {
        let seed: UInt64 = 0x5EED_0080
        var random = SplitMix64(seed: seed)
        for round in 0..<40 {
            var (ids, plain): (RestoredIDs, [EventID: UInt64]) = (RestoredIDs(), [:])
            let spread = UInt64(random.number(1...200))
            for position in UInt64(1)...200 {
                // Rising ones, some of which lie far ahead or behind.
                let jump = random.oneIn(10) ? random.next() % 1000 : random.next() % spread
                let id = EventID(high: position / 50, low: position + jump)
                #expect(ids.position(of: id) == plain[id], "seed \(seed), round \(round)")
                if plain[id] != nil { continue }
                ids.add(id, at: position)
                plain[id] = position
            }
            for (id, position) in plain {
                #expect(ids.position(of: id) == position, "seed \(seed), round \(round)")
            }
        }
    }

    @Test func `Streams are known by number and name`() throws {
        let seed: UInt64 = 0x5EED_0081
        var random = SplitMix64(seed: seed)
        let all = try (0..<6).map { try StreamName("stream \($0)") }
        for round in 0..<100 {
            var streams = RestoredStreams()
            var (names, states): ([UInt32: StreamName], [StreamName: StreamState]) = ([:], [:])
            var revisions: [UInt32: UInt64] = [:]
            for _ in 0..<60 {
                let number = UInt32(random.number(1...6))
                let name = all[random.oneIn(3) ? random.number(0...5) : Int(number) - 1]
                let last = streams.revision(of: number)
                #expect(last == revisions[number] ?? 0, "seed \(seed), round \(round)")
                let mayCall =
                    (names[number].map { $0 == name } ?? true)
                    && (states[name].map { $0.number == number } ?? true)
                #expect(streams.mayCall(number, name) == mayCall, "seed \(seed), round \(round)")
                let revision = (revisions[number] ?? 0) + 1
                revisions[number] = revision
                if mayCall, !random.oneIn(4) {
                    streams.note(number, name, revision: revision)
                    names[number] = name
                    states[name] = StreamState(number: number, revision: revision)
                } else {
                    streams.note(number, nil, revision: revision)
                    if let known = names[number] { states[known]?.revision = revision }
                }
                #expect(streams.states == states, "seed \(seed), round \(round)")
            }
        }
    }
}
