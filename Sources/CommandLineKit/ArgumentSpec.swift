/// One positional argument of a verb.
public struct ArgumentSpec: Hashable, Sendable {
    /// The name in capital letters, as help shows it.
    public let name: String
    /// What kind of value it is.
    public let kind: ValueKind
    /// Whether it may be left out.
    public let isOptional: Bool
    /// Whether it may stand several times.
    public let repeats: Bool
    /// One sentence.
    public let doc: String

    /// An argument; required and single unless told otherwise.
    public init(
        _ name: String, _ kind: ValueKind = .text, isOptional: Bool = false, repeats: Bool = false,
        doc: String
    ) {
        self.name = name
        self.kind = kind
        self.isOptional = isOptional
        self.repeats = repeats
        self.doc = doc
    }

    /// The name as a synopsis shows it: `[NAME…]`.
    public var synopsis: String {
        let text = repeats ? name + "…" : name
        return isOptional ? "[\(text)]" : text
    }
}
