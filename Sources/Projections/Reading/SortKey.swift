/// Bytes whose plain order is the order of rows: components, the first one deciding.
public struct SortKey: Hashable, Sendable {
    /// The components so far.
    public private(set) var bytes: [UInt8] = []

    /// A key without components.
    public init() {}

    /// Adds bytes; a piece stands before a longer one that begins with it.
    public mutating func ascending(_ piece: [UInt8]) {
        // A zero byte is followed by 255 and the end by 0, so that no piece runs into the next component.
        for byte in piece {
            bytes.append(byte)
            if byte == 0 { bytes.append(0xFF) }
        }
        bytes.append(0)
        bytes.append(0)
    }

    /// Adds a number, small ones first.
    public mutating func ascending(_ number: UInt64) {
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    /// Adds a signed number, small ones first.
    public mutating func ascending(_ number: Int64) {
        ascending(UInt64(bitPattern: number) ^ (1 << 63))
    }

    /// Adds a number, large ones first.
    public mutating func descending(_ number: UInt64) { ascending(~number) }

    /// Adds a signed number, large ones first.
    public mutating func descending(_ number: Int64) {
        descending(UInt64(bitPattern: number) ^ (1 << 63))
    }
}

extension SortKey: Comparable {
    /// Whether `left`'s bytes stand before `right`'s.
    public static func < (left: SortKey, right: SortKey) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}
