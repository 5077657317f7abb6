/// The length of a key and its first bytes in two numbers, which tell the keys of most records apart.
struct FieldTag: Hashable, BitwiseCopyable, Sendable {
    /// How many bytes of a key the tag holds; a key up to this long is known by its tag.
    private static let bytesHeld = 16

    /// The key's length in bytes.
    let length: Int
    private let first: UInt64
    private let second: UInt64

    /// The tag of a key of `length` bytes that stands at `start`.
    @inline(__always)
    init(of length: Int, at start: Int, in bytes: Span<UInt8>) {
        self.length = length
        first = Self.word(bytes, at: start, length: length)
        second = length > 8 ? Self.word(bytes, at: start + 8, length: length - 8) : 0
    }

    /// Up to eight bytes, the first one highest, with zeros behind them.
    @inline(__always)
    private static func word(_ bytes: Span<UInt8>, at start: Int, length: Int) -> UInt64 {
        var word: UInt64 = 0
        guard bytes.count - start >= 8, length > 0 else {
            for index in 0..<8 { word = word << 8 | (index < length ? UInt64(bytes[start + index]) : 0) }
            return word
        }
        let eight = bytes.extracting(start..<start + 8)
        for index in 0..<8 { word = word << 8 | UInt64(eight[index]) }
        let unused = UInt64(8 * max(0, 8 - length))
        return (word >> unused) << unused
    }

    /// The tag of a key.
    init(_ key: String) {
        let bytes = Array(key.utf8)
        self.init(of: bytes.count, at: 0, in: bytes.span)
    }

    /// Whether keys with this tag are all the same.
    var isWhole: Bool { length <= Self.bytesHeld }

    /// Whether keys with this tag stand after those with the other one; false where the tags do not tell.
    @inline(__always)
    func isCertainlyAfter(_ other: FieldTag) -> Bool {
        if length != other.length { return length > other.length }
        return first != other.first ? first > other.first : second > other.second
    }
}
