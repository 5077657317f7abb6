import EventLog
import LMDB
import Platform
import TestSupport
import Testing

@testable import EventLog

/// The last page of each stream stands beside those of the others; the others stand under their own keys.
@Suite struct StreamTailTests {
    private static let names = ["alice", "bob", "carol"]

    /// The keys of the stream index, by their lengths.
    private static func keys(of path: String) throws -> (pages: Int, tails: Int) {
        let environment = try Environment(path: path, options: .init(access: .open, isReadOnly: true))
        defer { environment.close() }
        let table = try environment.openTables(["streamIndex"], create: false)[0]
        var (pages, tails) = (0, 0)
        try environment.read { (transaction: borrowing ReadTransaction) throws(LMDBError) in
            var cursor = try transaction.cursor(in: table)
            while let entry = try cursor.next() {
                if entry.key.count == 12 { pages += 1 } else { tails += 1 }
            }
        }
        return (pages, tails)
    }

    /// Appends events to the three streams in turn, in batches of any size; each goes through several pages.
    private static func fill(_ log: EventLog, from first: Int, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var number = first
        while number < first + 1_000 {
            let count = 1 + Int(random.next() % 150)
            let name = try StreamName(names[Int(random.next() % 3)])
            try log.append(events(number...number + count - 1), to: name)
            number += count
        }
    }

    /// Each stream reads the same through its index as among all events.
    private static func expectStreams(_ log: EventLog, _ seed: UInt64) throws {
        let all = try log.seen()
        for summary in try log.streams() {
            let own = all.filter { $0.stream == summary.name.description }.map(\.position)
            #expect(own.count == Int(summary.revision), "seed \(seed)")
            #expect(try log.seen(ReadPlan(stream: summary.name)).map(\.position) == own, "seed \(seed)")
            let backward = try log.seen(ReadPlan(stream: summary.name, direction: .backward)).map(\.position)
            #expect(backward == own.reversed(), "seed \(seed)")
            let middle = own[own.count / 2]
            let rest = try log.seen(ReadPlan(range: middle...UInt64.max, stream: summary.name))
            #expect(rest.map(\.position) == own.filter { $0 >= middle }, "seed \(seed)")
            for (index, position) in own.enumerated() {
                let revision = UInt64(index) + 1
                let page = try log.indexPage(holding: revision, ofStream: summary.number)
                #expect(page?.position(of: revision) == position, "seed \(seed)")
            }
        }
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func aFullPageLeavesTheTail(seed: UInt64) throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path(), durability: .relaxed)
        #expect(try log.identity().features.hasStreamTails)
        try Self.fill(log, from: 1, seed: seed)
        try Self.expectStreams(log, seed)
        let expected = try log.streams().reduce(0) { $0 + Int(StreamPages.page(of: $1.revision)) }
        log.close()
        let found = try Self.keys(of: scratch.path())
        #expect(found.tails == 3)
        #expect(found.pages == expected, "seed \(seed)")
    }

    @Test func aLogOfTheOlderFormStaysInIt() throws {
        let scratch = try Scratch()
        let made = try EventLog.create(at: scratch.path(), durability: .relaxed)
        var identity = try made.identity()
        made.close()
        identity.features.incompatible = 0
        try Surgery.put(
            identity.encoded, for: LogTables.MetaKey.identity, in: "meta", of: scratch.path())
        for seed in [UInt64(4), 5] {
            let log = try EventLog.open(at: scratch.path(), durability: .relaxed)
            try Self.fill(log, from: Int(seed) * 10_000, seed: seed)
            try Self.expectStreams(log, seed)
            #expect(try !log.identity().features.hasStreamTails)
            log.close()
        }
        let found = try Self.keys(of: scratch.path())
        #expect(found.tails == 0)
        #expect(found.pages > 20)
    }

    @Test func aTailOfAnotherPageIsNoPage() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        try log.append(events(1...70), to: alice)
        log.close()
        let key = StreamPages.tailKey(stream: 1)
        var tail = try Surgery.value(key, in: "streamIndex", of: scratch.path())
        tail[0] = 7
        try Surgery.put(tail, for: key, in: "streamIndex", of: scratch.path())
        let damaged = try EventLog.open(at: scratch.path())
        defer { damaged.close() }
        #expect(try damaged.indexPage(holding: 64, ofStream: 1)?.position(of: 64) == 64)
        #expect(try damaged.indexPage(holding: 65, ofStream: 1)?.position(of: 65) == nil)
        expect(.damaged) { _ = try damaged.seen(ReadPlan(stream: alice)) }
        #expect(try damaged.seen().count == 70)
    }

    /// The entries of the stream index, as they stand in the file.
    private static func entries(of path: String) throws -> [String] {
        let environment = try Environment(path: path, options: .init(access: .open, isReadOnly: true))
        defer { environment.close() }
        let table = try environment.openTables(["streamIndex"], create: false)[0]
        var entries: [String] = []
        try environment.read { (transaction: borrowing ReadTransaction) throws(LMDBError) in
            var cursor = try transaction.cursor(in: table)
            while let entry = try cursor.next() {
                let (key, value) = ([UInt8](copying: entry.key), [UInt8](copying: entry.value))
                entries.append("\(GoldenTests.hex(key)) \(GoldenTests.hex(value))")
            }
        }
        return entries
    }

    @Test func theIndexIsWrittenTheSameForEver() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        try log.append(events(1...63), to: alice)
        try log.append(events(1...1), to: bob)
        try log.append(events(64...65), to: alice)
        log.close()
        let positions = (1...63).map { UInt64($0) } + [65]
        func words(_ numbers: [UInt64]) -> String {
            numbers.map { number in
                GoldenTests.hex((0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) })
            }.joined()
        }
        #expect(
            try Self.entries(of: scratch.path()) == [
                "000000010000000000000000 " + words(positions),
                "ffffffff00000001 " + words([1, 66]),
                "ffffffff00000002 " + words([0, 64]),
            ])
    }
}
