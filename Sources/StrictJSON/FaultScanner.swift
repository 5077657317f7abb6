/// Finds the first fault of a text that the parser refused.
///
/// The parser says no and not where. This walks the text again by the same rules, slowly and only then, and
/// recurses as deep as the limits allow.
struct FaultScanner {
    /// A fault and the bytes before it.
    struct Fault: Error {
        let code: JSONError.Code
        let offset: Int
    }

    let bytes: [UInt8]
    let limits: StrictJSON.Limits
    var index = 0
    private var keyCount = 0
    private var valueCount = 0

    init(_ bytes: [UInt8], limits: StrictJSON.Limits) {
        self.bytes = bytes
        self.limits = limits
    }

    /// The first fault, or `unexplained` when there is none.
    mutating func firstFault(lineNumber: Int) -> JSONError {
        let fault = find() ?? Fault(code: .unexplained, offset: 0)
        let before = bytes[..<fault.offset]
        let newline = UInt8(ascii: "\n")
        let lineStart = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
        return JSONError(
            code: fault.code, offset: fault.offset,
            line: lineNumber + before.count { $0 == newline },
            // A scalar has one byte that continues no other.
            column: 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 },
            message: fault.code.message(limits))
    }

    /// The first fault of the text, or nil when it is sound.
    mutating func find() -> Fault? {
        do throws(Fault) {
            try scanDocument()
            return nil
        } catch {
            return error
        }
    }

    private mutating func scanDocument() throws(Fault) {
        index = 0
        if bytes.count > limits.maximumBytes { throw Fault(code: .tooLarge, offset: 0) }
        if ByteOrderMark.leads(bytes.span) { throw Fault(code: .byteOrderMark, offset: 0) }
        if looksLikeUTF16 { throw Fault(code: .utf16, offset: 0) }
        skipWhiteSpace()
        guard index < bytes.count else { throw Fault(code: .empty, offset: index) }
        try scanValue(depth: 0)
        skipWhiteSpace()
        if index < bytes.count { throw unexpected(.trailingText) }
    }

    private mutating func scanValue(depth: Int) throws(Fault) {
        guard let byte = current else { throw Fault(code: .unexpectedEnd, offset: index) }
        valueCount += 1
        if valueCount > limits.maximumValues { throw Fault(code: .tooManyValues, offset: index) }
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            if depth == limits.maximumDepth { throw Fault(code: .tooDeep, offset: index) }
            index += 1
            if byte == UInt8(ascii: "[") {
                try scanElements(depth: depth + 1)
            } else {
                try scanMembers(depth: depth + 1)
            }
        case UInt8(ascii: "\""): _ = try scanString()
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
            try scanNumber()
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
            try scanLiteral()
        default: throw unexpected(.expectedValue)
        }
    }

    private mutating func scanElements(depth: Int) throws(Fault) {
        skipWhiteSpace()
        if take(UInt8(ascii: "]")) { return }
        while true {
            try scanValue(depth: depth)
            if try endsAfterSeparator(close: UInt8(ascii: "]")) { return }
        }
    }

    private mutating func scanMembers(depth: Int) throws(Fault) {
        skipWhiteSpace()
        if take(UInt8(ascii: "}")) { return }
        var keys: Set<[UInt8]> = []
        while true {
            let start = index
            guard current == UInt8(ascii: "\"") else { throw unexpected(.expectedKey) }
            keyCount += 1
            if keyCount > limits.maximumKeys { throw Fault(code: .tooManyKeys, offset: start) }
            let key = try scanString()
            guard keys.insert(key).inserted else { throw Fault(code: .duplicateKey, offset: start) }
            skipWhiteSpace()
            guard take(UInt8(ascii: ":")) else { throw unexpected(.expectedColon) }
            skipWhiteSpace()
            try scanValue(depth: depth)
            if try endsAfterSeparator(close: UInt8(ascii: "}")) { return }
        }
    }

    /// Steps over a comma to what follows, or over the closing bracket, and answers which it was.
    private mutating func endsAfterSeparator(close: UInt8) throws(Fault) -> Bool {
        skipWhiteSpace()
        if take(close) { return true }
        let comma = index
        guard take(UInt8(ascii: ",")) else { throw unexpected(.expectedComma) }
        skipWhiteSpace()
        if current == close { throw Fault(code: .trailingComma, offset: comma) }
        return false
    }

    private mutating func scanLiteral() throws(Fault) {
        let start = index
        while let byte = current, Self.isWordByte(byte) { index += 1 }
        let word = bytes[start..<index]
        guard ["true", "false", "null"].contains(where: { word.elementsEqual($0.utf8) }) else {
            throw Fault(code: .invalidLiteral, offset: start)
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
        default: false
        }
    }
}

extension FaultScanner {
    /// The byte at the scanner's place, or nil at the end.
    var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Steps over the byte if it is there.
    mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        index += 1
        return true
    }

    mutating func skipWhiteSpace() {
        while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
    }

    /// `code` at the scanner's place, unless the text ends there or the byte is a fault of its own.
    func unexpected(_ code: JSONError.Code) -> Fault {
        guard let byte = current else { return Fault(code: .unexpectedEnd, offset: index) }
        if byte == 0 { return Fault(code: .nulByte, offset: index) }
        if byte >= 0x80, utf8Length(at: index) == nil { return Fault(code: .invalidUTF8, offset: index) }
        return Fault(code: code, offset: index)
    }

    /// Whether the text starts with a mark of UTF-16 or with a zero byte in every other place.
    private var looksLikeUTF16: Bool {
        guard bytes.count >= 2 else { return false }
        let start = (bytes[0], bytes[1])
        if start == (0xFE, 0xFF) || start == (0xFF, 0xFE) { return true }
        return bytes.count.isMultiple(of: 2) && (start.0 == 0) != (start.1 == 0)
    }
}
