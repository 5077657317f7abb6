/// The first bytes of an encoded key, which tell the keys of most records apart.
///
/// Encoded keys begin with their length, and deterministic CBOR puts them in the order of their bytes (RFC 8949,
/// section 4.2.1), so tags stand in a record in the order of their numbers.
struct FieldTag: Hashable, BitwiseCopyable, Sendable {
    /// How many bytes each of the two numbers holds.
    private static let bytesInWord = 8
    /// The head of the shortest text whose encoding the numbers do not hold, as the first byte of a number.
    private static let leastCut: UInt64 = 0x70 << 56

    private let first: UInt64
    private let second: UInt64

    /// What stands before every tag of a key.
    static let none = FieldTag(first: 0, second: 0)

    private init(first: UInt64, second: UInt64) {
        self.first = first
        self.second = second
    }

    /// The tag of the key whose encoding begins, with its head, at `start` and ends at `end`.
    @inline(__always)
    init(ofKeyAt start: Int, endingAt end: Int, in bytes: Span<UInt8>) {
        let (length, rest) = (end &- start, end &- start &- Self.bytesInWord)
        guard rest > 0 else {
            (first, second) = (bytes.word(at: start, length: length), 0)
            return
        }
        first = bytes.word(at: start, length: Self.bytesInWord)
        second = bytes.word(at: start &+ Self.bytesInWord, length: min(rest, Self.bytesInWord))
    }

    /// The tag of a key.
    init(_ key: String) {
        var writer = CBORWriter(byteCapacity: key.utf8.count + 9)
        writer.text(key)
        let bytes = writer.bytes
        self.init(ofKeyAt: 0, endingAt: bytes.count, in: bytes.span)
    }

    /// The length of keys with this tag, as far as their first byte tells it.
    @inline(__always)
    var keyLength: UInt64 { (first &>> 56) & 0x1f }

    /// Whether keys with this tag are all the same.
    @inline(__always)
    var isWhole: Bool { first < Self.leastCut }

    /// Whether keys with this tag stand after those with the other one; false where the tags do not tell.
    @inline(__always)
    func isCertainlyAfter(_ other: FieldTag) -> Bool {
        first > other.first || first == other.first && second > other.second
    }
}
