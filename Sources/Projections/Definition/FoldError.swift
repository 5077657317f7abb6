/// Why a fold could not apply an event.
public struct FoldError: Error, Hashable, Sendable {
    /// A kind of failure; more may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's stable name, such as `E-EVENT-PAYLOAD`.
        public let description: String

        /// A code of a model's own.
        public init(_ name: String) { description = name }

        /// The event's schema version is newer than this build knows.
        public static let newerVersion = Code("E-EVENT-VERSION")
        /// The payload lacks what the fold needs, or holds it in another form.
        public static let invalidPayload = Code("E-EVENT-PAYLOAD")
        /// The fold needs an earlier event that cannot be read.
        public static let sourceUnavailable = Code("E-EVENT-SOURCE")
        /// A stored row that the fold needs is damaged.
        public static let damagedRow = Code("E-ROW-DAMAGED")
        /// Two keys of one table have the same hash.
        public static let keyCollision = Code("E-ROW-KEY")
    }

    /// What kind of failure this is.
    public let code: Code

    /// One sentence for a person; never holds personal text.
    public let message: String

    /// An error with its sentence.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The error for a payload whose field is missing or of another form.
    public static func payload(_ field: String, _ problem: String) -> FoldError {
        FoldError(.invalidPayload, "\(field) \(problem)")
    }
}

extension FoldError: CustomStringConvertible {
    /// The sentence and the code.
    public var description: String { "\(message) [\(code)]" }
}
