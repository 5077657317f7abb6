public import EventCoding

/// The list of top places has not come; the one before it stays.
public struct PlacesRefreshFailed: EventPayload {
    /// Ties the request to its end; never empty.
    public var refreshID: String

    /// Why not, as a sentence, or nil.
    public var reason: String?

    /// An event without values, to be filled in by a decoder.
    public init() { self.init(refreshID: "", reason: nil) }

    /// An event with its values.
    public init(refreshID: String, reason: String? = nil) {
        self.refreshID = refreshID
        self.reason = reason
    }

    /// The event type.
    public static let definition = EventDefinition(
        "places.refreshFailed", payload: PlacesRefreshFailed.self,
        summary: "The list of top places has not come; the one before it stays.",
        subject: "refresh_id", line: "{refresh_id} ({reason})")

    /// States the fields.
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        try visitor.text(&refreshID, Fields.refreshID)
        try visitor.require(!refreshID.isEmpty, Fields.refreshID.name, "is empty")
        try visitor.optionalText(&reason, Fields.reason)
    }

    private enum Fields {
        static let refreshID = Field(
            "refresh_id", "Ties the request to its end.", adapter: SourceForms.identifier)
        static let reason = Field("reason", "Why not, as a sentence.")
    }
}
