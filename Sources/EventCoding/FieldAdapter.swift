/// Brings the forms in which foreign data carries a value into the one form that is stored.
///
/// An adapter must leave the stored form as it is, since decoding runs it too.
public struct FieldAdapter: Sendable {
    /// What became of a value.
    public struct Adapted: Sendable {
        /// The value in the stored form; null counts as absent.
        public let value: PayloadValue

        /// What the stored form has no room for; it goes to the record's extra values under the same key.
        public let leftover: PayloadValue?

        /// A value and what is left over.
        public init(_ value: PayloadValue, leftover: PayloadValue? = nil) {
            self.value = value
            self.leftover = leftover
        }
    }

    /// The forms that are accepted, as documentation.
    public let documentation: String

    private let body: @Sendable (PayloadValue) throws(FieldError) -> Adapted

    /// An adapter; `body` is given no null, and throws an error without a path for a value it cannot take.
    public init(
        _ documentation: String, _ body: @escaping @Sendable (PayloadValue) throws(FieldError) -> Adapted
    ) {
        self.documentation = documentation
        self.body = body
    }

    /// The value in the stored form.
    ///
    /// - Throws: `FieldError` without a path.
    public func callAsFunction(_ value: PayloadValue) throws(FieldError) -> Adapted { try body(value) }
}
