/// The length of a key and its first bytes in one number, which tells most keys of a record apart.
struct FieldTag: Hashable, BitwiseCopyable, Sendable {
    /// How many bytes of a key the tag holds.
    private static let bytesHeld = 6

    /// The longest key of which a tag tells the length, in bytes.
    static let longestKey = Int(UInt16.max)

    private let number: UInt64

    /// The tag of a key with these bytes.
    init(_ key: Span<UInt8>) {
        var number = UInt64(min(key.count, Self.longestKey))
        for index in 0..<Self.bytesHeld {
            number = number << 8 | (index < key.count ? UInt64(key[index]) : 0)
        }
        self.number = number
    }

    /// The tag of a key.
    init(_ key: String) {
        let bytes = Array(key.utf8)
        self.init(bytes.span)
    }

    /// The key's length in bytes, up to the longest.
    var length: Int { Int(number >> (8 * Self.bytesHeld)) }

    /// Whether keys with this tag are all the same.
    var isWhole: Bool { length <= Self.bytesHeld }

    /// Whether keys with this tag stand after those with the other one; false where the tags do not tell.
    func isCertainlyAfter(_ other: FieldTag) -> Bool { number > other.number }
}
