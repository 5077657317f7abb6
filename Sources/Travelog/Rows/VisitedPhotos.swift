public import EventCoding

/// A visited photo among those of its place.
public struct PlacePhoto: PhotoRow {
    /// The table's columns, in order.
    enum Column: Int, CaseIterable { case vacation, place, photo, title, subtitle, visited }

    /// What the row shows.
    public let content: RowContent

    /// A row of this content.
    public init(_ content: RowContent) { self.content = content }

    /// The vacation's name.
    public var vacation: String { content.key(0) }

    /// The place's full name.
    public var place: String { content.key(1) }

    /// The photo's id.
    public var photoID: String { content.key(2) }

    /// The title, or what stands for it; nil only where the visit's event cannot be read any more.
    public var title: String? { content.text(Column.title.rawValue) }

    /// The subtitle; may be empty.
    public var subtitle: String { content.text(Column.subtitle.rawValue) ?? "" }

    /// When it was visited; nil only where the visit's event cannot be read any more.
    public var visited: Timestamp? { content.time(Column.visited.rawValue) }
}

/// A visited photo among those that carry a tag.
public struct TagPhoto: PhotoRow {
    /// The table's columns, in order.
    enum Column: Int, CaseIterable { case vacation, tag, photo, title, subtitle, visited }

    /// What the row shows.
    public let content: RowContent

    /// A row of this content.
    public init(_ content: RowContent) { self.content = content }

    /// The vacation's name.
    public var vacation: String { content.key(0) }

    /// The tag as photos carry it.
    public var tag: String { content.key(1) }

    /// The photo's id.
    public var photoID: String { content.key(2) }

    /// The title, or what stands for it; nil only where the visit's event cannot be read any more.
    public var title: String? { content.text(Column.title.rawValue) }

    /// The subtitle; may be empty.
    public var subtitle: String { content.text(Column.subtitle.rawValue) ?? "" }

    /// When it was visited; nil only where the visit's event cannot be read any more.
    public var visited: Timestamp? { content.time(Column.visited.rawValue) }
}
