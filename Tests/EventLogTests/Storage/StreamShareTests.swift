import Forensics
import TestSupport
import Testing

@testable import EventLog

@Suite("Shares of the streams")
struct StreamShareTests {
    /// What a reader is told of one place.
    private struct Told: Hashable {
        let positions: ClosedRange<UInt64>
        let text: String
    }

    /// A log with events of seven streams in which records are damaged, cut short or gone.
    private static func damagedLog(at path: String, seed: UInt64) throws -> EventLog {
        var random = SplitMix64(seed: seed)
        let log = try EventLog.create(at: path, clock: TestClock(step: 1).reading)
        var number = 0
        while number < 2_500 {
            let batch = (0..<random.number(1...30)).map { _ -> ProposedEvent in
                number += 1
                return event(number)
            }
            try log.append(batch, to: stream("stream \(random.number(0...6))"))
        }
        log.close()
        for _ in 0..<40 {
            let key = LogTables.key(position: UInt64(random.number(1...2_500)))
            guard var record = try? Surgery.value(key, in: "events", of: path) else { continue }
            switch random.number(0...2) {
            case 0: record[random.number(0...record.count - 1)] ^= 1 << UInt8(random.number(0...7))
            case 1: record = Array(record.prefix(random.number(0...60)))
            default:
                try Surgery.delete(key, in: "events", of: path)
                continue
            }
            try Surgery.put(record, for: key, in: "events", of: path)
        }
        return try EventLog.open(at: path, access: .read)
    }

    private static func told(of source: any EventSource, _ plan: ReadPlan) throws -> [Told] {
        var all: [Told] = []
        try source.forEachBlock(plan) { (block: borrowing EventBlock) in
            for index in 0..<block.count {
                let text =
                    switch block.entry(at: index) {
                    case .event(let event): "event of stream \(event.streamNumber)"
                    case .withheld: "withheld"
                    case .missing(_, let reason): "missing, \(reason)"
                    case .unreadable(_, let why): "unreadable, \(why)"
                    }
                all.append(Told(positions: block.positions(at: index), text: text))
            }
            return .proceed
        }
        return all
    }

    @Test("every place belongs to one share, in order, whatever is damaged", arguments: [UInt64(1), 2, 3])
    func sharesAddUp(seed: UInt64) throws {
        let scratch = try Scratch()
        let log = try Self.damagedLog(at: scratch.path(), seed: seed)
        defer { log.close() }
        let sources: [any EventSource] = [log, try ForensicLog(try PageFile(path: scratch.path()))]
        for source in sources {
            for direction in [ReadPlan.Direction.forward, .backward] {
                var plan = ReadPlan(range: 100...2_400, direction: direction)
                let whole = try Self.told(of: source, plan)
                #expect(whole.contains { $0.text.hasPrefix("unreadable") }, "seed \(seed)")
                #expect(whole.contains { $0.text.hasPrefix("missing") }, "seed \(seed)")
                for count in 1...4 {
                    var together: [Told] = []
                    for index in 0..<count {
                        plan.share = StreamShare(index, of: count)
                        let share = try Self.told(of: source, plan)
                        let positions = share.map(\.positions.lowerBound)
                        let rising = direction == .forward ? positions : positions.reversed()
                        #expect(rising == rising.sorted())
                        together += share
                    }
                    #expect(together.count == whole.count, "seed \(seed), \(count) shares")
                    #expect(Set(together) == Set(whole), "seed \(seed), \(count) shares")
                }
            }
        }
    }

    @Test("a share has the events of its streams and no others")
    func streamsOfAShare() throws {
        let log = MemoryLog(clock: { 0 })
        for number in 1...6 { try log.append([event(number)], to: stream("stream \(number)")) }
        var plan = ReadPlan()
        plan.share = StreamShare(1, of: 3)
        #expect(try Self.told(of: log, plan).map(\.text) == ["event of stream 1", "event of stream 4"])
    }
}
