import Projections
import TravelProjections

/// A table of a user's rows, and the type that its rows have.
///
/// The tables are the static members: `.recents`, `.vacations`, `.itinerary`, `.places` and the others.
public struct TableKind<Row: HistoryRow>: Sendable {
    /// The projection whose rows the table shows.
    let projection: String

    /// The table's rows as they are kept and rendered.
    let table: ShownTable

    /// The table's name, as `evtool project` takes it.
    public var name: String { table.name }

    init<P: Projection>(_ projection: P.Type, _ name: String) {
        guard let table = P.shownTables.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
            preconditionFailure("\(P.name) has no table \(name)")
        }
        self.projection = "\(P.name)"
        self.table = table
    }
}

extension TableKind where Row == Recent {
    /// The photos viewed most recently, newest view first.
    public static let recents = TableKind(Recents.self, "recents")
}

extension TableKind where Row == Vacation {
    /// The vacations, by name.
    public static let vacations = TableKind(Visits.self, "vacations")
}

extension TableKind where Row == ItineraryPlace {
    /// The visited places of every vacation, in sections by vacation, first visited first.
    public static let itinerary = TableKind(Visits.self, "itinerary")
}

extension TableKind where Row == TagCount {
    /// The tags of every vacation, in sections by vacation, most often seen first.
    public static let tags = TableKind(Visits.self, "tags")
}

extension TableKind where Row == PlacePhoto {
    /// The visited photos, in sections by vacation and place, by title.
    public static let placePhotos = TableKind(Visits.self, "itinerary.photos")
}

extension TableKind where Row == TagPhoto {
    /// The visited photos, in sections by vacation and tag, by title.
    public static let tagPhotos = TableKind(Visits.self, "tags.photos")
}

extension TableKind where Row == PlaceRow {
    /// The top places, in sections by country.
    public static let places = TableKind(Places.self, "places")
}

extension TableKind where Row == RefreshRow {
    /// How the newest refresh of the top places stands; at most one row.
    public static let refresh = TableKind(Places.self, "refresh")
}

extension TableKind where Row == PreferenceRow {
    /// What the user chose for the app as a whole.
    public static let preferences = TableKind(Preferences.self, "preferences")
}
