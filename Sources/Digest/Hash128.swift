/// A 128-bit XXH3 hash.
public struct Hash128: Hashable, Sendable {
    /// The number of bytes in the hash's byte form.
    public static let byteCount = 16

    /// The low 64 bits.
    public let low: UInt64

    /// The high 64 bits.
    public let high: UInt64

    /// A hash made of its two halves.
    public init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// The 16 bytes in big-endian order, the canonical form of xxHash.
    public var bytes: [UInt8] {
        var result: [UInt8] = []
        append(to: &result)
        return result
    }

    /// Appends the 16 bytes in big-endian order to `bytes`.
    public func append(to bytes: inout [UInt8]) {
        bytes.reserveCapacity(bytes.count + Self.byteCount)
        BigEndian.append(high, to: &bytes)
        BigEndian.append(low, to: &bytes)
    }
}
