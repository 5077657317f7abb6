public import EventCoding

/// A user removed the section of a country from the list of places.
public struct PlacesSectionRemoved: EventPayload {
    /// The country as the section shows it.
    public var country: String

    /// An event without values, to be filled in by a decoder.
    public init() { self.init(country: "") }

    /// An event with its values.
    public init(country: String) {
        self.country = country
    }

    /// The event type.
    public static let definition = EventDefinition(
        "places.sectionRemoved", payload: PlacesSectionRemoved.self,
        summary: "A user removed the section of a country from the list of places.", importance: .high,
        subject: "country", line: "{country}")

    /// States the fields.
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        try visitor.text(&country, Fields.country)
        try visitor.require(!country.isEmpty, Fields.country.name, "is empty")
    }

    private enum Fields {
        static let country = Field(
            "country", "The country as the section shows it.", isPersonal: true)
    }
}
