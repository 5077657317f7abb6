/// Why a text is not a moment in the form of RFC 3339.
public struct TimestampError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Reason: String {
            case malformed = "not a time like 2026-03-02T10:14:06Z"
            case missingZone = "the offset from UTC is missing (Z or +01:00)"
            case impossibleDate = "no such day in the calendar"
            case impossibleTime = "no such time of day"
            case impossibleOffset = "no such offset from UTC"
        }

        private let reason: Reason

        /// The text has another form.
        public static let malformed = Code(reason: .malformed)
        /// The offset from UTC is missing.
        public static let missingZone = Code(reason: .missingZone)
        /// The month has no such day, or the year no such month.
        public static let impossibleDate = Code(reason: .impossibleDate)
        /// The hour is above 23, the minute above 59 or the second above 60.
        public static let impossibleTime = Code(reason: .impossibleTime)
        /// The offset's hour is above 23 or its minute above 59.
        public static let impossibleOffset = Code(reason: .impossibleOffset)

        /// The reason as part of a sentence.
        public var description: String { reason.rawValue }
    }

    /// What is wrong.
    public let code: Code

    /// Where it was found: bytes of UTF-8 from the beginning of the text.
    public let offset: Int

    /// An error at a place in the text.
    public init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }

    /// The reason and the offset.
    public var description: String { "\(code) (at character \(offset + 1))" }
}
