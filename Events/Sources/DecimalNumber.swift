/// Numbers as JSON spells them (RFC 8259, section 6), found inside a text.
enum DecimalNumber {
    /// The longest spelling that is read, in bytes.
    static let maximumBytes = 40

    /// The finite number that `text` spells, or nil.
    static func parse(_ text: String) -> Double? {
        guard text.utf8.count <= maximumBytes, isNumber(Array(text.utf8)), let number = Double(text),
            number.isFinite
        else { return nil }
        return number
    }

    /// The whole number whose digits `text` is, or nil.
    static func parseWhole(_ text: String) -> Int64? {
        var digits = Substring(text).utf8
        if digits.first == UInt8(ascii: "-") { digits.removeFirst() }
        guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
        return Int64(text)
    }

    /// Whether the bytes are an optional sign, digits, and perhaps a fraction and an exponent.
    ///
    /// `Double` alone would accept hexadecimal digits, infinities and NaN.
    private static func isNumber(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        guard removeDigits(&rest) else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard removeDigits(&rest) else { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest.removeFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
            guard removeDigits(&rest) else { return false }
        }
        return rest.isEmpty
    }

    private static func removeDigits(_ bytes: inout ArraySlice<UInt8>) -> Bool {
        let count = bytes.prefix(while: isDigit).count
        bytes.removeFirst(count)
        return count > 0
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
