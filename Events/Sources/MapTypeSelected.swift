public import EventCoding

/// A user chose how the map is drawn.
public struct MapTypeSelected: EventPayload {
    /// The choice.
    public var mapType: MapType

    /// An event without values, to be filled in by a decoder.
    public init() { self.init(mapType: .standard) }

    /// An event with its values.
    public init(mapType: MapType) {
        self.mapType = mapType
    }

    /// The event type.
    public static let definition = EventDefinition(
        "map.typeSelected", payload: MapTypeSelected.self,
        summary: "A user chose how the map is drawn.", importance: .low, line: "{map_type}")

    /// States the fields.
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        var name = mapType.rawValue
        try visitor.text(&name, Fields.mapType)
        try visitor.require(!name.isEmpty, Fields.mapType.name, "is empty")
        mapType = MapType(rawValue: name)
    }

    private enum Fields {
        static let mapType = Field(
            "map_type", "standard, satellite or hybrid; another choice counts as standard.")
    }
}
