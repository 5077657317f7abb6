import EventCoding
import Synchronization
import TestSupport

@testable import EventLog

/// A log in memory in which nothing is left to chance: clock, log id and every random byte are given.
final class FixedLog {
    let clock = TestClock(1_700_000_000_123)
    let log: MemoryLog

    init(seed: UInt64 = 6) {
        let random = Mutex(SplitMix64(seed: seed))
        log = MemoryLog(
            clock: clock.reading, logID: LogID(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF),
            randomness: { count in
                random.withLock { random in (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
                }
            })
    }

    /// The record at `position`, as stored.
    func record(_ position: UInt64) throws -> [UInt8] {
        var block = EventBlock()
        try log.read(position, into: &block)
        guard let event = block.event(at: 0) else { return [] }
        return bytes(of: event.bytes)
    }

    /// Records of several shapes.
    static func samples() throws -> [(name: String, record: [UInt8])] {
        let fixed = FixedLog()
        var names: [String] = []
        func append(_ name: String, _ event: ProposedEvent, to stream: StreamName = alice, key: String? = nil)
            throws
        {
            try fixed.log.append([event], to: stream, key: key)
            names.append(name)
        }
        try append("smallest", ProposedEvent(type: "t", payload: [0xF6]), to: stream("s"))
        var map = PayloadMap()
        map["photo"] = .text("p17")
        map["latitude"] = .real(48.8584)
        map["tags"] = .list([.text("paris"), .text("tour eiffel")])
        map["size"] = .unsigned(.max)
        var metadata = PayloadMap()
        metadata["app"] = .text("travelog")
        try append(
            "every field",
            ProposedEvent(
                type: visited, schemaVersion: 513, subject: "p17", payload: PayloadValue.map(map).cbor,
                occurred: Timestamp(milliseconds: -62_135_596_800_000, zoneMinutes: 345),
                id: id(0x0102_0304_0506_0708),
                metadata: PayloadValue.map(metadata).cbor, isImported: true))
        try append("under a key", event(3), key: "vacation 7")
        try append(
            "beyond ASCII",
            ProposedEvent(
                type: "фото.просмотрено", subject: "Zürich e\u{301} 東京 🗼", payload: payload(4),
                occurred: Timestamp(milliseconds: .max, zoneMinutes: .min)),
            to: stream("josé"))
        fixed.clock.set(1_600_000_000_000)
        try append("clock ran back", event(5, occurred: Timestamp(milliseconds: .min, zoneMinutes: .max)))
        fixed.clock.set(1_700_000_000_999)
        try append(
            "longest names",
            ProposedEvent(
                type: EventType(validating: String(repeating: "t", count: 64)),
                subject: String(repeating: "b", count: 1_024), payload: [0x00]),
            to: stream(String(repeating: "s", count: 255)))
        try fixed.log.append(events(7...8), to: bob)
        names += ["first of a batch", "second of a batch"]
        return try names.enumerated().map { ($1, try fixed.record(UInt64($0) + 1)) }
    }
}
