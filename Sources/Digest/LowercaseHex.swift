/// Reads hexadecimal digits of which every letter is small, eight at a time.
public enum LowercaseHex {
    /// The number that 16 digits spell; nil where they are others, or not all there.
    public static func word(in bytes: Span<UInt8>, at start: Int) -> UInt64? {
        guard start >= 0, bytes.count - start >= 16,
            let high = number(eight(in: bytes, at: start)),
            let low = number(eight(in: bytes, at: start + 8))
        else { return nil }
        return high << 32 | low
    }

    /// The two halves of a UUID in its usual form, with hyphens behind 8, 12, 16 and 20 digits; nil for anything
    /// else.
    public static func uuid(_ bytes: Span<UInt8>) -> (high: UInt64, low: UInt64)? {
        let hyphen = UInt8(ascii: "-")
        guard bytes.count == 36, bytes[8] == hyphen, bytes[13] == hyphen, bytes[18] == hyphen,
            bytes[23] == hyphen
        else { return nil }
        let (upper, lower) = (UInt64.max << 32, UInt64.max >> 32)
        let middle = eight(in: bytes, at: 9) & upper | eight(in: bytes, at: 10) & lower
        let variant = eight(in: bytes, at: 19) & upper | eight(in: bytes, at: 20) & lower
        guard let first = number(eight(in: bytes, at: 0)), let second = number(middle),
            let third = number(variant), let fourth = number(eight(in: bytes, at: 28))
        else { return nil }
        return (first << 32 | second, third << 32 | fourth)
    }

    /// Eight bytes, the first one highest.
    @inline(__always)
    private static func eight(in bytes: Span<UInt8>, at start: Int) -> UInt64 {
        precondition(start >= 0 && start <= bytes.count - 8, "eight digits are read beyond the end")
        // SAFETY: the bytes are there, which was just checked.
        return unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self).bigEndian
    }

    /// The number that eight bytes spell as digits, all of them at once: nil where one is none.
    @inline(__always)
    private static func number(_ text: UInt64) -> UInt64? {
        let each: UInt64 = 0x0101_0101_0101_0101
        // In ASCII a letter has the bit 0x40, and its low bits count from 1.
        let letters = text >> 6 & each
        let digits = (text & (each &* 0x0F)) &+ letters &* 9
        // Spelt again, digits above 9 as letters, it is the same text unless that is spelt otherwise.
        let high = (digits &+ each &* 6) >> 4 & each
        let spelt = digits &+ each &* UInt64(UInt8(ascii: "0")) &+ high &* 39
        guard digits & (each &* 0xF0) == 0, spelt == text else { return nil }
        var packed = (digits | digits >> 4) & 0x00FF_00FF_00FF_00FF
        packed = (packed | packed >> 8) & 0x0000_FFFF_0000_FFFF
        return (packed | packed >> 16) & 0xFFFF_FFFF
    }
}
