import EventCoding
import EventLog
import Foundation
import Platform
import Synchronization
import TestSupport

/// A log in LMDB that is made the same way each time, but for ids and salts, and its file's bytes.
struct SampleLog {
    /// The bytes of the data file.
    let bytes: [UInt8]
    /// The bytes of the data file some commits before its end.
    let earlier: [UInt8]
    /// Every record, by position from 1.
    let records: [[UInt8]]
    /// Where it ends.
    let head: LogHead

    /// A log of `events` events in several streams, some of them longer than a page, with stored rows.
    ///
    /// - Parameter length: The length of every event's text, which else is random and seldom long.
    static func make(events: Int, seed: UInt64 = 1, length: Int? = nil) throws -> SampleLog {
        let folder = try Folder()
        var random = SplitMix64(seed: seed)
        let ticks = Ticks()
        let log = try EventLog.create(
            at: folder.path("a.evlog"), durability: .relaxed, clock: { ticks.next() })
        var earlier: [UInt8] = []
        var made = 0
        while made < events {
            let count = min(events - made, Int.random(in: 1...12, using: &random))
            let stream = try StreamName("user \(Int.random(in: 1...3, using: &random))")
            let batch = (0..<count).map { event(made + $0, length, &random) }
            _ = try log.append([AppendRequest(batch, to: stream)])
            made += count
            try store(made, log)
            if made > events * 3 / 4, earlier.isEmpty { earlier = try bytes(of: folder.path("a.evlog")) }
        }
        let records = try records(of: log)
        let head = try log.head()
        log.close()
        return SampleLog(
            bytes: try bytes(of: folder.path("a.evlog")), earlier: earlier, records: records, head: head)
    }

    private static func event(
        _ number: Int, _ length: Int?, _ random: inout SplitMix64
    ) -> ProposedEvent {
        var map = PayloadMap()
        let length = length ?? (number % 40 == 7 ? 9000 : Int.random(in: 0...120, using: &random))
        map["number"] = .integer(Int64(number))
        map["text"] = .text(String(repeating: "line \(number)\n", count: length / 8))
        return ProposedEvent(
            type: number % 3 == 0 ? "bell.rung" : "lamp.lit", subject: "thing \(number % 9)",
            payload: PayloadValue.map(map).cbor)
    }

    private static func store(_ number: Int, _ log: EventLog) throws {
        try log.changeSide { _ in
            let key = Array("row \(number % 17)".utf8)
            let value = [UInt8](repeating: UInt8(number % 251), count: 40 + number % 300)
            return ([SideChange(.rows, key: key, value: number % 5 == 0 ? nil : value)], ())
        }
    }

    private static func bytes(of path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// The records of a log that is whole, by position.
    static func records(of source: any EventSource) throws -> [[UInt8]] {
        var records: [[UInt8]] = []
        try source.forEachBlock { block in
            for index in 0..<block.count {
                if let event = block.event(at: index) { records.append(copy(event.bytes)) }
            }
            return .proceed
        }
        return records
    }
}

/// A clock that goes on by itself.
final class Ticks: Sendable {
    private let time = Mutex<Int64>(1_767_225_600_000)
    func next() -> Int64 {
        time.withLock { time in
            time += 1000
            return time
        }
    }
}

/// A folder for one test, removed when nobody holds it any more.
final class Folder: Sendable {
    let folder: String

    init() throws {
        let parent =
            FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
        folder = parent + "/forensics-tests-" + UUID().uuidString
        try Files.makeDirectory(folder)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func path(_ name: String) -> String { folder + "/" + name }

    func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }
}

/// A copy of bytes that are lent.
func copy(_ bytes: Span<UInt8>) -> [UInt8] {
    var copy: [UInt8] = []
    copy.reserveCapacity(bytes.count)
    for index in bytes.indices { copy.append(bytes[index]) }
    return copy
}
