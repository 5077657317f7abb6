public import EventCoding

/// Somebody deleted a section with its numbers.
public struct SectionDeleted: EventPayload {
    /// The section's name.
    public var section: String

    /// An event without values, to be filled in by a decoder.
    public init() { self.init(section: "") }

    /// An event with its values.
    public init(section: String) { self.section = section }

    /// The event type.
    public static let definition = EventDefinition(
        "section.deleted", payload: SectionDeleted.self,
        summary: "Somebody deleted a section with its numbers.",
        importance: .high, subject: "section", line: "{section}")

    /// States the fields.
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        try visitor.text(&section, Field("section", "The section's name."))
    }
}
