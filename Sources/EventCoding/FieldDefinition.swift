/// What kind of value a field holds.
public enum FieldKind: Hashable, Sendable {
    case text
    case integer
    case real
    case bool
    /// A list of texts.
    case texts
    case record
    /// A list of records.
    case records
    /// Every key of the source that no other field has taken.
    case extra
}

/// One field of an event type as the catalogue shows it.
public struct FieldDefinition: Hashable, Sendable {
    /// Where it stands: names with dots between records, `[]` after a list: `places[].name`.
    public let path: String

    /// What it holds.
    public let kind: FieldKind

    /// Whether the value says something about a person or where they were.
    public let isPersonal: Bool

    /// Whether it may be absent.
    public let isOptional: Bool

    /// What it means, as a sentence.
    public let documentation: String

    /// The other forms that are accepted when an event is recorded, or nil.
    public let acceptedForms: String?

    /// Other keys under which foreign data may carry the value.
    public let aliases: [String]
}
