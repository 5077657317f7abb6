import EventLog
import Projections
public import TravelEvents
public import TravelProjections

extension History {
    /// The photos viewed most recently, newest view first.
    public func recents() throws(TravelogError) -> [Recent] { try rows(.recents).rows }

    /// The vacations, by name.
    ///
    /// Where there is none, an app offers `History.defaultVacation`.
    public func vacations() throws(TravelogError) -> [Vacation] { try rows(.vacations).rows }

    /// The places of a vacation, first visited first; none where there is no such vacation.
    public func itinerary(of vacation: String) throws(TravelogError) -> [ItineraryPlace] {
        try rows(.itinerary, in: [VacationForm.of(vacation)])
    }

    /// The tags of a vacation, most often seen first; none where there is no such vacation.
    ///
    /// - Parameters:
    ///   - vacation: The vacation's name.
    ///   - filter: What a tag must hold, in any case; see `matching(_:)`. Empty for all.
    public func tags(
        of vacation: String, matching filter: String = ""
    ) throws(TravelogError) -> [TagCount] {
        let tags = try rows(.tags, in: [VacationForm.of(vacation)])
        return filter.isEmpty ? tags : tags.matching(filter)
    }

    /// The visited photos of a place of a vacation, by title.
    public func photos(of place: ItineraryPlace) throws(TravelogError) -> [PlacePhoto] {
        try rows(.placePhotos, in: [place.vacation, place.place])
    }

    /// The visited photos of a vacation that carry exactly this tag, by title.
    public func photos(tagged tag: TagCount) throws(TravelogError) -> [TagPhoto] {
        try rows(.tagPhotos, in: [tag.vacation, tag.tag])
    }

    /// Whether a photo is visited in a vacation: whether the button offers to unvisit it.
    ///
    /// - Complexity: O(log n) where the stored rows are current.
    public func isVisited(_ photo: Photo.ID, in vacation: String) throws(TravelogError) -> Bool {
        try visitsRow(RowKey(VacationForm.of(vacation), photo), in: Visits.visits) != nil
    }

    /// The top places, in sections by country.
    public func places() throws(TravelogError) -> [PlaceSection] { try rows(.places).sections }

    /// How the newest refresh of the top places stands.
    public func refreshState() throws(TravelogError) -> RefreshState {
        try rows(.refresh).rows.first?.state ?? .idle
    }

    /// The map type that takes effect: standard where the user chose none.
    public func mapType() throws(TravelogError) -> MapType {
        try rows(.preferences).rows.lazy.compactMap(\.mapType).first ?? .standard
    }

    /// The photo that a row stands for, as it was when the user acted: for opening it, and for its image's
    /// address.
    ///
    /// - Returns: Nil where the event cannot be read any more.
    public func photo(of row: some PhotoRow) throws(TravelogError) -> Photo? {
        var block = EventBlock()
        try logged { () throws(LogError) in try travelog.log.read(row.source, into: &block) }
        block.upcast(with: TravelModel.catalogue)
        guard !block.isEmpty, let event = block.event(at: 0), let photo = event.fields["photo"] else {
            return nil
        }
        return try? Photo(photo)
    }

    /// The rows of one section.
    private func rows<Row>(_ kind: TableKind<Row>, in section: [String]) throws(TravelogError) -> [Row] {
        let wanted = RowKey(section.map { Array($0.utf8) })
        let snapshot = try rows(kind)
        return zip(snapshot.table.sections, snapshot.sections).first { rendered, _ in
            RowKey(rendered.key.map { Array($0.utf8) }) == wanted
        }?.1.rows ?? []
    }
}
