/// Text for a key: as an event gives it, or its normalised form where that differs.
///
/// Most text is normalised already, and then nothing is copied.
public struct KeyText: ~Escapable {
    private let given: Span<UInt8>
    private let replacement: [UInt8]
    private let isReplaced: Bool

    /// The text of `given`, or `replacement` where its normalised form differs.
    @_lifetime(copy given)
    public init(_ given: Span<UInt8>, normalised replacement: [UInt8]?) {
        self.given = given
        self.replacement = replacement ?? []
        isReplaced = replacement != nil
    }

    /// The bytes to use in a key.
    public var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get { isReplaced ? replacement.span : given }
    }
}
