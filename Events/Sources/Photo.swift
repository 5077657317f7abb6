public import EventCoding

/// A photo as an event records it: what the app knew when the user acted.
///
/// Two photos are the same when their ids have the same bytes: `007` and `7` are two.
public struct Photo: PayloadRecord, Identifiable {
    /// The longest id, in bytes of UTF-8.
    public static let maximumIDBytes = 1024

    /// The photo's id; never empty.
    public var id: String

    /// The title as given, or nil.
    public var title: String?

    /// The description as given, or nil; it may hold markup and line breaks.
    public var description: String?

    /// The full name of the place it was taken at, such as `London, England, United Kingdom`, or nil.
    public var place: String?

    /// The tags in the order given, machine tags included.
    public var tags: [String]

    /// The id of the user it belongs to, or nil.
    public var owner: String?

    /// Degrees north, or nil.
    public var latitude: Double?

    /// Degrees east, or nil.
    public var longitude: Double?

    /// A part of the image's address, or nil.
    public var secret: String?

    /// A part of the image's address, or nil.
    public var server: String?

    /// A part of the image's address, or nil.
    public var farm: String?

    /// Every other key of the source, untouched.
    public var extra: PayloadMap

    /// A photo without an id, to be filled in by a decoder.
    public init() { (id, tags, extra) = ("", [], PayloadMap()) }

    /// A photo; a recorded one needs an id.
    public init(
        id: String, title: String? = nil, description: String? = nil, place: String? = nil,
        tags: [String] = [], owner: String? = nil, latitude: Double? = nil, longitude: Double? = nil,
        secret: String? = nil, server: String? = nil, farm: String? = nil, extra: PayloadMap = PayloadMap()
    ) {
        self.id = id
        self.title = title
        self.description = description
        self.place = place
        self.tags = tags
        self.owner = owner
        self.latitude = latitude
        self.longitude = longitude
        self.secret = secret
        self.server = server
        self.farm = farm
        self.extra = extra
    }

    /// States the fields.
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        try visitor.text(&id, Fields.id)
        try visitor.require(!id.isEmpty, Fields.id.name, "is empty")
        try visitor.require(
            id.utf8.count <= Self.maximumIDBytes, Fields.id.name,
            "is longer than \(Self.maximumIDBytes) bytes")
        try visitor.optionalText(&title, Fields.title)
        try visitor.optionalText(&description, Fields.description)
        try visitor.optionalText(&place, Fields.place)
        try visitor.texts(&tags, Fields.tags)
        try visitor.optionalText(&owner, Fields.owner)
        try visitor.optionalReal(&latitude, Fields.latitude)
        try visitor.optionalReal(&longitude, Fields.longitude)
        try visitor.optionalText(&secret, Fields.secret)
        try visitor.optionalText(&server, Fields.server)
        try visitor.optionalText(&farm, Fields.farm)
        try visitor.extra(&extra, Fields.extra)
    }

    private enum Fields {
        static let id = Field("id", "The photo's id, taken byte for byte.", adapter: SourceForms.identifier)
        static let title = Field(
            "title", "The title as given.", isPersonal: true, adapter: SourceForms.content)
        static let description = Field(
            "description", "The description as given, markup and line breaks included.", isPersonal: true,
            adapter: SourceForms.content)
        static let place = Field(
            "place", "The full name of the place it was taken at.", isPersonal: true,
            aliases: ["derived_place"], adapter: SourceForms.content)
        static let tags = Field(
            "tags", "The tags in the order given, machine tags included.", isPersonal: true,
            adapter: SourceForms.tags)
        static let owner = Field(
            "owner", "The id of the user it belongs to.", isPersonal: true, adapter: SourceForms.owner)
        static let latitude = Field(
            "latitude", "Degrees north; 0 with longitude 0 means no location.", isPersonal: true,
            adapter: SourceForms.number)
        static let longitude = Field(
            "longitude", "Degrees east; 0 with latitude 0 means no location.", isPersonal: true,
            adapter: SourceForms.number)
        static let secret = Field(
            "secret", "A part of the image's address, which lets anybody fetch it.", isPersonal: true,
            adapter: SourceForms.identifier)
        static let server = Field(
            "server", "A part of the image's address.", adapter: SourceForms.identifier)
        static let farm = Field("farm", "A part of the image's address.", adapter: SourceForms.identifier)
        static let extra = Field(
            "extra", "Every other key of the source, untouched.", isPersonal: true)
    }
}
