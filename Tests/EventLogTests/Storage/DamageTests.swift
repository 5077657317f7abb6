import EventCoding
import Testing

@testable import EventLog

/// Damage is named where it is, and costs no more than what it hit.
@Suite struct DamageTests {
    private static let damagedPosition: UInt64 = 7

    /// A log of 12 events of two streams, closed and changed behind its back.
    private static func log(
        _ scratch: Scratch, ids: Bool = false, _ change: (String) throws -> Void
    ) throws -> EventLog {
        let clock = TestClock(step: 10)
        let log = try EventLog.create(at: scratch.path(), clock: clock.reading)
        for number in 1...12 {
            let event = event(number, id: ids ? id(UInt64(number)) : nil)
            try log.append([event], to: number % 2 == 1 ? alice : bob)
        }
        log.close()
        try change(scratch.path())
        return try EventLog.open(at: scratch.path(), clock: clock.reading)
    }

    private static func flip(_ path: String) throws {
        let key = LogTables.key(position: damagedPosition)
        var record = try Surgery.value(key, in: "events", of: path)
        record[record.count / 2] ^= 0x10
        try Surgery.put(record, for: key, in: "events", of: path)
    }

    private static func remove(_ path: String) throws {
        for position in damagedPosition...damagedPosition + 1 {
            try Surgery.delete(LogTables.key(position: position), in: "events", of: path)
        }
    }

    /// What a plan reads, in words.
    private static func words(_ log: any EventSource, _ plan: ReadPlan) throws -> [String] {
        var words: [String] = []
        try log.forEachBlock(plan) { block in
            for index in 0..<block.count {
                switch block.entry(at: index) {
                case .event(let event): words.append("\(event.position)")
                case .withheld(let event): words.append("withheld \(event.position)")
                case .missing(let range, let reason): words.append("missing \(range) \(reason.rawValue)")
                case .unreadable(let position, let why): words.append("unreadable \(position) \(why.reason)")
                }
            }
            return .proceed
        }
        return words
    }

    @Test("C46, C48: a damaged record is unreadable on every path, and kills nobody")
    func aDamagedRecordIsUnreadableOnEveryPath() throws {
        let scratch = try Scratch()
        let log = try Self.log(scratch) { try Self.flip($0) }
        let bad = "unreadable 7 wrongChecksum"
        let forward = (1...6).map { "\($0)" } + [bad] + (8...12).map { "\($0)" }
        #expect(try Self.words(log, ReadPlan()) == forward)
        #expect(try Self.words(log, ReadPlan(direction: .backward)) == forward.reversed())
        #expect(try Self.words(log, ReadPlan(stream: alice)) == ["1", "3", "5", bad, "9", "11"])
        // It cannot say of which type it is, so every plan for types meets it.
        #expect(try Self.words(log, ReadPlan(types: ["other"])) == [bad])
        #expect(try Self.words(log, ReadPlan(range: 7...7)) == [bad])
        let follower = try log.follow(after: 6)
        var block = EventBlock()
        #expect(try follower.next(into: &block, waiting: 0))
        #expect(!block.isComplete)
        #expect(follower.position == 12)
        expect(.damaged) { _ = try log.resumeToken(after: 7) }
    }

    @Test("C58: records that are missing are gaps, told in their place")
    func missingRecordsAreGaps() throws {
        let scratch = try Scratch()
        let log = try Self.log(scratch) { try Self.remove($0) }
        let gap = "missing 7...8 undeclared"
        let forward = (1...6).map { "\($0)" } + [gap] + (9...12).map { "\($0)" }
        #expect(try Self.words(log, ReadPlan()) == forward)
        #expect(try Self.words(log, ReadPlan(direction: .backward)) == forward.reversed())
        #expect(
            try Self.words(log, ReadPlan(stream: alice)) == [
                "1", "3", "5", "missing 7...7 undeclared", "9", "11",
            ])
        #expect(try Self.words(log, ReadPlan(range: 8...9)) == ["missing 8...8 undeclared", "9"])
        #expect(try Self.words(log, ReadPlan(range: 7...8)) == [gap])
        #expect(
            try Self.words(log, ReadPlan(range: 5...7, direction: .backward)) == [
                "missing 7...7 undeclared", "6", "5",
            ])
        #expect(try Self.words(log, ReadPlan(range: 7...12, limit: 2)) == [gap, "9"])
    }

    @Test("C58: missing ends are gaps")
    func missingEndsAreGaps() throws {
        let scratch = try Scratch()
        let log = try Self.log(scratch) { path in
            for position: UInt64 in [1, 2, 11, 12] {
                try Surgery.delete(LogTables.key(position: position), in: "events", of: path)
            }
        }
        let forward = ["missing 1...2 undeclared"] + (3...10).map { "\($0)" } + ["missing 11...12 undeclared"]
        #expect(try Self.words(log, ReadPlan()) == forward)
        #expect(try Self.words(log, ReadPlan(direction: .backward)) == forward.reversed())
    }

    @Test func aSearchByTimePassesDamageOver() throws {
        let scratch = try Scratch()
        let log = try Self.log(scratch) { path in
            try Self.flip(path)
            for position: UInt64 in [1, 6, 8] {
                try Surgery.delete(LogTables.key(position: position), in: "events", of: path)
            }
        }
        var recorded: [(position: UInt64, time: Int64)] = []
        try log.forEachBlock { block in
            recorded += block.events.map { ($0.position, $0.recorded) }
            return .proceed
        }
        #expect(recorded.count == 8)
        let first = try #require(recorded.first).time
        for time in first - 20...first + 150 {
            let expected = recorded.last { $0.time <= time }?.position ?? 0
            #expect(try log.position(recordedAtOrBefore: time) == expected, "time \(time)")
        }
        for known in recorded {
            let id = try log.seen(at: known.position).id
            #expect(try log.position(of: id) == known.position)
        }
    }

    @Test func aRetryOfADamagedEventIsNoRepeat() throws {
        let scratch = try Scratch()
        let log = try Self.log(scratch, ids: true) { try Self.flip($0) }
        let error = expect(.idempotencyConflict) { try log.append([event(7, id: id(7))], to: alice) }
        #expect(error?.position == 7)
        #expect(try log.append([event(8, id: id(8))], to: bob).isRepeat)
    }

    @Test("C39: an index that lies is not believed")
    func anIndexThatLiesIsNotBelieved() throws {
        let scratch = try Scratch()
        let pageKey = StreamPages.tailKey(stream: 1)
        var log = try Self.log(scratch) { path in
            // Revision 2 of the first stream is said to be another stream's event.
            var page = try Surgery.value(pageKey, in: "streamIndex", of: path)
            page[StreamPages.tailHead + 8] = 2
            try Surgery.put(page, for: pageKey, in: "streamIndex", of: path)
        }
        let error = expect(.damaged) { _ = try log.seen(ReadPlan(stream: alice)) }
        #expect(error?.position == 2)
        #expect(try log.seen(ReadPlan(stream: bob)).count == 6)
        #expect(try log.seen().count == 12)
        log.close()
        try Surgery.put([1, 2, 3], for: pageKey, in: "streamIndex", of: scratch.path())
        log = try EventLog.open(at: scratch.path())
        expect(.damaged) { _ = try log.seen(ReadPlan(stream: alice)) }
        log.close()
        try Surgery.put([1, 2, 3], for: alice.bytes, in: "streams", of: scratch.path())
        try Surgery.put([1, 2, 3], for: id(99).bytes, in: "ids", of: scratch.path())
        log = try EventLog.open(at: scratch.path())
        expect(.damaged) { _ = try log.stream(named: alice) }
        expect(.damaged) { try log.append([event(13)], to: alice) }
        expect(.damaged) { _ = try log.position(of: id(99)) }
        expect(.damaged) { _ = try log.streams() }
        #expect(try log.append([event(13)], to: bob).positions == [13])
    }

    @Test func aHeadBehindItsEventsIsNoticed() throws {
        let scratch = try Scratch()
        var old: [UInt8] = []
        let path = scratch.path()
        let first = try EventLog.create(at: path)
        try first.append([event(1)], to: alice)
        first.close()
        old = try Surgery.value(LogTables.MetaKey.head, in: "meta", of: path)
        let second = try EventLog.open(at: path)
        try second.append([event(2)], to: alice)
        second.close()
        try Surgery.put(old, for: LogTables.MetaKey.head, in: "meta", of: path)
        let log = try EventLog.open(at: path)
        let error = expect(.damaged) { try log.append([event(3)], to: alice) }
        #expect(error?.position == 2)
        #expect(try log.head().position == 1)
    }
}
