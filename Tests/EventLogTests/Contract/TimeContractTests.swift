import EventCoding
import EventLog
import TestSupport
import Testing

/// Clocks may do what they like; nothing is ordered by them, and nothing of theirs is lost.
@Suite struct TimeContractTests {
    private struct Times: Equatable {
        var recorded: Int64
        var clock: Int64
        var ranBack: Bool
    }

    private static func times(_ log: any EventSource) throws -> [Times] {
        var times: [Times] = []
        try log.forEachBlock { block in
            for index in 0..<block.count {
                guard let event = block.event(at: index) else { continue }
                times.append(
                    Times(
                        recorded: event.recorded, clock: event.clock,
                        ranBack: event.flags.contains(.clockRanBack)))
            }
            return .proceed
        }
        return times
    }

    @Test("C9: a clock that goes back changes no order", arguments: Implementation.allCases)
    func recordedNeverFallsAndTheClockIsKept(_ implementation: Implementation) throws {
        let clock = TestClock()
        let subject = try implementation.make(clock: clock)
        for now: Int64 in [1_000, 500, 999, 1_000, 1_001, -5, 2_000] {
            clock.set(now)
            try subject.log.append([event()], to: alice)
            try subject.reopen()
        }
        #expect(
            try Self.times(subject.log) == [
                Times(recorded: 1_000, clock: 1_000, ranBack: false),
                Times(recorded: 1_000, clock: 500, ranBack: true),
                Times(recorded: 1_000, clock: 999, ranBack: true),
                Times(recorded: 1_000, clock: 1_000, ranBack: false),
                Times(recorded: 1_001, clock: 1_001, ranBack: false),
                Times(recorded: 1_001, clock: -5, ranBack: true),
                Times(recorded: 2_000, clock: 2_000, ranBack: false),
            ])
    }

    @Test(arguments: Implementation.allCases)
    func extremeClocksAreKept(_ implementation: Implementation) throws {
        let clock = TestClock()
        let subject = try implementation.make(clock: clock)
        for now in [Int64.min, -1, 0, .max, .min] {
            clock.set(now)
            try subject.log.append([event()], to: alice)
        }
        #expect(try Self.times(subject.log).map(\.clock) == [.min, -1, 0, .max, .min])
        #expect(try Self.times(subject.log).map(\.recorded) == [.min, -1, 0, .max, .max])
        #expect(try subject.log.head().recorded == .max)
        #expect(try subject.log.position(recordedAtOrBefore: .min) == 1)
        #expect(try subject.log.position(recordedAtOrBefore: .max) == 5)
    }

    @Test("C49: a time comes back exactly, with its zone", arguments: Implementation.allCases)
    func occurredComesBackExactly(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        var given = [Int64.min, .min + 1, -1, 0, 1, 999, 1_700_000_000_123, .max].map {
            Timestamp(milliseconds: $0, zoneMinutes: Int16(truncatingIfNeeded: $0))
        }
        given += [Int16.min, -720, 345, .max].map { Timestamp(milliseconds: 5, zoneMinutes: $0) }
        var random = SplitMix64(seed: 49)
        for _ in 0..<500 {
            given.append(
                Timestamp(
                    milliseconds: Int64(bitPattern: random.next()),
                    zoneMinutes: Int16(truncatingIfNeeded: random.next())))
        }
        try subject.log.append(given.map { event(1, occurred: $0) }, to: alice)
        try subject.reopen()
        #expect(try subject.log.seen().map(\.occurred) == given)
    }

    @Test(arguments: Implementation.allCases)
    func occurredIsTheClockWhereNoneIsGiven(_ implementation: Implementation) throws {
        let clock = TestClock(5_000)
        let subject = try implementation.make(clock: clock)
        try subject.log.append([event()], to: alice)
        clock.set(4_000)
        try subject.log.append([event()], to: alice)
        #expect(
            try subject.log.seen().map(\.occurred) == [
                Timestamp(milliseconds: 5_000), Timestamp(milliseconds: 4_000),
            ])
    }

    @Test(arguments: Implementation.allCases)
    func aTimeSelectsThePositionsUpToIt(_ implementation: Implementation) throws {
        let clock = TestClock()
        let subject = try implementation.make(clock: clock)
        var random = SplitMix64(seed: 7)
        var recorded: [Int64] = []
        var now: Int64 = 1_000
        for _ in 0..<40 {
            now += Int64(random.number(-3...4))
            clock.set(now)
            let count = random.number(1...5)
            try subject.log.append(events(1...count), to: alice)
            recorded += [Int64](repeating: max(now, recorded.last ?? now), count: count)
        }
        #expect(try subject.log.seen().map(\.recorded) == recorded)
        for time in (recorded.first ?? 0) - 2...(recorded.last ?? 0) + 2 {
            let expected = UInt64(recorded.lastIndex { $0 <= time }.map { $0 + 1 } ?? 0)
            #expect(try subject.log.position(recordedAtOrBefore: time) == expected, "time \(time)")
        }
    }
}
