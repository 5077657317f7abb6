public import EventCoding

/// A photo that was viewed recently.
public struct Recent: PhotoRow {
    /// The table's columns, in order.
    enum Column: Int, CaseIterable { case title, subtitle, place, viewed }

    /// What the row shows.
    public let content: RowContent

    /// A row of this content.
    public init(_ content: RowContent) { self.content = content }

    /// The photo's id.
    public var photoID: String { content.key(0) }

    /// The title, or what stands for it; nil only where the view's event cannot be read any more.
    public var title: String? { content.text(Column.title.rawValue) }

    /// The subtitle; may be empty.
    public var subtitle: String { content.text(Column.subtitle.rawValue) ?? "" }

    /// The full name of the place it was taken at, or nil.
    public var place: String? { content.text(Column.place.rawValue) }

    /// When it was viewed; nil only where the view's event cannot be read any more.
    public var viewed: Timestamp? { content.time(Column.viewed.rawValue) }
}
