/// One kind of JSON line that a tool prints, as the manual describes it.
public struct OutputKind: Hashable, Sendable {
    /// A field of the line.
    public struct Field: Hashable, Sendable {
        /// The field's name.
        public let name: String
        /// What it holds, in a few words.
        public let doc: String

        /// A field.
        public init(_ name: String, _ doc: String) {
            self.name = name
            self.doc = doc
        }
    }

    /// The value of `kind`.
    public let name: String
    /// The verbs that print it.
    public let verbs: [String]
    /// What the line says, in one sentence.
    public let summary: String
    /// The fields after `kind`.
    public let fields: [Field]

    /// A kind of line.
    public init(_ name: String, verbs: [String], summary: String, fields: [Field]) {
        self.name = name
        self.verbs = verbs
        self.summary = summary
        self.fields = fields
    }
}
