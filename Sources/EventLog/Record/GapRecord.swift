internal import Digest
internal import Platform

/// A declared gap: what stands in the events table for positions that hold nothing, and says why.
///
/// Its key is the last position that it covers. Every one of these positions has the same leaf, so the tree
/// stays one over positions; `RecordFormat.md` draws the layout.
struct GapRecord: Hashable, Sendable {
    /// The log that declared the gap.
    var logID: LogID
    var range: ClosedRange<UInt64>
    var reason: MissingReason

    /// The first four bytes; a record's differ in the last of them.
    static let magic: [UInt8] = [0xE7, 0x54, 0x4C, 0x4D]
    static let version: UInt16 = 1
    /// The version in the leaf of a gap, apart from that of an event.
    static let leafVersion: UInt8 = 2

    private static let versionAt = 4
    private static let reservedAt = 6
    private static let logIDAt = 8
    private static let firstAt = 24
    private static let lastAt = 32
    private static let reasonAt = 40
    private static let checksumAt = 42
    static let length = 50

    init(logID: LogID, range: ClosedRange<UInt64>, reason: MissingReason) {
        self.logID = logID
        self.range = range
        self.reason = reason
    }

    /// The gap that `bytes` declare under the key `key`; nil when they are anything else, or not sound.
    init?(_ bytes: Span<UInt8>, foundAt key: UInt64) {
        guard bytes.count == Self.length else { return nil }
        for index in 0..<4 where bytes[index] != Self.magic[index] { return nil }
        guard bytes.littleEndian16(at: Self.versionAt) == Self.version,
            bytes.littleEndian16(at: Self.reservedAt) == 0,
            XXH3.hash64(bytes.extracting(0..<Self.checksumAt)) == bytes.littleEndian64(at: Self.checksumAt),
            let reason = MissingReason(code: bytes.littleEndian16(at: Self.reasonAt))
        else { return nil }
        let (first, last) = (bytes.littleEndian64(at: Self.firstAt), bytes.littleEndian64(at: Self.lastAt))
        guard first >= 1, first <= last, last == key else { return nil }
        self.init(
            logID: LogID(
                high: bytes.bigEndian64(at: Self.logIDAt), low: bytes.bigEndian64(at: Self.logIDAt + 8)),
            range: first...last, reason: reason)
    }

    /// The gap's bytes, checksum included.
    var encoded: [UInt8] {
        var bytes = Self.magic
        bytes.reserveCapacity(Self.length)
        bytes.appendLittleEndian(Self.version)
        bytes.appendLittleEndian(UInt16(0))
        bytes += content
        let checksum = XXH3.hash64(bytes.span)
        bytes.appendLittleEndian(checksum)
        return bytes
    }

    /// What stands under the leaf: everything but magic, version and checksum.
    var content: [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(logID.high)
        bytes.appendBigEndian(logID.low)
        bytes.appendLittleEndian(range.lowerBound)
        bytes.appendLittleEndian(range.upperBound)
        bytes.appendLittleEndian(reason.code)
        return bytes
    }
}

extension MissingReason {
    /// The number that stands in a record; numbers are never given twice.
    private static let codes: [(reason: MissingReason, code: UInt16)] = [
        (.salvaged, 1), (.pruned, 2), (.excluded, 3), (.unreadable, 4), (.cutOff, 5),
    ]

    init?(code: UInt16) {
        guard let known = Self.codes.first(where: { $0.code == code }) else { return nil }
        self = known.reason
    }

    /// - Precondition: The reason is not `undeclared`, which nothing ever declares.
    var code: UInt16 {
        guard let known = Self.codes.first(where: { $0.reason == self }) else {
            preconditionFailure("a gap is declared for a reason")
        }
        return known.code
    }
}
