/// Base64 as RFC 4648, section 4, has it: with padding, and one spelling for each value only.
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func text(_ bytes: [UInt8]) -> String {
        var output: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            var word: UInt32 = 0
            for byte in part { word = word << 8 | UInt32(byte) }
            word <<= 8 * UInt32(3 - part.count)
            for digit in 0...part.count {
                output.append(alphabet[Int(word >> UInt32(18 - 6 * digit) & 63)])
            }
            for _ in part.count..<3 { output.append(UInt8(ascii: "=")) }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The bytes that `text` spells; nil for anything that `text(_:)` would not have written.
    static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count % 4 == 0 else { return nil }
        var output: [UInt8] = []
        for start in stride(from: 0, to: digits.count, by: 4) {
            let isLast = start + 4 == digits.count
            let padding = isLast ? digits[start..<start + 4].count { $0 == UInt8(ascii: "=") } : 0
            guard padding <= 2 else { return nil }
            var word: UInt32 = 0
            for digit in digits[start..<start + 4 - padding] {
                guard let value = value(digit) else { return nil }
                word = word << 6 | value
            }
            word <<= 6 * UInt32(padding)
            for byte in 0..<3 - padding { output.append(UInt8(word >> UInt32(16 - 8 * byte) & 0xFF)) }
        }
        return Self.text(output).utf8.elementsEqual(digits) ? output : nil
    }

    private static func value(_ digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
