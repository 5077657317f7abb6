/// Words as big-endian bytes and back.
enum BigEndian {
    static func append(_ word: UInt64, to bytes: inout [UInt8]) {
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: word >> shift))
        }
    }

    /// The word whose eight bytes start at `offset`.
    static func word(in bytes: Span<UInt8>, at offset: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in offset..<(offset + 8) { word = word << 8 | UInt64(bytes[index]) }
        return word
    }
}
