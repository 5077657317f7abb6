public import EventCoding

/// Somebody put a number into a section.
public struct NumberAdded: EventPayload {
    /// The section's name.
    public var section: String

    /// The number.
    public var number: Int64

    /// An event without values, to be filled in by a decoder.
    public init() { self.init(section: "", number: 0) }

    /// An event with its values.
    public init(section: String, number: Int64) {
        self.section = section
        self.number = number
    }

    /// The event type.
    public static let definition = EventDefinition(
        "number.added", payload: NumberAdded.self, summary: "Somebody put a number into a section.",
        subject: "section", line: "{number} into {section}")

    /// States the fields.
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        try visitor.text(&section, Field("section", "The section's name."))
        try visitor.integer(&number, Field("number", "The number."))
    }
}
