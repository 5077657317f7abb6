import EventCoding
import EventLog
import Foundation
import LMDB

@testable import Forensics

/// A folder that goes with the test.
final class AttackFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "attack-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }
}

/// A log to be attacked, and the ways in which somebody might do so.
struct AttackLog {
    /// What the records of the log are made of, in order.
    var events: [RestoredEvent]
    var identity: LogIdentity

    /// A log of some events of two streams.
    static func sample(_ count: Int = 24) throws -> AttackLog {
        let clock = TestClock()
        let log = MemoryLog(clock: { clock.next() })
        for number in 0..<count {
            let stream = try StreamName(number % 3 == 0 ? "alice" : "bob")
            _ = try log.append([AppendRequest([try event(number)], to: stream)])
        }
        return try AttackLog(of: log)
    }

    static func event(_ number: Int) throws -> ProposedEvent {
        let type = try EventType(validating: "thing.happened")
        return ProposedEvent(
            type: type, subject: "s\(number)", payload: PayloadValue.integer(Int64(number)).cbor,
            id: EventID(bytes: [UInt8](repeating: 7, count: 15) + [UInt8(number)]))
    }

    init(of log: any EventSource) throws {
        identity = LogIdentity(created: 0, epochs: try log.identity().epochs)
        var events: [RestoredEvent] = []
        try log.forEachBlock { (block: borrowing EventBlock) in
            for index in 0..<block.count {
                if let event = block.event(at: index) { events.append(try RestoredEvent(event)) }
            }
            return .proceed
        }
        self.events = events
    }

    /// The log as somebody leaves it who computes everything anew: records, indexes, tree.
    func rehashed() throws -> MemoryLog { MemoryLog(restoring: try restoration()) }

    func restoration() throws -> LogRestoration {
        var restoration = LogRestoration(identity: identity)
        for event in events { try restoration.append(event) }
        return restoration
    }

    /// The log in a file.
    func write(to path: String) throws { try EventLog.restore(try restoration(), at: path) }

    /// The log with other events, each given the place and revision that it now has.
    func with(_ events: [RestoredEvent]) -> AttackLog {
        var copy = self
        copy.events = []
        var revisions: [UInt32: UInt64] = [:]
        var recorded = Int64.min
        for var event in events {
            event.kept.position = UInt64(copy.events.count) + 1
            revisions[event.kept.streamNumber, default: 0] += 1
            event.kept.revision = revisions[event.kept.streamNumber] ?? 0
            recorded = max(recorded, event.kept.recorded)
            event.kept.recorded = recorded
            copy.events.append(event)
        }
        return copy
    }

    /// Puts the records of another version of the log into a file, and leaves its tree and indexes alone.
    static func plant(_ other: AttackLog, in path: String) throws {
        let source = try other.rehashed()
        let last = source.head().position
        let old = try headPosition(path)
        try change(path, "events") { (transaction: inout WriteTransaction, table) throws(LMDBError) in
            for position in 1...max(last, old) {
                let value = position <= last ? (try? source.storedBytes(at: position)) ?? nil : nil
                if let value {
                    try transaction.put(value.span, for: key(position).span, in: table)
                } else {
                    _ = try transaction.delete(key(position).span, in: table)
                }
            }
        }
    }

    private static func headPosition(_ path: String) throws -> UInt64 {
        let log = try EventLog.open(at: path, access: .read)
        defer { log.close() }
        return try log.head().position
    }

    static func key(_ position: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: position >> UInt64(56 - 8 * $0)) }
    }

    /// Changes a table behind the log's back.
    static func change(
        _ path: String, _ name: String, _ body: (inout WriteTransaction, Table) throws(LMDBError) -> Void
    ) throws {
        let environment = try Environment(path: path, options: .init(access: .open))
        defer { environment.close() }
        let table = try environment.openTables([name], create: false)[0]
        try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
            try body(&transaction, table)
        }
    }

    /// Flips a bit of the record at a position.
    static func flip(_ position: UInt64, byte: Int, in path: String) throws {
        let log = try EventLog.open(at: path, access: .read)
        var bytes = try log.storedBytes(at: position) ?? []
        log.close()
        bytes[byte] ^= 1
        let changed = bytes
        try change(path, "events") { (transaction: inout WriteTransaction, table) throws(LMDBError) in
            try transaction.put(changed.span, for: key(position).span, in: table)
        }
    }
}

/// A clock that ticks once a second.
final class TestClock: @unchecked Sendable {
    private let lock = NSLock()
    private var time: Int64 = 1_700_000_000_000

    func next() -> Int64 {
        lock.withLock {
            time += 1_000
            return time
        }
    }
}
