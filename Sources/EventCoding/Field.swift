/// What a record says about one of its fields: name, meaning, and how leniently it is read.
///
/// It is an object since visitors are handed one for every field: a reference is passed on faster than a copy.
public final class Field: Sendable {
    /// The key in the payload.
    public let name: String

    /// What the field means, as a sentence.
    public let documentation: String

    /// Whether the value says something about a person or where they were.
    public let isPersonal: Bool

    /// Other keys under which foreign data carries the value; the first one present is read.
    public let aliases: [String]

    /// Brings foreign forms of the value into the stored one.
    public let adapter: FieldAdapter?

    /// What tells the key from most others.
    let tag: FieldTag

    /// A field of a record.
    public init(
        _ name: String, _ documentation: String, isPersonal: Bool = false, aliases: [String] = [],
        adapter: FieldAdapter? = nil
    ) {
        self.name = name
        tag = FieldTag(name)
        self.documentation = documentation
        self.isPersonal = isPersonal
        self.aliases = aliases
        self.adapter = adapter
    }
}
