import EventLog
import Platform
import Synchronization
import TestSupport
import Testing

/// Side tables change with the log or not at all.
@Suite struct SideTableTests {
    /// Counts the events of each commit, and keeps a row for every one.
    private final class Counter: AppendParticipant {
        struct Failure: Error {}

        let commits = Mutex<[[UInt64]]>([])
        let mustFail = Mutex(false)

        func fold(_ block: borrowing EventBlock, reading reader: any SideReader) throws -> [SideChange] {
            if mustFail.withLock({ $0 }) { throw Failure() }
            let events = block.events
            commits.withLock { $0.append(events.map(\.position)) }
            var changes: [SideChange] = []
            for event in events {
                // The events of this very commit can be read, and those before it.
                var one = EventBlock()
                try reader.read(event.position, into: &one)
                #expect(one.events == [event])
                changes.append(SideChange(.rows, key: Array(event.subject.utf8), value: event.payload))
            }
            var earlier = EventBlock()
            if reader.storedHead > 0 {
                try reader.read(1, into: &earlier)
                #expect(earlier.events.map(\.position) == [1])
            }
            for outside in [0, reader.storedHead + UInt64(events.count) + 1] {
                expect(.outOfRange) { try reader.read(outside, into: &earlier) }
            }
            changes.append(
                SideChange(.projections, key: [1], value: [UInt8(truncatingIfNeeded: reader.storedHead)]))
            return changes.sorted { ($0.table.rawValue, $1.key.count) < ($1.table.rawValue, $0.key.count) }
        }
    }

    private static func rows(_ log: any SideStore, prefix: String = "") throws -> [String: [UInt8]] {
        var rows: [String: [UInt8]] = [:]
        try log.readSide { reader in
            try reader.forEach(in: .rows, prefix: Array(prefix.utf8)) { key, value in
                rows[String(decoding: bytes(of: key), as: UTF8.self)] = bytes(of: value)
                return true
            }
        }
        return rows
    }

    @Test(arguments: Implementation.appending)
    func aParticipantSeesEachCommitOnce(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        let counter = Counter()
        subject.log.setParticipant(counter)
        try subject.log.append(events(1...3), to: alice, key: "k")
        try subject.log.append([event(4)], to: bob)
        // Nothing is new in these, so there is nothing to fold.
        try subject.log.append(events(1...3), to: alice, key: "k")
        expect(.unexpectedRevision) { try subject.log.append([event(9)], to: alice, expecting: .noStream) }
        _ = try subject.log.append([
            AppendRequest([event(5)], to: alice), AppendRequest([event(6)], to: bob),
        ])
        #expect(counter.commits.withLock { $0 } == [[1, 2, 3], [4], [5, 6]])
        #expect(try Self.rows(subject.log).count == 6)
        subject.log.setParticipant(nil)
        try subject.log.append([event(7)], to: alice)
        #expect(counter.commits.withLock { $0 }.count == 3)
        if implementation == .lmdb { try subject.reopen() }
        let rows = try Self.rows(subject.log)
        #expect(rows == Dictionary(uniqueKeysWithValues: (1...6).map { ("photo \($0)", payload($0)) }))
    }

    @Test(arguments: Implementation.appending)
    func aParticipantThatFailsStopsTheAppend(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        let counter = Counter()
        subject.log.setParticipant(counter)
        try subject.log.append([event(1)], to: alice)
        let before = try subject.log.head()
        counter.mustFail.withLock { $0 = true }
        let error = expect(.incompleteProjection) { try subject.log.append([event(2)], to: bob, key: "k") }
        #expect(error?.cause is Counter.Failure)
        #expect(try subject.log.head() == before)
        #expect(try subject.log.stream(named: bob) == nil)
        #expect(try Self.rows(subject.log).count == 1)
        counter.mustFail.withLock { $0 = false }
        #expect(try !subject.log.append([event(2)], to: bob, key: "k").isRepeat)
        #expect(try Self.rows(subject.log).count == 2)
    }

    @Test(arguments: Implementation.appending)
    func changesAreMadeInOrderAndRead(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        var model: [String: [UInt8]] = [:]
        var random = SplitMix64(seed: 11)
        for round in 0..<40 {
            var changes: [SideChange] = []
            for _ in 0..<random.number(0...12) {
                let key = ["a", "ab", "b", "c/"][random.number(0...3)] + "\(random.number(0...30))"
                let value = random.oneIn(3) ? nil : payload(random.number(0...9_999))
                changes.append(SideChange(.rows, key: Array(key.utf8), value: value))
                model[key] = value
            }
            let answer = try subject.log.changeSide { reader in
                #expect(reader.storedHead == 0)
                return (changes, round)
            }
            #expect(answer == round)
            #expect(try Self.rows(subject.log) == model)
            let prefix = ["a", "ab", "b", "c/", "c/1", "x"][random.number(0...5)]
            #expect(try Self.rows(subject.log, prefix: prefix) == model.filter { $0.key.hasPrefix(prefix) })
        }
        var keys: [[UInt8]] = []
        try subject.log.readSide { reader in
            try reader.forEach(in: .rows, prefix: []) { key, _ in
                keys.append(bytes(of: key))
                return keys.count < 5
            }
            #expect(try reader.value(in: .failures, for: [1]) { _ in } == false)
        }
        #expect(keys.map { String(decoding: $0, as: UTF8.self) } == Array(model.keys.sorted().prefix(5)))
    }

    @Test(arguments: Implementation.appending)
    func aChangeThatFailsChangesNothing(_ implementation: Implementation) throws {
        struct Failure: Error {}
        let subject = try implementation.make()
        try subject.log.changeSide { _ in ([SideChange(.rows, key: [1], value: [1])], ()) }
        #expect(throws: Failure.self) {
            try subject.log.changeSide { _ -> ([SideChange], Void) in throw Failure() }
        }
        #expect(throws: Failure.self) { try subject.log.readSide { _ in throw Failure() } }
        let value = try subject.log.readSide { reader in
            var copy: [UInt8] = []
            _ = try reader.value(in: .rows, for: [1]) { copy = bytes(of: $0) }
            return copy
        }
        #expect(value == [1])
    }

    @Test(arguments: Implementation.appending)
    func concurrentChangesLoseNothing(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        let log = subject.log
        let failures = Mutex(0)
        let threads = try (0..<4).map { _ in
            try OSThread.start(name: "changing") {
                for _ in 0..<50 {
                    do {
                        try log.changeSide { reader in
                            var count: UInt8 = 0
                            _ = try reader.value(in: .rows, for: [7]) { count = $0[0] }
                            return ([SideChange(.rows, key: [7], value: [count &+ 1])], ())
                        }
                    } catch { failures.withLock { $0 += 1 } }
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(failures.withLock { $0 } == 0)
        var count: UInt8 = 0
        try log.readSide { reader in _ = try reader.value(in: .rows, for: [7]) { count = $0[0] } }
        #expect(count == 200)
    }
}
