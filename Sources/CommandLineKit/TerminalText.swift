internal import UnicodeText

/// Makes text from data harmless for a terminal and honest for the reader.
///
/// Controls could drive the terminal (CVE-2021-25743), direction controls could make text pose as other
/// text (CVE-2021-42574), and characters without width could hide text. All are shown as visible escapes.
public enum TerminalText {
    /// `text` with every dangerous or invisible character shown as an escape such as `\u{202E}`.
    ///
    /// Tabs and line ends become `\t`, `\n` and `\r`. A backslash stays as it is, so that escaping twice
    /// changes nothing.
    public static func escaped(_ text: String) -> String {
        if UnicodeText.isPrintableASCII(text) { return text }
        guard text.unicodeScalars.contains(where: needsEscape) else { return text }
        var result = ""
        result.reserveCapacity(text.utf8.count + 16)
        for scalar in text.unicodeScalars { append(scalar, to: &result) }
        return result
    }

    /// The text in `bytes`, escaped; bytes that are not UTF-8 become `\x{FF}`.
    public static func escaped(_ bytes: [UInt8]) -> String {
        var result = ""
        var decoder = UTF8.ForwardParser()
        var source = bytes.makeIterator()
        var position = 0
        while true {
            switch decoder.parseScalar(from: &source) {
            case .valid(let encoded):
                append(UTF8.decode(encoded), to: &result)
                position += encoded.count
            case .error(let length):
                for byte in bytes[position..<(position + length)] { result += "\\x{\(hex(UInt32(byte)))}" }
                position += length
            case .emptyInput: return result
            }
        }
    }

    /// `text` as a cell of tab-separated output: as `escaped`, and backslashes doubled.
    public static func plainCell(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0 == "\\" || needsEscape($0) }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar == "\\" { result += "\\\\" } else { append(scalar, to: &result) }
        }
        return result
    }

    private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
        switch scalar {
        case "\t": result += "\\t"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case _ where needsEscape(scalar): result += "\\u{\(hex(scalar.value))}"
        default: result.unicodeScalars.append(scalar)
        }
    }

    private static func hex(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return digits.utf8.count < 2 ? "0" + digits : digits
    }

    /// Whether a character may not reach a terminal as it is.
    static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        if value < 0x7F { return value < 0x20 }
        if value < 0xAD { return value < 0xA0 }
        return specialRanges.contains { $0.contains(value) }
    }

    /// Characters beyond Latin-1's controls that act, hide or have no width.
    ///
    /// The two variation selectors of emoji (FE0E, FE0F) stay: they only choose a glyph.
    private static let specialRanges: [ClosedRange<UInt32>] = [
        0xAD...0xAD,  // soft hyphen
        0x34F...0x34F,  // grapheme joiner
        0x61C...0x61C,  // Arabic letter mark
        0x115F...0x1160, 0x3164...0x3164, 0xFFA0...0xFFA0,  // Hangul fillers
        0x17B4...0x17B5,  // Khmer inherent vowels
        0x180B...0x180F,  // Mongolian selectors
        0x200B...0x200F,  // zero-width space and joiners, direction marks
        0x2028...0x202E,  // line separators, direction embeddings
        0x2060...0x206F,  // word joiner, isolates, deprecated format characters
        0xFE00...0xFE0D,  // variation selectors
        0xFEFF...0xFEFF,  // byte order mark
        0xFFF9...0xFFFB,  // interlinear annotation
        0x1D173...0x1D17A,  // musical format controls
        0xE0000...0xE0FFF,  // tags, further variation selectors
    ]
}
