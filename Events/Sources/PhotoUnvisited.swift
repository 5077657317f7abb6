public import EventCoding

/// A user took the mark of a visit from a photo; what the visit did is undone.
public struct PhotoUnvisited: EventPayload {
    /// The vacation's name.
    public var vacation: String

    /// The photo's id.
    public var photo: String

    /// An event without values, to be filled in by a decoder.
    public init() { self.init(vacation: "", photo: "") }

    /// An event with its values.
    public init(vacation: String, photo: String) {
        self.vacation = vacation
        self.photo = photo
    }

    /// The event type.
    public static let definition = EventDefinition(
        "photo.unvisited", payload: PhotoUnvisited.self,
        summary: "A user took the mark of a visit from a photo.", importance: .high,
        subject: "photo", line: "{photo} in {vacation}")

    /// States the fields.
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        try visitor.text(&vacation, Fields.vacation)
        try VacationName.check(vacation, field: Fields.vacation, with: &visitor)
        try visitor.text(&photo, Fields.photo)
        try visitor.require(!photo.isEmpty, Fields.photo.name, "is empty")
        try visitor.require(
            photo.utf8.count <= Photo.maximumIDBytes, Fields.photo.name,
            "is longer than \(Photo.maximumIDBytes) bytes")
    }

    private enum Fields {
        static let vacation = Field("vacation", "The vacation's name.", isPersonal: true)
        static let photo = Field(
            "photo", "The photo's id, taken byte for byte.", adapter: SourceForms.identifier)
    }
}
