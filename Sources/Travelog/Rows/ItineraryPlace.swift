public import EventCoding

/// A place of a vacation, with the photos that were visited there.
public struct ItineraryPlace: HistoryRow {
    /// The table's columns, in order.
    enum Column: Int, CaseIterable {
        case vacation, place, title, subtitle, firstVisited, lastVisited, photos
    }

    /// What the row shows.
    public let content: RowContent

    /// A row of this content.
    public init(_ content: RowContent) { self.content = content }

    /// The vacation's name.
    public var vacation: String { content.key(0) }

    /// The place's full name, such as `London, England, United Kingdom`.
    public var place: String { content.key(1) }

    /// The first component of the full name.
    public var title: String { content.text(Column.title.rawValue) ?? "" }

    /// What comes after the title, the country included; may be empty.
    public var subtitle: String { content.text(Column.subtitle.rawValue) ?? "" }

    /// When the visit happened with which the place came in.
    public var firstVisited: Timestamp? { content.time(Column.firstVisited.rawValue) }

    /// When the latest visit there happened.
    public var lastVisited: Timestamp? { content.time(Column.lastVisited.rawValue) }

    /// How many visited photos were taken there.
    public var photos: Int { content.count(Column.photos.rawValue) }
}
