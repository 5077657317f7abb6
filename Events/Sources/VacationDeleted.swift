public import EventCoding

/// A user deleted a vacation with all its visits.
public struct VacationDeleted: EventPayload {
    /// The vacation's name.
    public var name: String

    /// An event without values, to be filled in by a decoder.
    public init() { self.init(name: "") }

    /// An event with its values.
    public init(name: String) {
        self.name = name
    }

    /// The event type.
    public static let definition = EventDefinition(
        "vacation.deleted", payload: VacationDeleted.self,
        summary: "A user deleted a vacation with all its visits.", importance: .high,
        subject: "name", line: "{name}")

    /// States the fields.
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        try visitor.text(&name, Fields.name)
        try VacationName.check(name, field: Fields.name, with: &visitor)
    }

    private enum Fields {
        static let name = Field("name", "The vacation's name.", isPersonal: true)
    }
}
