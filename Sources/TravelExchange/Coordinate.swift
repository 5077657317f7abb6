import UnicodeText

/// Degrees written in decimal.
enum Coordinate {
    /// The longest spelling that is read, in bytes.
    private static let maximumBytes = 40

    /// The number that `text` spells, white space at its ends aside; or nil.
    static func degrees(_ text: String) -> Double? {
        let spelling = UnicodeText.trimmed(text)
        // `Double` alone would accept hexadecimal digits, infinities and NaN.
        guard !spelling.isEmpty, spelling.utf8.count <= maximumBytes, spelling.utf8.allSatisfy(isDecimal)
        else { return nil }
        return Double(spelling)
    }

    private static func isDecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
            UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
