import Digest
import EventCoding
import Exchange
import Foundation
import TestSupport
import Testing

@testable import EventLog

/// Where two logs part.
@Suite struct LogDivergenceTests {
    @Test("a log and itself hold the same, however they are stored", arguments: Implementation.allCases)
    func same(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        let none = try LogDivergence(subject.log, subject.log)
        #expect(none.isSame && none.common == 0 && none.root == MerkleFrontier().root)
        try subject.log.append(events(1...40), to: alice)
        try subject.log.append(events(1...3), to: bob)
        let both = try LogDivergence(subject.log, try export(subject.log))
        #expect(both.isSame && both.isComplete && both.shared.isEmpty)
        #expect(both.common == 43)
        #expect(both.root == (try subject.log.head().root))
    }

    @Test(
        "a copy that was continued by itself shares what came before, and says which ids stand on both sides")
    func forked() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        defer { log.close() }
        try log.append(events(1...20), to: alice)
        let shared = try log.head()
        try log.copy(to: scratch.path("copy"))
        let copy = try EventLog.open(at: scratch.path("copy"))
        defer { copy.close() }
        // The copy goes by another id from here on, so even an equal event has another leaf.
        let then = Timestamp(milliseconds: 5)
        let both = event(22, id: id(1), occurred: then)
        try log.append([event(21), both, event(23, id: id(2), occurred: then)], to: alice)
        try copy.append([both, event(99, id: id(2), occurred: then)], to: alice)
        let result = try LogDivergence(log, copy)
        #expect(result.common == 20)
        #expect(result.root == shared.root)
        #expect(result.left.count == 3 && result.left.last == 23)
        #expect(result.right.count == 2 && result.right.last == 22)
        #expect(!result.isSame && result.isComplete)
        #expect(result.shared.map(\.id) == [id(1), id(2)])
        #expect(result.shared.map(\.left) == [22, 23])
        #expect(result.shared.map(\.right) == [21, 22])
        #expect(result.shared.map(\.isSame) == [true, false])
        let longer = try LogDivergence(log, try export(log))
        #expect(longer.isSame && longer.common == 23)
    }

    @Test("a log is the beginning of its continuation")
    func prefix() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        defer { log.close() }
        try log.append(events(1...9), to: alice)
        let before = try export(log)
        try log.append(events(10...12), to: alice)
        let result = try LogDivergence(before, log)
        #expect(result.common == 9 && result.left.count == 0 && result.right.count == 3)
        #expect(result.root == before.head().root)
    }

    @Test("logs that share nothing may hold the same ids")
    func strangers() throws {
        let logs = [MemoryLog(), MemoryLog()]
        for log in logs { try log.append([event(1, id: id(7)), event(2)], to: alice) }
        let result = try LogDivergence(logs[0], logs[1])
        #expect(result.common == 0 && result.left.count == 2 && result.right.count == 2)
        #expect(result.shared == [.init(id: id(7), left: 1, right: 1, isSame: true)])
    }

    @Test("random histories against a comparison of all leaves", arguments: 0..<8)
    func random(batch: Int) throws {
        for seed in UInt64(batch * 10)..<UInt64(batch * 10 + 10) {
            var random = SplitMix64(seed: seed)
            let log = MemoryLog()
            try log.append(events(1...random.number(1...30)), to: alice)
            let fork = try export(log)
            let common = fork.head().position
            if random.oneIn(3) { try log.append(events(1...random.number(1...5)), to: bob) }
            let result = try LogDivergence(fork, log)
            #expect(result.common == common, "seed \(seed)")
            #expect(result.root == fork.head().root, "seed \(seed)")
            #expect(result.right.count == log.head().position - common, "seed \(seed)")
            #expect(result.left.count == 0 && result.shared.isEmpty, "seed \(seed)")
        }
    }

    @Test("a place that cannot be read ends what is certain, and is named")
    func damaged() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        try log.append(events(1...6), to: alice)
        let whole = try export(log)
        log.close()
        let key = LogTables.key(position: 4)
        var record = try Surgery.value(key, in: "events", of: scratch.path())
        record[record.count / 2] ^= 1
        try Surgery.put(record, for: key, in: "events", of: scratch.path())
        let hurt = try EventLog.open(at: scratch.path(), access: .readUnlocked)
        defer { hurt.close() }
        let result = try LogDivergence(whole, hurt)
        #expect(result.common == 3)
        #expect(!result.isComplete && result.left.unread.isEmpty)
        #expect(result.right.unread.map(\.positions) == [4...4])
        #expect(result.shared.map(\.left) == [5, 6], "what follows is still told apart by id")
    }

    private func export(_ log: any EventSource) throws -> ExportedLog {
        var bytes: [UInt8] = []
        _ = try ExportWriter(log).write { line, _ in bytes += line }
        return try ExportedLog(reading: bytes)
    }
}
