public import EventCoding

/// A user marked a photo as visited in a vacation; its place and tags join that vacation.
public struct PhotoVisited: EventPayload {
    /// The vacation's name.
    public var vacation: String

    /// The photo as the app knew it.
    public var photo: Photo

    /// An event without values, to be filled in by a decoder.
    public init() { self.init(vacation: "", photo: Photo()) }

    /// An event with its values.
    public init(vacation: String, photo: Photo) {
        self.vacation = vacation
        self.photo = photo
    }

    /// The event type.
    public static let definition = EventDefinition(
        "photo.visited", payload: PhotoVisited.self,
        summary: "A user marked a photo as visited in a vacation.", importance: .high,
        subject: "photo.id", line: "{photo.id} in {vacation}")

    /// States the fields.
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        try visitor.text(&vacation, Fields.vacation)
        try VacationName.check(vacation, field: Fields.vacation, with: &visitor)
        try visitor.record(&photo, Fields.photo)
    }

    private enum Fields {
        static let vacation = Field("vacation", "The vacation's name.", isPersonal: true)
        static let photo = Field("photo", "The photo as the app knew it.")
    }
}
