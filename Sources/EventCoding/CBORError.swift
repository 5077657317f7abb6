/// Why bytes are not a payload: not CBOR, not the deterministic form, or not what JSON can say.
public struct CBORError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Reason: String {
            case truncated = "the bytes end inside an item"
            case trailingBytes = "bytes follow the item"
            case notShortest = "a length or number is not in its shortest form"
            case indefiniteLength = "an item of indefinite length"
            case unsupportedType = "an item that JSON cannot say"
            case keyNotText = "a map key that is not text"
            case keysOutOfOrder = "map keys out of order"
            case duplicateKey = "a map key that stands twice"
            case invalidUTF8 = "text that is not UTF-8"
            case notFinite = "a number that is not finite"
            case outOfRange = "a negative integer below -2^63"
            case tooDeep = "lists and maps nested deeper than 64"
        }

        private let reason: Reason

        /// The bytes end inside an item, or a length says more than there is.
        public static let truncated = Code(reason: .truncated)
        /// Bytes follow the item.
        public static let trailingBytes = Code(reason: .trailingBytes)
        /// A length, an integer or a float could have been written shorter.
        public static let notShortest = Code(reason: .notShortest)
        /// An item of indefinite length, or its end mark.
        public static let indefiniteLength = Code(reason: .indefiniteLength)
        /// A byte string, a tag, `undefined`, or another simple value.
        public static let unsupportedType = Code(reason: .unsupportedType)
        /// A map key that is not text.
        public static let keyNotText = Code(reason: .keyNotText)
        /// A map key that should stand before its predecessor.
        public static let keysOutOfOrder = Code(reason: .keysOutOfOrder)
        /// A map key that stands twice.
        public static let duplicateKey = Code(reason: .duplicateKey)
        /// Text that is not UTF-8.
        public static let invalidUTF8 = Code(reason: .invalidUTF8)
        /// NaN or an infinity.
        public static let notFinite = Code(reason: .notFinite)
        /// A negative integer below the range of 64 bits.
        public static let outOfRange = Code(reason: .outOfRange)
        /// Lists and maps nested deeper than `CBORView.maximumDepth`.
        public static let tooDeep = Code(reason: .tooDeep)

        /// The reason as part of a sentence.
        public var description: String { reason.rawValue }
    }

    /// What is wrong.
    public let code: Code

    /// Where it was found: bytes from the beginning of the item.
    public let offset: Int

    /// An error at a place in the bytes.
    public init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }

    /// The reason and the offset.
    public var description: String { "\(code) at byte \(offset)" }
}
