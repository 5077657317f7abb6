public import EventCoding

/// A vacation, with what visits brought into it.
public struct Vacation: HistoryRow {
    /// The table's columns, in order.
    enum Column: Int, CaseIterable { case places, photos, tags, created }

    /// What the row shows.
    public let content: RowContent

    /// A row of this content.
    public init(_ content: RowContent) { self.content = content }

    /// The name.
    public var name: String { content.key(0) }

    /// How many places it has.
    public var places: Int { content.count(Column.places.rawValue) }

    /// How many visited photos it has.
    public var photos: Int { content.count(Column.photos.rawValue) }

    /// How many tags its photos carry.
    public var tags: Int { content.count(Column.tags.rawValue) }

    /// When it was created, by the user or with a visit; nil where that event cannot be read any more.
    public var created: Timestamp? { content.time(Column.created.rawValue) }
}

/// What choosing a vacation offers: exactly two views of it.
public enum VacationView: String, CaseIterable, Identifiable, Hashable, Sendable {
    /// The places, first visited first.
    case itinerary
    /// The tags, most often seen first.
    case tagSearch

    /// The view itself.
    public var id: Self { self }
}
