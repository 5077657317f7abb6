extension JSONError {
    /// The kinds of fault; more may follow.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case empty, tooLarge, tooDeep, tooManyKeys, tooManyValues, outOfMemory, unexplained
            case byteOrderMark, utf16, invalidUTF8, nulByte, controlCharacter
            case expectedValue, expectedKey, expectedColon, expectedComma, unexpectedEnd
            case trailingComma, trailingText, duplicateKey, invalidLiteral, invalidEscape, loneSurrogate
            case invalidNumber, negativeZero, numberTooLong, integerOutOfRange, realOutOfRange
        }

        private let kind: Kind

        private init(_ kind: Kind) { self.kind = kind }

        /// The code's name, stable across versions.
        public var description: String { kind.rawValue }

        /// There is nothing but white space.
        public static let empty = Code(.empty)
        /// The document has more bytes than the limit.
        public static let tooLarge = Code(.tooLarge)
        /// More brackets are open at one time than the limit.
        public static let tooDeep = Code(.tooDeep)
        /// The document has more keys than the limit.
        public static let tooManyKeys = Code(.tooManyKeys)
        /// The document has more values than the limit.
        public static let tooManyValues = Code(.tooManyValues)
        /// There was no memory to read the document.
        public static let outOfMemory = Code(.outOfMemory)
        /// simdjson refused what the scanner for faults accepts; a defect of this module.
        public static let unexplained = Code(.unexplained)

        /// The document starts with a byte order mark.
        public static let byteOrderMark = Code(.byteOrderMark)
        /// The document looks like UTF-16.
        public static let utf16 = Code(.utf16)
        /// The bytes are not UTF-8.
        public static let invalidUTF8 = Code(.invalidUTF8)
        /// A zero byte stands in the text.
        public static let nulByte = Code(.nulByte)
        /// A control character stands in a string without an escape.
        public static let controlCharacter = Code(.controlCharacter)

        /// Something else stands where a value should.
        public static let expectedValue = Code(.expectedValue)
        /// Something else stands where a key in quotes should.
        public static let expectedKey = Code(.expectedKey)
        /// Something else stands where the colon after a key should.
        public static let expectedColon = Code(.expectedColon)
        /// Something else stands where a comma or the closing bracket should.
        public static let expectedComma = Code(.expectedComma)
        /// The document ends too early.
        public static let unexpectedEnd = Code(.unexpectedEnd)
        /// A comma stands before a closing bracket.
        public static let trailingComma = Code(.trailingComma)
        /// Text follows the value.
        public static let trailingText = Code(.trailingText)
        /// A key stands twice in one object.
        public static let duplicateKey = Code(.duplicateKey)
        /// A word is none of `true`, `false` and `null`.
        public static let invalidLiteral = Code(.invalidLiteral)
        /// A backslash starts no escape that JSON knows.
        public static let invalidEscape = Code(.invalidEscape)
        /// An escape names half of a surrogate pair.
        public static let loneSurrogate = Code(.loneSurrogate)

        /// A number is spelt as JSON does not allow.
        public static let invalidNumber = Code(.invalidNumber)
        /// An integer is spelt `-0`.
        public static let negativeZero = Code(.negativeZero)
        /// A number has more than 40 digits.
        public static let numberTooLong = Code(.numberTooLong)
        /// An integer fits neither `Int64` nor `UInt64`.
        public static let integerOutOfRange = Code(.integerOutOfRange)
        /// A number is beyond the largest `Double`.
        public static let realOutOfRange = Code(.realOutOfRange)

        /// One sentence that names the limit where there is one.
        func message(_ limits: StrictJSON.Limits) -> String {
            switch kind {
            case .empty: "There is no JSON value."
            case .tooLarge: "The text is larger than \(limits.maximumBytes) bytes."
            case .tooDeep: "The text nests deeper than \(limits.maximumDepth) levels."
            case .tooManyKeys: "The text has more than \(limits.maximumKeys) keys."
            case .tooManyValues: "The text has more than \(limits.maximumValues) values."
            case .outOfMemory: "There is not enough memory to read the text."
            case .unexplained: "The text was refused for a reason that could not be found."
            default: syntaxMessage
            }
        }

        private var syntaxMessage: String {
            switch kind {
            case .byteOrderMark: "The text starts with a byte order mark; JSON has none."
            case .utf16: "The text is UTF-16; JSON is UTF-8."
            case .invalidUTF8: "These bytes are not UTF-8."
            case .nulByte: "A zero byte stands here."
            case .controlCharacter: "A control character in a string must be written as an escape."
            case .expectedValue: "A value was expected here."
            case .expectedKey: "A key in double quotes was expected here."
            case .expectedColon: "A colon was expected here."
            case .expectedComma: "A comma or a closing bracket was expected here."
            case .unexpectedEnd: "The text ends too early."
            case .trailingComma: "This comma is followed by no value."
            case .trailingText: "Text follows the end of the value."
            case .duplicateKey: "This key stands twice in one object."
            case .invalidLiteral: "This word is none of true, false and null."
            case .invalidEscape: "This backslash starts no escape that JSON knows."
            case .loneSurrogate: "This escape is half of a surrogate pair."
            case .invalidNumber: "This number is not spelt as JSON requires."
            case .negativeZero: "This integer is negative zero; write 0 or -0.0."
            case .numberTooLong:
                "This number has more than \(StrictJSON.Limits.maximumDigits) digits."
            case .integerOutOfRange: "This integer does not fit in 64 bits."
            case .realOutOfRange: "This number is beyond the largest double."
            default: description
            }
        }
    }
}
