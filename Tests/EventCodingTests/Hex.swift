/// Bytes written as hexadecimal digits; blanks and line ends are passed over.
func bytes(hex: String) -> [UInt8] {
    let digits = hex.unicodeScalars.compactMap { Character($0).hexDigitValue }
    precondition(digits.count.isMultiple(of: 2), "half a byte in \(hex)")
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
}

/// The hexadecimal digits of bytes.
func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
}
