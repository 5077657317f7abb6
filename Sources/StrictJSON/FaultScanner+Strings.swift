extension FaultScanner {
    /// Steps over the string at the scanner's place.
    ///
    /// - Returns: the decoded bytes.
    mutating func scanString() throws(Fault) -> [UInt8] {
        var decoded: [UInt8] = []
        index += 1
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return decoded
            case UInt8(ascii: "\\"): try scanEscape(into: &decoded)
            case 0: throw Fault(code: .nulByte, offset: index)
            case 1..<0x20: throw Fault(code: .controlCharacter, offset: index)
            default:
                guard let length = utf8Length(at: index) else {
                    throw Fault(code: .invalidUTF8, offset: index)
                }
                decoded.append(contentsOf: bytes[index..<(index + length)])
                index += length
            }
        }
        throw Fault(code: .unexpectedEnd, offset: index)
    }

    private mutating func scanEscape(into decoded: inout [UInt8]) throws(Fault) {
        let start = index
        index += 1
        guard let byte = current else { throw Fault(code: .unexpectedEnd, offset: index) }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(byte)
        case UInt8(ascii: "b"): decoded.append(0x08)
        case UInt8(ascii: "f"): decoded.append(0x0C)
        case UInt8(ascii: "n"): decoded.append(0x0A)
        case UInt8(ascii: "r"): decoded.append(0x0D)
        case UInt8(ascii: "t"): decoded.append(0x09)
        case UInt8(ascii: "u"):
            let scalar = try scanUnicodeEscape(from: start)
            decoded.append(contentsOf: String(scalar).utf8)
        default: throw Fault(code: .invalidEscape, offset: start)
        }
    }

    /// The scalar of the escape, whose first four digits come next.
    private mutating func scanUnicodeEscape(from start: Int) throws(Fault) -> Unicode.Scalar {
        let unit = try scanHexDigits(from: start)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        let second = index
        guard unit < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
            throw Fault(code: .loneSurrogate, offset: start)
        }
        let low = try scanHexDigits(from: second)
        guard (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { throw Fault(code: .loneSurrogate, offset: start) }
        return scalar
    }

    private mutating func scanHexDigits(from start: Int) throws(Fault) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = current else { throw Fault(code: .unexpectedEnd, offset: index) }
            guard let digit = Self.hexValue(of: byte) else {
                throw Fault(code: .invalidEscape, offset: start)
            }
            unit = unit << 4 | digit
            index += 1
        }
        return unit
    }

    private static func hexValue(of byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// The number of bytes of the well-formed scalar at `start`, or nil (Unicode, table 3-7).
    func utf8Length(at start: Int) -> Int? {
        let first = bytes[start]
        let length: Int
        let secondRange: ClosedRange<UInt8>
        switch first {
        case 0..<0x80: return 1
        case 0xC2...0xDF: (length, secondRange) = (2, 0x80...0xBF)
        case 0xE0: (length, secondRange) = (3, 0xA0...0xBF)
        case 0xED: (length, secondRange) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, secondRange) = (3, 0x80...0xBF)
        case 0xF0: (length, secondRange) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, secondRange) = (4, 0x80...0xBF)
        case 0xF4: (length, secondRange) = (4, 0x80...0x8F)
        default: return nil
        }
        guard start + length <= bytes.count, secondRange.contains(bytes[start + 1]) else { return nil }
        let rest = bytes[(start + 2)..<(start + length)]
        return rest.allSatisfy { $0 & 0xC0 == 0x80 } ? length : nil
    }
}
