import Projections
public import TravelEvents
import TravelProjections

/// A choice that holds for the app as a whole.
public struct PreferenceRow: HistoryRow {
    /// The table's columns, in order.
    enum Column: Int, CaseIterable { case mapType }

    /// What the row shows.
    public let content: RowContent

    /// A row of this content.
    public init(_ content: RowContent) { self.content = content }

    /// What is chosen, such as `map-type`.
    public var preference: String { content.key(0) }

    /// The map type that takes effect, where this is the choice of one.
    public var mapType: MapType? {
        guard content.id == RowKey(Preferences.mapTypeKey) else { return nil }
        return content.text(Column.mapType.rawValue).map { MapType(rawValue: $0).effective }
    }
}
