public import EventCoding

/// A user opened a photo; it is now the first of the recents.
public struct PhotoViewed: EventPayload {
    /// The photo as the app knew it.
    public var photo: Photo

    /// An event without values, to be filled in by a decoder.
    public init() { photo = Photo() }

    /// An event with its values.
    public init(photo: Photo) {
        self.photo = photo
    }

    /// The event type.
    public static let definition = EventDefinition(
        "photo.viewed", payload: PhotoViewed.self, summary: "A user opened a photo.", importance: .low,
        subject: "photo.id", line: "{photo.id} \"{photo.title}\"")

    /// States the fields.
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        try visitor.record(&photo, Fields.photo)
    }

    private enum Fields {
        static let photo = Field("photo", "The photo as the app knew it.")
    }
}
