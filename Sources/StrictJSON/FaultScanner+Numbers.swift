extension FaultScanner {
    /// Steps over the number at the scanner's place.
    mutating func scanNumber() throws(Fault) {
        let start = index
        while let byte = current, Self.isNumberByte(byte) { index += 1 }
        let spelling = bytes[start..<index]
        let digits = spelling.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        if digits > StrictJSON.Limits.maximumDigits { throw Fault(code: .numberTooLong, offset: start) }
        if let code = Self.fault(ofNumber: spelling) { throw Fault(code: code, offset: start) }
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
            UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    /// What is wrong with a number of few digits, or nil.
    private static func fault(ofNumber spelling: ArraySlice<UInt8>) -> JSONError.Code? {
        var rest = spelling
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest.removeFirst() }
        let whole = takeDigits(from: &rest)
        guard !whole.isEmpty, whole.count == 1 || whole.first != UInt8(ascii: "0") else {
            return .invalidNumber
        }
        let isInteger = rest.isEmpty
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            if takeDigits(from: &rest).isEmpty { return .invalidNumber }
        }
        if let byte = rest.first, byte | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
                rest.removeFirst()
            }
            if takeDigits(from: &rest).isEmpty { return .invalidNumber }
        }
        guard rest.isEmpty else { return .invalidNumber }
        return isInteger
            ? fault(ofInteger: spelling, isNegative: isNegative)
            : fault(ofReal: spelling)
    }

    private static func fault(ofInteger spelling: ArraySlice<UInt8>, isNegative: Bool) -> JSONError.Code? {
        let text = String(decoding: spelling, as: UTF8.self)
        guard isNegative else { return UInt64(text) == nil ? .integerOutOfRange : nil }
        guard let value = Int64(text) else { return .integerOutOfRange }
        return value == 0 ? .negativeZero : nil
    }

    private static func fault(ofReal spelling: ArraySlice<UInt8>) -> JSONError.Code? {
        guard let value = Double(String(decoding: spelling, as: UTF8.self)) else { return .invalidNumber }
        return value.isFinite ? nil : .realOutOfRange
    }

    private static func takeDigits(from bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let digits = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        bytes = bytes.dropFirst(digits.count)
        return digits
    }
}
