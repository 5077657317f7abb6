public import EventCoding

/// The list of top places has come; it replaces the one before it.
public struct PlacesRefreshed: EventPayload {
    /// Ties the request to its end; never empty.
    public var refreshID: String

    /// The whole list in the order given; it may be empty.
    public var places: [Place]

    /// An event without values, to be filled in by a decoder.
    public init() { self.init(refreshID: "", places: []) }

    /// An event with its values.
    public init(refreshID: String, places: [Place]) {
        self.refreshID = refreshID
        self.places = places
    }

    /// The event type.
    public static let definition = EventDefinition(
        "places.refreshed", payload: PlacesRefreshed.self,
        summary: "The list of top places has come and replaces the one before it.",
        subject: "refresh_id", line: "{refresh_id} with {places} places")

    /// States the fields.
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        try visitor.text(&refreshID, Fields.refreshID)
        try visitor.require(!refreshID.isEmpty, Fields.refreshID.name, "is empty")
        try visitor.records(&places, Fields.places)
    }

    private enum Fields {
        static let refreshID = Field(
            "refresh_id", "Ties the request to its end.", adapter: SourceForms.identifier)
        static let places = Field("places", "The whole list in the order given; it may be empty.")
    }
}
