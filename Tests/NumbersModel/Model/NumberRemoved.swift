public import EventCoding

/// Somebody took a number out of a section.
public struct NumberRemoved: EventPayload {
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
        "number.removed", payload: NumberRemoved.self, summary: "Somebody took a number out of a section.",
        subject: "section", line: "{number} out of {section}")

    /// States the fields.
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        try visitor.text(&section, Field("section", "The section's name."))
        try visitor.integer(&number, Field("number", "The number."))
    }
}
