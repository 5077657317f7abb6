public import EventCoding

/// A place as a list of top places names it.
///
/// Two places are the same when their names are: the ids are kept and play no part.
public struct Place: PayloadRecord {
    /// The full name, such as `London, England, United Kingdom`, or nil: a list may hold a place without one.
    public var name: String?

    /// The service's id of the place, or nil.
    public var placeID: String?

    /// The Where-On-Earth id, or nil.
    public var woeid: String?

    /// Degrees north, or nil.
    public var latitude: Double?

    /// Degrees east, or nil.
    public var longitude: Double?

    /// How many photos the service has of it, or nil.
    public var photoCount: Int64?

    /// Every other key of the source, untouched.
    public var extra: PayloadMap

    /// A place without a name, to be filled in by a decoder.
    public init() { self.init(name: nil) }

    /// A place.
    public init(
        name: String?, placeID: String? = nil, woeid: String? = nil, latitude: Double? = nil,
        longitude: Double? = nil, photoCount: Int64? = nil, extra: PayloadMap = PayloadMap()
    ) {
        self.name = name
        self.placeID = placeID
        self.woeid = woeid
        self.latitude = latitude
        self.longitude = longitude
        self.photoCount = photoCount
        self.extra = extra
    }

    /// States the fields.
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        try visitor.optionalText(&name, Fields.name)
        try visitor.optionalText(&placeID, Fields.placeID)
        try visitor.optionalText(&woeid, Fields.woeid)
        try visitor.optionalReal(&latitude, Fields.latitude)
        try visitor.optionalReal(&longitude, Fields.longitude)
        try visitor.optionalInteger(&photoCount, Fields.photoCount)
        try visitor.extra(&extra, Fields.extra)
    }

    private enum Fields {
        static let name = Field(
            "name", "The full name.", isPersonal: true, aliases: [SourceForms.contentKey],
            adapter: SourceForms.content)
        static let placeID = Field(
            "place_id", "The service's id of the place.", isPersonal: true, adapter: SourceForms.identifier)
        static let woeid = Field(
            "woeid", "The Where-On-Earth id.", isPersonal: true, adapter: SourceForms.identifier)
        static let latitude = Field(
            "latitude", "Degrees north.", isPersonal: true, adapter: SourceForms.number)
        static let longitude = Field(
            "longitude", "Degrees east.", isPersonal: true, adapter: SourceForms.number)
        static let photoCount = Field(
            "photo_count", "How many photos the service has of it.", adapter: SourceForms.wholeNumber)
        static let extra = Field(
            "extra", "Every other key of the source, untouched.", isPersonal: true)
    }
}
