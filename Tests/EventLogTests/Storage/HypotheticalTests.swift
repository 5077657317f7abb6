import EventCoding
import EventLog
import TestSupport
import Testing

/// Histories as they might have been.
@Suite struct HypotheticalTests {
    @Test("a set of positions holds exactly those of its ranges", arguments: 1...20 as ClosedRange<UInt64>)
    func positionSets(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let ranges = (0..<random.number(0...6)).map { _ in
            let first = UInt64(random.number(0...30))
            return first...first + UInt64(random.number(0...6))
        }
        let set = PositionSet(ranges)
        let members = Set(ranges.flatMap { Array($0) })
        for position in 0...40 as ClosedRange<UInt64> {
            #expect(set.contains(position) == members.contains(position), "seed \(seed), \(position)")
        }
        #expect(set.count == UInt64(members.count), "seed \(seed)")
        for (left, right) in zip(set.ranges, set.ranges.dropFirst()) {
            #expect(left.upperBound + 1 < right.lowerBound, "seed \(seed)")
        }
    }

    /// The positions that a plan yields.
    private func positions(_ source: any EventSource, _ plan: ReadPlan) throws -> [UInt64] {
        var positions: [UInt64] = []
        try source.forEachBlock(plan) { (block: borrowing EventBlock) in
            #expect(!block.isEmpty)
            for index in 0..<block.count { positions.append(block.lastPosition(at: index)) }
            return .proceed
        }
        return positions
    }

    @Test(
        "without some events every plan yields what it yielded, less those",
        arguments: 1...12 as ClosedRange<UInt64>)
    func withoutSome(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let log = MemoryLog()
        let names = [try StreamName("a"), try StreamName("b")]
        for number in 1...2_300 { try log.append([event(number)], to: names[random.number(0...1)]) }
        let set = PositionSet(
            (0..<random.number(1...5)).map { _ in
                let first = UInt64(random.number(1...2_300))
                return first...first + UInt64(random.number(0...1_100))
            })
        let selected = SelectedEvents(log, without: set)
        for direction in [ReadPlan.Direction.forward, .backward] {
            for stream in [nil, names[0]] {
                for limit in [nil, 1, 7, 1_500] {
                    let range = random.oneIn(2) ? UInt64(random.number(1...100))...2_000 : nil
                    let all = try positions(log, ReadPlan(range: range, stream: stream, direction: direction))
                    let expected = all.filter { !set.contains($0) }.prefix(limit ?? .max)
                    let plan = ReadPlan(range: range, stream: stream, direction: direction, limit: limit)
                    #expect(try positions(selected, plan) == Array(expected), "seed \(seed)")
                }
            }
        }
    }

    @Test("inserted events stand behind their places, and the others keep everything but their positions")
    func inserted() throws {
        let log = MemoryLog(clock: { 7 })
        let alice = try StreamName("alice"), bob = try StreamName("bob")
        for number in 1...4 { try log.append([event(number)], to: alice) }
        let more = try InsertedEvents(
            [
                InsertedEvent(after: 4, in: alice, event(40)), InsertedEvent(after: 0, in: bob, event(10)),
                InsertedEvent(after: 2, in: alice, event(20)), InsertedEvent(after: 2, in: alice, event(21)),
            ], into: log)
        #expect(more.positions == [1, 4, 5, 8])
        #expect((1...4).map { more.position(of: $0) } == [2, 3, 6, 7])
        for position in 1...4 as ClosedRange<UInt64> {
            let (before, after) = (try told(log, position), try told(more.log, more.position(of: position)))
            #expect(before == after && !before.isEmpty)
        }
        #expect(throws: LogError.self) {
            try InsertedEvents([InsertedEvent(after: 5, in: bob, event(1))], into: log)
        }
    }

    /// What an event tells beside its position.
    private func told(_ source: any EventSource, _ position: UInt64) throws -> [UInt8] {
        var block = EventBlock()
        try source.read(position, into: &block)
        if let event = block.event(at: 0) {
            return [UInt8](copying: event.payload) + Array("\(event.id) \(event.recorded)".utf8)
        }
        return []
    }
}
