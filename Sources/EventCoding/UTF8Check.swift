/// Strict UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing above U+10FFFF.
enum UTF8Check {
    /// The offset of the first byte that does not belong to valid UTF-8, or nil when all do.
    ///
    /// - Complexity: O(n).
    static func firstInvalid(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int? {
        if isASCII(bytes.extracting(start..<end)) { return nil }
        var position = start
        while position < end {
            if bytes[position] < 0x80 {
                position += 1
                continue
            }
            let length = sequenceLength(bytes, at: position, end: end)
            if length == 0 { return position }
            position += length
        }
        return nil
    }

    /// Whether no byte has its high bit set; a loop without branches, which the compiler turns into wide ones.
    private static func isASCII(_ bytes: Span<UInt8>) -> Bool {
        var all: UInt8 = 0
        for index in bytes.indices { all |= bytes[index] }
        return all < 0x80
    }

    /// The length of the sequence of several bytes at `position`, or 0 when it is not a valid one.
    private static func sequenceLength(_ bytes: Span<UInt8>, at position: Int, end: Int) -> Int {
        let lead = bytes[position]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xbf
        switch lead {
        case 0xc2...0xdf: length = 2
        case 0xe0: (length, second) = (3, 0xa0...0xbf)
        case 0xed: (length, second) = (3, 0x80...0x9f)
        case 0xe1...0xef: length = 3
        case 0xf0: (length, second) = (4, 0x90...0xbf)
        case 0xf4: (length, second) = (4, 0x80...0x8f)
        case 0xf1...0xf3: length = 4
        default: return 0
        }
        guard length <= end - position, second.contains(bytes[position + 1]) else { return 0 }
        for index in position + 2..<position + length where bytes[index] & 0xc0 != 0x80 { return 0 }
        return length
    }
}
