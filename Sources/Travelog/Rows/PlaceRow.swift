public import TravelEvents

/// A section of the list of top places: a country and its places.
public typealias PlaceSection = TableSection<PlaceRow>

/// A place in the list of top places.
public struct PlaceRow: HistoryRow {
    /// The table's columns, in order.
    enum Column: Int, CaseIterable { case country, title, subtitle, photoCount, latitude, longitude }

    /// What the row shows.
    public let content: RowContent

    /// A row of this content.
    public init(_ content: RowContent) { self.content = content }

    /// The place's full name, such as `London, England, United Kingdom`.
    public var place: String { content.key(0) }

    /// The country, which is its section's title.
    public var country: String { content.text(Column.country.rawValue) ?? "" }

    /// The first component of the full name.
    public var title: String { content.text(Column.title.rawValue) ?? "" }

    /// What stands between title and country; may be empty.
    public var subtitle: String { content.text(Column.subtitle.rawValue) ?? "" }

    /// How many photos the service has of it, or nil.
    public var photoCount: Int64? { content.integer(Column.photoCount.rawValue) }

    /// Where it is; nil where that is not known.
    public var location: GeoLocation? {
        GeoLocation(
            latitude: content.real(Column.latitude.rawValue),
            longitude: content.real(Column.longitude.rawValue))
    }
}
