/// The 32 bytes of a SHA-256 hash, stored inline.
public struct SHA256Digest: Hashable, Sendable {
    /// The number of bytes in a digest.
    public static let byteCount = 32

    /// 32 zero bytes, for the places where a format wants a digest and there is none.
    public static let zero = SHA256Digest(words: (0, 0, 0, 0))

    /// The bytes as four big-endian words, first bytes first.
    private let word0: UInt64
    private let word1: UInt64
    private let word2: UInt64
    private let word3: UInt64

    private init(words: (UInt64, UInt64, UInt64, UInt64)) {
        (word0, word1, word2, word3) = words
    }

    /// The digest with these bytes, or nil when there are not exactly 32.
    public init?(bytes: Span<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init(thirtyTwoBytes: bytes)
    }

    /// The digest written as 64 hexadecimal digits of either case, or nil for anything else.
    public init?(hex: String) {
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        var count = 0
        for character in hex.utf8 {
            guard count < 2 * Self.byteCount, let digit = Self.hexValue(of: character) else { return nil }
            words.0 = words.0 << 4 | words.1 >> 60
            words.1 = words.1 << 4 | words.2 >> 60
            words.2 = words.2 << 4 | words.3 >> 60
            words.3 = words.3 << 4 | digit
            count += 1
        }
        guard count == 2 * Self.byteCount else { return nil }
        self.init(words: words)
    }

    /// The digest written as 64 hexadecimal digits, all letters small, or nil for anything else.
    public init?(lowercaseHex digits: Span<UInt8>) {
        guard digits.count == 2 * Self.byteCount, let first = LowercaseHex.word(in: digits, at: 0),
            let second = LowercaseHex.word(in: digits, at: 16),
            let third = LowercaseHex.word(in: digits, at: 32),
            let fourth = LowercaseHex.word(in: digits, at: 48)
        else { return nil }
        self.init(words: (first, second, third, fourth))
    }

    /// - Precondition: `bytes` holds 32 bytes.
    init(thirtyTwoBytes bytes: Span<UInt8>) {
        self.init(
            words: (
                BigEndian.word(in: bytes, at: 0), BigEndian.word(in: bytes, at: 8),
                BigEndian.word(in: bytes, at: 16), BigEndian.word(in: bytes, at: 24)
            ))
    }

    /// - Parameter memoryWords: the words as they lie in memory when written big-endian.
    init(memoryWords words: (UInt64, UInt64, UInt64, UInt64)) {
        self.init(
            words: (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian))
    }

    /// The bytes.
    public var bytes: [UInt8] {
        var result: [UInt8] = []
        append(to: &result)
        return result
    }

    /// The bytes as 64 lower-case hexadecimal digits.
    public var hex: String {
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * Self.byteCount)
        Self.appendHex(word0, to: &digits)
        Self.appendHex(word1, to: &digits)
        Self.appendHex(word2, to: &digits)
        Self.appendHex(word3, to: &digits)
        return String(decoding: digits, as: UTF8.self)
    }

    /// Appends the 32 bytes to `bytes`.
    public func append(to bytes: inout [UInt8]) {
        bytes.reserveCapacity(bytes.count + Self.byteCount)
        BigEndian.append(word0, to: &bytes)
        BigEndian.append(word1, to: &bytes)
        BigEndian.append(word2, to: &bytes)
        BigEndian.append(word3, to: &bytes)
    }

    /// The words as they lie in memory when written big-endian, for hashing without an allocation.
    var memoryWords: (UInt64, UInt64, UInt64, UInt64) {
        (word0.bigEndian, word1.bigEndian, word2.bigEndian, word3.bigEndian)
    }

    private static func appendHex(_ word: UInt64, to digits: inout [UInt8]) {
        for shift in stride(from: UInt64(60), through: 0, by: -4) {
            let value = UInt8(truncatingIfNeeded: word >> shift & 0xF)
            digits.append(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10)
        }
    }

    private static func hexValue(of character: UInt8) -> UInt64? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(character - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(character - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(character - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}

extension SHA256Digest: CustomStringConvertible {
    /// The digest in hexadecimal.
    public var description: String { hex }
}
