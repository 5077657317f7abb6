/// Which characters of a JSON text are escaped, and how.
///
/// Beyond what RFC 8259, section 7 demands: DEL, C1 (U+0080 - 9F), the line separators U+2028 and U+2029, and
/// the controls of the bidirectional algorithm (Unicode UAX #9), with which text can pose as other text.
enum JSONEscape {
    /// Appends valid UTF-8, escaped where needed, without the quotes around it.
    static func append(_ text: Span<UInt8>, to bytes: inout [UInt8]) {
        var (position, plainStart) = (0, 0)
        while position < text.count {
            let byte = text[position]
            let scalar: UInt32
            let length: Int
            if byte < 0x80 {
                guard byte < 0x20 || byte == 0x7f || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
                else {
                    position += 1
                    continue
                }
                (scalar, length) = (UInt32(byte), 1)
            } else if let found = specialScalar(text, at: position) {
                (scalar, length) = found
            } else {
                position += 1
                continue
            }
            bytes.append(copying: text.extracting(plainStart..<position))
            appendEscape(scalar, to: &bytes)
            position += length
            plainStart = position
        }
        bytes.append(copying: text.extracting(plainStart..<position))
    }

    /// The scalar beyond ASCII at `position` that must be escaped, and its length in bytes.
    private static func specialScalar(_ text: Span<UInt8>, at position: Int) -> (UInt32, Int)? {
        let left = text.count - position
        switch text[position] {
        case 0xc2 where left > 1 && text[position + 1] < 0xa0:
            return (UInt32(text[position + 1]), 2)
        case 0xd8 where left > 1 && text[position + 1] == 0x9c:
            return (0x61c, 2)
        case 0xe2 where left > 2:
            let low = text[position + 2]
            switch (text[position + 1], low) {
            case (0x80, 0x8e...0x8f), (0x80, 0xa8...0xae): return (0x2000 | UInt32(low & 0x3f), 3)
            case (0x81, 0xa6...0xa9): return (0x2040 | UInt32(low & 0x3f), 3)
            default: return nil
            }
        default: return nil
        }
    }

    private static func appendEscape(_ scalar: UInt32, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        switch scalar {
        case 0x22, 0x5c: bytes.append(UInt8(scalar))
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0a: bytes.append(UInt8(ascii: "n"))
        case 0x0c: bytes.append(UInt8(ascii: "f"))
        case 0x0d: bytes.append(UInt8(ascii: "r"))
        default:
            bytes.append(UInt8(ascii: "u"))
            for shift in [UInt32(12), 8, 4, 0] {
                let digit = UInt8(scalar >> shift & 0xf)
                bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
    }
}
