/// Why a stored payload could not be brought to a newer schema version.
public struct UpcastError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as a sentence.
    public let reason: String

    /// An error with its reason.
    public init(_ reason: String) { self.reason = reason }

    /// The reason.
    public var description: String { reason }
}

/// Brings a payload from one schema version to the next; it runs on reading, and stored bytes stay as they are.
public struct Upcaster: Sendable {
    /// The version it takes; it gives the one after it.
    public let from: UInt16

    /// What changed, as a sentence.
    public let summary: String

    private let body: @Sendable (PayloadValue) throws(UpcastError) -> PayloadValue

    /// A step from version `from` to the one after it; `body` is pure.
    public init(
        from: UInt16, summary: String,
        _ body: @escaping @Sendable (PayloadValue) throws(UpcastError) -> PayloadValue
    ) {
        self.from = from
        self.summary = summary
        self.body = body
    }

    /// The payload in the next version.
    public func callAsFunction(_ payload: PayloadValue) throws(UpcastError) -> PayloadValue {
        try body(payload)
    }
}
