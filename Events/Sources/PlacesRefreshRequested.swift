public import EventCoding

/// A user asked for the list of top places anew.
public struct PlacesRefreshRequested: EventPayload {
    /// Ties the request to its end; never empty.
    public var refreshID: String

    /// Where the list is asked for, such as the name of a service, or nil.
    public var source: String?

    /// An event without values, to be filled in by a decoder.
    public init() { self.init(refreshID: "", source: nil) }

    /// An event with its values.
    public init(refreshID: String, source: String? = nil) {
        self.refreshID = refreshID
        self.source = source
    }

    /// The event type.
    public static let definition = EventDefinition(
        "places.refreshRequested", payload: PlacesRefreshRequested.self,
        summary: "A user asked for the list of top places anew.",
        subject: "refresh_id", line: "{refresh_id} ({source})")

    /// States the fields.
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        try visitor.text(&refreshID, Fields.refreshID)
        try visitor.require(!refreshID.isEmpty, Fields.refreshID.name, "is empty")
        try visitor.optionalText(&source, Fields.source)
    }

    private enum Fields {
        static let refreshID = Field(
            "refresh_id", "Ties the request to its end.", adapter: SourceForms.identifier)
        static let source = Field("source", "Where the list is asked for.")
    }
}
