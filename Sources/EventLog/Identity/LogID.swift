internal import Digest
internal import Platform

/// 16 random bytes that tell one log from every other.
public struct LogID: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A new random id.
    public static func random() -> LogID {
        LogID(high: Randomness.uint64(), low: Randomness.uint64())
    }

    /// The id of a log that is made of `bytes`, and of nothing else: half of their SHA-256.
    package init(derivedFrom bytes: [UInt8]) {
        let digest = SHA256.hash(bytes.span).bytes
        self.init(high: digest.span.bigEndian64(at: 0), low: digest.span.bigEndian64(at: 8))
    }

    /// The id that `hex` spells in 32 hexadecimal digits, or nil.
    public init?(hex: String) {
        guard let pair = Hex.pair(hex) else { return nil }
        self.init(high: pair.high, low: pair.low)
    }

    /// 32 lower-case hexadecimal digits.
    public var hex: String { Hex.text(high) + Hex.text(low) }
}

extension LogID: CustomStringConvertible {
    /// 32 lower-case hexadecimal digits.
    public var description: String { hex }
}

/// Hexadecimal text of the 16-byte ids.
enum Hex {
    static func text(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    static func pair(_ text: String) -> (high: UInt64, low: UInt64)? {
        let digits = Array(text.utf8)
        guard digits.count == 32, let high = value(digits[..<16]), let low = value(digits[16...]) else {
            return nil
        }
        return (high, low)
    }

    private static func value(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var result: UInt64 = 0
        for digit in digits {
            guard let nibble = nibble(digit) else { return nil }
            result = result << 4 | nibble
        }
        return result
    }

    private static func nibble(_ digit: UInt8) -> UInt64? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(digit - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(digit - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
