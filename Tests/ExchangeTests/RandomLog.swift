import Digest
import EventCoding
import EventLog
import TestSupport

/// Logs that hold every trap that text, numbers and times can set.
enum RandomLog {
    /// Texts that some reader somewhere takes otherwise than they are.
    static let texts = [
        "", " ", "a", "\u{0}", "a\u{0}b", "\u{7F}\u{80}\u{9B}", "\u{1B}[2J\u{1B}]0;x\u{7}", "\r\n\t\"\\/",
        "\u{E9}", "e\u{301}", "\u{2028}\u{2029}", "\u{202E}abc\u{202C}\u{2066}", "\u{FEFF}x",
        "\u{FFFD}\u{FFFF}",
        "👩‍👩‍👧‍👦🇵🇹", "\u{10FFFF}", "</script><!--", "{\"kind\":\"end\"}", "1.0", "null", "#", "日本語",
        String(repeating: "\u{1}", count: 200), "a.b[0]",
    ]

    static let integers: [Int64] = [
        0, -1, 1, 23, 24, 255, 256, 65_535, 65_536, 1 << 53, (1 << 53) + 1, -(1 << 53) - 1, .max, .min,
    ]

    static let reals: [Double] = [
        0.0, -0.0, 1.0, -1.0, 0.1, 1.5, 65_504.0, .leastNonzeroMagnitude, .leastNormalMagnitude,
        .greatestFiniteMagnitude,
        1e16, 123_456_789_012_345_680.0, 9_007_199_254_740_993.0, 3.141592653589793, 1e-7,
        3.4028234663852886e38,
    ]

    static let times: [Int64] = [
        0, -1, 1_772_446_446_880, -62_167_219_200_000, -62_167_219_200_001, 253_402_300_799_999,
        253_402_300_800_000, .min, .max,
    ]

    static func text(_ random: inout SplitMix64) -> String {
        texts[Int.random(in: 0..<texts.count, using: &random)]
    }

    static func payload(_ random: inout SplitMix64, depth: Int = 0) -> PayloadValue {
        switch Int.random(in: 0...(depth < 4 ? 9 : 6), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .integer(integers[Int.random(in: 0..<integers.count, using: &random)])
        case 3: return PayloadValue(UInt64.max - UInt64.random(in: 0...3, using: &random))
        case 4: return .real(reals[Int.random(in: 0..<reals.count, using: &random)])
        case 5, 6: return .text(text(&random))
        case 7:
            return .list(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in payload(&random, depth: depth + 1) })
        default:
            var map = PayloadMap()
            for _ in 0..<Int.random(in: 0...5, using: &random) {
                map[text(&random)] = payload(&random, depth: depth + 1)
            }
            return .map(map)
        }
    }

    /// As deep as a payload may be.
    static func deepest() -> PayloadValue {
        var value = PayloadValue.list([])
        for _ in 1..<CBORView.maximumDepth { value = .list([value]) }
        return value
    }

    static func event(_ random: inout SplitMix64, _ number: Int) throws -> ProposedEvent {
        let types: [EventType] = ["note.written", "bell.rung", "unknown.type", "e\u{301}.\u{E9}", "x"]
        var event = ProposedEvent(
            type: types[Int.random(in: 0..<types.count, using: &random)],
            schemaVersion: [1, 2, 7, .max][Int.random(in: 0...3, using: &random)], subject: text(&random),
            payload: number % 40 == 7 ? deepest().cbor : payload(&random).cbor)
        if Bool.random(using: &random) {
            event.occurred = Timestamp(
                milliseconds: times[Int.random(in: 0..<times.count, using: &random)],
                zoneMinutes: [0, 60, -720, 345, .min, .max][Int.random(in: 0...5, using: &random)])
        }
        if Int.random(in: 0...3, using: &random) == 0 {
            event.id = EventID(bytes: (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
        if Bool.random(using: &random) {
            var map = PayloadMap()
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                map[text(&random)] = payload(&random, depth: 3)
            }
            event.metadata = PayloadValue.map(map).cbor
        }
        event.isImported = Int.random(in: 0...4, using: &random) == 0
        return event
    }

    static let streams = ["alice", "bob", "e\u{301}", "\u{E9}", "\u{202E}evil", " "]

    /// Appends random batches, with a clock that jumps.
    static func fill(_ log: any EventAppender, _ random: inout SplitMix64, events count: Int) throws {
        var written = 0
        while written < count {
            let batch = try (0..<min(Int.random(in: 1...4, using: &random), count - written)).map { _ in
                written += 1
                return try event(&random, written)
            }
            try log.append(
                batch, to: StreamName(streams[Int.random(in: 0..<streams.count, using: &random)]))
        }
    }

    /// A log in memory with so many events.
    static func make(_ random: inout SplitMix64, events count: Int) throws -> MemoryLog {
        let clock = SteppingClock(seed: random.next())
        let log = MemoryLog(clock: clock.reading)
        try fill(log, &random, events: count)
        return log
    }

    /// The same log with some events erased.
    static func erasing(_ log: MemoryLog, _ random: inout SplitMix64) throws -> MemoryLog {
        var restored = LogRestoration(identity: log.identity())
        try log.forEachBlock { (block: borrowing EventBlock) in
            for index in 0..<block.count {
                guard let event = block.event(at: index) else { continue }
                let whole = try RestoredEvent(event)
                if Int.random(in: 0...3, using: &random) == 0 {
                    try restored.append(
                        RestoredStub(kept: whole.kept, flags: whole.flags, innerDigest: innerDigest(event)))
                } else {
                    try restored.append(whole)
                }
            }
            return .proceed
        }
        return MemoryLog(restoring: restored)
    }

    private static func innerDigest(_ event: borrowing Event) -> SHA256Digest {
        let bytes = event.bytes.indices.map { event.bytes[$0] }
        let kept = Int(bytes[8]) | Int(bytes[9]) << 8
        let withheld = Array(bytes[(16 + kept)..<(bytes.count - 8)])
        return SHA256.hash(withheld.span)
    }
}
