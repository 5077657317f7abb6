import EventLog
import Foundation
import TestSupport
import Testing

/// A writer and two readers take turns in every order, one step at a time: a reader sees one committed prefix,
/// never a mix, and what was acknowledged is seen by whoever looks afterwards.
@Suite(.serialized, .timeLimit(.minutes(45))) struct ScheduleTests {
    /// Random schedules of more steps; `TRAVELOG_SCHEDULES` asks for more.
    private static let sampled =
        ProcessInfo.processInfo.environment["TRAVELOG_SCHEDULES"].flatMap { Int($0) } ?? 200
    private static let seed =
        ProcessInfo.processInfo.environment["TRAVELOG_SEED"].flatMap { UInt64($0) } ?? 1

    /// A reader of a plan: it pins the end, then takes slices.
    private struct PlanReader {
        var cursor: ReadCursor?
        var plan = ReadPlan()
        var pinned: UInt64 = 0
        var seen: [UInt64] = []

        mutating func step(_ log: EventLog, from start: UInt64, head: UInt64) throws {
            guard cursor != nil else {
                plan.range = start + 1...UInt64.max
                cursor = try log.cursor(for: plan)
                pinned = head
                return
            }
            guard var at = cursor, !at.isAtEnd else { return }
            var block = EventBlock()
            try log.fill(&block, from: plan, at: &at)
            seen += block.events.map(\.position)
            cursor = at
        }
    }

    /// One schedule over a log that goes on from the one before; each step is a letter of `order`.
    private func run(_ order: [Character], _ log: EventLog, _ random: inout SplitMix64) throws {
        let start = try log.head().position
        var head = start
        var reader = PlanReader()
        let follower = try log.follow(after: start)
        var followed: [UInt64] = []
        var block = EventBlock()
        let name = String(order)
        for step in order {
            switch step {
            case "w":
                let size = random.number(1...3)
                let receipt = try log.append(events(1...size), to: random.oneIn(2) ? alice : bob)
                #expect(receipt.positions == (head + 1...head + UInt64(size)).map { $0 }, "\(name)")
                head = receipt.head
            case "r":
                try reader.step(log, from: start, head: head)
                let expected = start < reader.pinned ? (start + 1...reader.pinned).map { $0 } : []
                #expect(reader.seen == [] || reader.seen == expected, "\(name): the plan read \(reader.seen)")
            default:
                while try follower.next(into: &block, waiting: 0) { followed += block.events.map(\.position) }
                let expected = start < head ? (start + 1...head).map { $0 } : []
                #expect(followed == expected, "\(name): the follower saw \(followed)")
            }
        }
        #expect(try log.head().position == head, "\(name)")
    }

    /// Every order of the letters that are left.
    private func forEachOrder(
        _ left: [(letter: Character, count: Int)], _ order: inout [Character],
        _ body: ([Character]) throws -> Void
    ) rethrows {
        if left.allSatisfy({ $0.count == 0 }) { return try body(order) }
        for index in left.indices where left[index].count > 0 {
            var rest = left
            rest[index].count -= 1
            order.append(left[index].letter)
            try forEachOrder(rest, &order, body)
            order.removeLast()
        }
    }

    @Test("all 1 680 orders of three steps each of a writer, a plan's reader and a follower")
    func exhaustive() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path(), durability: .relaxed)
        defer { log.close() }
        var random = SplitMix64(seed: 1)
        var order: [Character] = []
        var count = 0
        try forEachOrder([("w", 3), ("r", 3), ("f", 3)], &order) { order in
            try run(order, log, &random)
            count += 1
        }
        #expect(count == 1_680)
        try expectWhole(log)
        print("soak: schedules executions \(count) findings 0")
    }

    @Test("random orders of more steps")
    func random() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path(), durability: .relaxed)
        defer { log.close() }
        var random = SplitMix64(seed: Self.seed)
        for _ in 0..<Self.sampled {
            let letters = Array("wwwwwwrrrrrrffffff").shuffled(using: &random)
            try run(letters, log, &random)
        }
        try expectWhole(log)
        print("soak: schedules executions \(Self.sampled) findings 0")
    }
}
