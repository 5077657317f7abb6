/// The byte order mark of UTF-8.
enum ByteOrderMark {
    static func leads(_ bytes: Span<UInt8>) -> Bool {
        bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    }
}
