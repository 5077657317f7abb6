/// Whole numbers in base-128 groups, low groups first: small ones take one byte.
enum VariableInteger {
    /// The most bytes that a number takes.
    static let maximumBytes = 10

    /// How many bytes a number takes.
    @inline(__always)
    static func byteCount(of value: UInt64) -> Int {
        value < 0x80 ? 1 : (UInt64.bitWidth - value.leadingZeroBitCount + 6) / 7
    }

    static func append(_ value: UInt64, to bytes: inout [UInt8]) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Appends a signed number; those near zero are short.
    static func append(signed value: Int64, to bytes: inout [UInt8]) { append(unsigned(value), to: &bytes) }

    /// A signed number as one without a sign; those near zero are small.
    static func unsigned(_ value: Int64) -> UInt64 { UInt64(bitPattern: (value << 1) ^ (value >> 63)) }

    /// The number at `position`, which moves behind it; nil when the bytes hold none.
    static func read(_ bytes: Span<UInt8>, at position: inout Int) -> UInt64? {
        var (value, shift): (UInt64, UInt64) = (0, 0)
        while position < bytes.count, shift < 64 {
            let byte = bytes[position]
            if shift == 63, byte > 1 { return nil }
            position += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        return nil
    }

    /// The signed number at `position`, which moves behind it; nil when the bytes hold none.
    static func readSigned(_ bytes: Span<UInt8>, at position: inout Int) -> Int64? {
        read(bytes, at: &position).map { signed($0) }
    }

    /// The signed number that was made one without a sign.
    static func signed(_ value: UInt64) -> Int64 { Int64(bitPattern: (value >> 1) ^ (0 &- (value & 1))) }
}

extension OutputSpan<UInt8> {
    /// Appends a number.
    @inline(__always)
    mutating func append(variable value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    /// Appends a signed number.
    @inline(__always)
    mutating func append(signedVariable value: Int64) { append(variable: VariableInteger.unsigned(value)) }
}
