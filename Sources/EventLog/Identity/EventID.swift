internal import Digest

/// 16 bytes, unique in a log, shown as a UUID.
public struct EventID: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The id whose 16 bytes are `bytes`, or nil when there are not 16.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.init(high: bytes.span.bigEndian64(at: 0), low: bytes.span.bigEndian64(at: 8))
    }

    /// The id that `uuid` spells, with or without hyphens, in either case; nil when it does not.
    public init?(uuid: String) {
        let parts = uuid.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 1 || parts.map(\.count) == [8, 4, 4, 4, 12] else { return nil }
        guard let pair = Hex.pair(String(uuid.filter { $0 != "-" })) else { return nil }
        self.init(high: pair.high, low: pair.low)
    }

    /// The id that a UUID in small letters with hyphens spells, the form of `description`; nil for another one.
    package init?(described uuid: Span<UInt8>) {
        guard let (high, low) = LowercaseHex.uuid(uuid) else { return nil }
        self.init(high: high, low: low)
    }

    /// The 16 bytes, most significant first.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        bytes.appendBigEndian(high)
        bytes.appendBigEndian(low)
        return bytes
    }

    /// The id of the `index`-th event appended to `stream` under an idempotency key.
    ///
    /// A UUID of version 8 (RFC 9562), made of the SHA-256 of the three.
    ///
    /// - Parameter index: Place in the batch, from 0.
    static func derived(stream: StreamName, key: String, index: Int) -> EventID {
        var input: [UInt8] = Array("travelog idempotency key\0".utf8)
        input.appendLittleEndian(UInt32(stream.bytes.count))
        input += stream.bytes
        input.appendLittleEndian(UInt32(key.utf8.count))
        input += key.utf8
        input.appendLittleEndian(UInt64(index))
        let digest = SHA256.hash(input.span).bytes
        let (high, low) = (digest.span.bigEndian64(at: 0), digest.span.bigEndian64(at: 8))
        return EventID(high: high & ~0xF000 | 0x8000, low: low & ~variantMask | variant)
    }

    /// The two bits that every UUID of RFC 9562 begins its second half with, and their place.
    private static let variant: UInt64 = 0x8000_0000_0000_0000
    private static let variantMask: UInt64 = 0xC000_0000_0000_0000

    /// A UUID of version 7 (RFC 9562) for `milliseconds`, above `previous` whatever the clock says.
    static func generated(
        milliseconds: Int64, randomBits: (UInt64, UInt64), after previous: EventID
    ) -> EventID {
        let time = min(UInt64(clamping: milliseconds), 0xFFFF_FFFF_FFFF)
        let candidate = EventID(
            high: time << 16 | 0x7000 | (randomBits.0 >> 52),
            low: variant | (randomBits.1 >> 2))
        return previous < candidate ? candidate : previous.successor
    }

    /// Whether the log may have generated the id: a UUID of version 7.
    var isGenerated: Bool { high & 0xF000 == 0x7000 && low & Self.variantMask == Self.variant }

    /// The milliseconds since 1970 that a UUID of version 7 carries.
    var milliseconds: Int64 { Int64(high >> 16) }

    /// Whether the id can be found by its event's recorded time, and needs no index.
    func carries(recorded: Int64) -> Bool { isGenerated && milliseconds == recorded }

    /// The next UUID of version 7: the random bits counted up, carrying into the time.
    private var successor: EventID {
        let nextLow = (low & 0x3FFF_FFFF_FFFF_FFFF) &+ 1
        if nextLow < 0x4000_0000_0000_0000 {
            return EventID(high: high, low: Self.variant | nextLow)
        }
        let random = (high & 0x0FFF) + 1
        let time = (high >> 16) &+ (random >> 12)
        return EventID(high: time << 16 | 0x7000 | (random & 0x0FFF), low: Self.variant)
    }
}

extension EventID: Comparable {
    /// Whether `left`'s bytes stand before `right`'s.
    public static func < (left: EventID, right: EventID) -> Bool {
        left.high != right.high ? left.high < right.high : left.low < right.low
    }
}

extension EventID: CustomStringConvertible {
    /// The UUID in its usual form.
    public var description: String {
        let digits = Array((Hex.text(high) + Hex.text(low)).utf8)
        let parts = [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32]]
        return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    }
}
