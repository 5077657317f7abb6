public import EventCoding
public import EventLog
public import Projections
import TravelEvents

/// The vacations of a user, with the places, photos and tags that visits brought into them.
///
/// One fold owns four tables: the visits themselves, which users do not see, and the itinerary, the tags and
/// the vacations that follow from them. The photos of a place or tag are questions asked of the visits.
public struct Visits: Projection {
    /// The fold's name, as users type it.
    public static let name: StaticString = "visits"
    /// The version of the fold.
    public static let version: UInt32 = 1
    /// The event types that it wants.
    public static let types: [EventType] = [
        visited, unvisited, vacationCreated, vacationDeleted,
    ]
    /// The tables in which it keeps rows.
    public static let tables = [visits, itinerary, tags, vacations]

    /// The visited photos.
    ///
    /// Key: vacation, photo; `order` and `source` are the visit's position.
    public static let visits = Table(1, "visits")

    /// The places of visited photos.
    ///
    /// Key: vacation, place. `order` and `source` are the visit with which the place came in, `a` is the
    /// number of photos, `b` and `c` the first and last visit in milliseconds since 1970, `d` their zones.
    public static let itinerary = Table(2, "itinerary")

    /// The tags of visited photos.
    ///
    /// Key: vacation, tag. `order` and `source` are the visit with which the tag came in, `a` is the number
    /// of photos.
    public static let tags = Table(3, "tags")

    /// The vacations.
    ///
    /// Key: vacation. `order` and `source` are the event with which the vacation came in; `a`, `b` and `c`
    /// are the numbers of places, photos and tags; `d` is 1 where a user made the vacation, 0 where a visit
    /// did.
    public static let vacations = Table(4, "vacations")

    static let visited = PhotoVisited.definition.type
    static let unvisited = PhotoUnvisited.definition.type
    static let vacationCreated = VacationCreated.definition.type
    static let vacationDeleted = VacationDeleted.definition.type

    /// The vacations of a user.
    public init() {}

    /// Applies a visit, an unvisit, or what a user did to a vacation.
    ///
    /// - Throws: `FoldError` when the event names no vacation or photo, or the visit to undo cannot be read.
    @specialized(where R == RowStore)
    public func apply<R: Rows & ~Copyable>(
        _ event: borrowing Event, to rows: inout R
    ) throws(FoldError) {
        if event.isOf(Self.visited) {
            try visit(event, &rows)
        } else if event.isOf(Self.unvisited) {
            try unvisit(event, &rows)
        } else if event.isOf(Self.vacationCreated) {
            try create(event, &rows)
        } else {
            try delete(event, &rows)
        }
    }

    // MARK: Visits

    @specialized(where R == RowStore)
    private func visit<R: Rows & ~Copyable>(_ event: borrowing Event, _ rows: inout R) throws(FoldError) {
        let fields = event.fields
        guard let given = fields["vacation"]?.text else { throw .missing("vacation") }
        let vacation = KeyText(given, normalised: KeyForms.vacation(given))
        guard !vacation.bytes.isEmpty else { throw .empty("vacation") }
        guard let photo = fields["photo"] else { throw .missing("photo") }
        guard !event.subject.isEmpty else { throw .empty("subject") }
        let key = rows.key(vacation.bytes, event.subject)
        guard rows.row(Self.visits, key) == nil else {
            return rows.ignore(Self.visits, key, because: .alreadyVisited)
        }
        let row = Row(order: event.position, source: event.position)
        rows.set(Self.visits, key, row, because: .visited)
        var placeName = Span<UInt8>()
        if let text = photo["place"]?.text { placeName = text }
        let place = KeyText(placeName, normalised: KeyForms.place(placeName))
        let places = enter(place, vacation, event, &rows)
        let tags = countUp(photo, vacation, row.order, &rows)
        let group = rows.key(vacation.bytes)
        var sums = rows.row(Self.vacations, group) ?? row
        sums.a += places
        sums.b += 1
        sums.c += tags
        rows.set(Self.vacations, group, sums, because: .visited)
    }

    @specialized(where R == RowStore)
    private func unvisit<R: Rows & ~Copyable>(_ event: borrowing Event, _ rows: inout R) throws(FoldError) {
        guard let given = event.fields["vacation"]?.text else { throw .missing("vacation") }
        let vacation = KeyText(given, normalised: KeyForms.vacation(given))
        guard !vacation.bytes.isEmpty else { throw .empty("vacation") }
        guard !event.subject.isEmpty else { throw .empty("subject") }
        let key = rows.key(vacation.bytes, event.subject)
        guard let visit = rows.remove(Self.visits, key, because: .unvisited) else {
            return rows.ignore(Self.visits, key, because: .notVisited)
        }
        // What goes is what came: the place and tags recorded at the visit, whatever the photo has now.
        try rows.past(visit.source) { (then: borrowing Event, rows: inout R) throws(FoldError) in
            try undo(then, &rows)
        }
    }

    /// Undoes what an earlier visit did to places, tags and sums.
    @specialized(where R == RowStore)
    private func undo<R: Rows & ~Copyable>(_ visit: borrowing Event, _ rows: inout R) throws(FoldError) {
        let fields = visit.fields
        guard let given = fields["vacation"]?.text, let photo = fields["photo"] else {
            throw .missing("photo")
        }
        let vacation = KeyText(given, normalised: KeyForms.vacation(given))
        var placeName = Span<UInt8>()
        if let text = photo["place"]?.text { placeName = text }
        let place = KeyText(placeName, normalised: KeyForms.place(placeName))
        let places = leave(place, vacation, &rows)
        let tags = countDown(photo, vacation, &rows)
        let group = rows.key(vacation.bytes)
        guard var sums = rows.row(Self.vacations, group) else { return }
        sums.a -= places
        sums.b -= 1
        sums.c -= tags
        if sums.b == 0, sums.d == 0 {
            rows.remove(Self.vacations, group, because: .unvisited)
        } else {
            rows.set(Self.vacations, group, sums, because: .unvisited)
        }
    }

    // MARK: Vacations

    @specialized(where R == RowStore)
    private func create<R: Rows & ~Copyable>(_ event: borrowing Event, _ rows: inout R) throws(FoldError) {
        guard let given = event.fields["name"]?.text else { throw .missing("name") }
        let name = KeyText(given, normalised: KeyForms.vacation(given))
        guard !name.bytes.isEmpty else { throw .empty("name") }
        let key = rows.key(name.bytes)
        guard rows.row(Self.vacations, key) == nil else {
            return rows.ignore(Self.vacations, key, because: .vacationExists)
        }
        let row = Row(order: event.position, source: event.position, d: 1)
        rows.set(Self.vacations, key, row, because: .vacationCreated)
    }

    @specialized(where R == RowStore)
    private func delete<R: Rows & ~Copyable>(_ event: borrowing Event, _ rows: inout R) throws(FoldError) {
        guard let given = event.fields["name"]?.text else { throw .missing("name") }
        let name = KeyText(given, normalised: KeyForms.vacation(given))
        guard !name.bytes.isEmpty else { throw .empty("name") }
        let key = rows.key(name.bytes)
        guard rows.row(Self.vacations, key) != nil else {
            return rows.ignore(Self.vacations, key, because: .noSuchVacation)
        }
        rows.removeAll(Self.visits, prefix: key, because: .vacationDeleted)
        rows.removeAll(Self.itinerary, prefix: key, because: .vacationDeleted)
        rows.removeAll(Self.tags, prefix: key, because: .vacationDeleted)
        rows.remove(Self.vacations, key, because: .vacationDeleted)
    }

    // MARK: Places

    /// Counts a photo into its place and returns how many places came in: one or none.
    @specialized(where R == RowStore)
    private func enter<R: Rows & ~Copyable>(
        _ place: borrowing KeyText, _ vacation: borrowing KeyText, _ event: borrowing Event,
        _ rows: inout R
    ) -> Int64 {
        let key = rows.key(vacation.bytes, place.bytes)
        let occurred = event.occurred
        if var row = rows.row(Self.itinerary, key) {
            row.a += 1
            row.c = occurred.milliseconds
            row.d = VisitZones(first: VisitZones(packed: row.d).first, last: occurred.zoneMinutes).packed
            rows.set(Self.itinerary, key, row, because: .visited)
            return 0
        }
        let row = Row(
            order: event.position, source: event.position, a: 1, b: occurred.milliseconds,
            c: occurred.milliseconds,
            d: VisitZones(first: occurred.zoneMinutes, last: occurred.zoneMinutes).packed)
        rows.set(Self.itinerary, key, row, because: .visited)
        return 1
    }

    /// Counts a photo out of its place and returns how many places went: one or none.
    @specialized(where R == RowStore)
    private func leave<R: Rows & ~Copyable>(
        _ place: borrowing KeyText, _ vacation: borrowing KeyText, _ rows: inout R
    ) -> Int64 {
        let key = rows.key(vacation.bytes, place.bytes)
        guard var row = rows.row(Self.itinerary, key) else { return 0 }
        row.a -= 1
        if row.a == 0 {
            rows.remove(Self.itinerary, key, because: .unvisited)
            return 1
        }
        rows.set(Self.itinerary, key, row, because: .unvisited)
        return 0
    }

    // MARK: Tags

    /// Counts each distinct tag up and returns how many came in.
    @specialized(where R == RowStore)
    private func countUp<R: Rows & ~Copyable>(
        _ photo: borrowing CBORView, _ vacation: borrowing KeyText, _ position: UInt64, _ rows: inout R
    ) -> Int64 {
        gatherTags(of: photo, vacation, &rows)
        var new: Int64 = 0
        rows.forEachGathered { (key, rows: inout R) in
            guard !rows.isSetNow(Self.tags, key) else { return }
            if var row = rows.row(Self.tags, key) {
                row.a += 1
                rows.set(Self.tags, key, row, because: .visited)
            } else {
                rows.set(Self.tags, key, Row(order: position, source: position, a: 1), because: .visited)
                new += 1
            }
        }
        return new
    }

    /// Counts each distinct tag down and returns how many went.
    @specialized(where R == RowStore)
    private func countDown<R: Rows & ~Copyable>(
        _ photo: borrowing CBORView, _ vacation: borrowing KeyText, _ rows: inout R
    ) -> Int64 {
        gatherTags(of: photo, vacation, &rows)
        var gone: Int64 = 0
        rows.forEachGathered { (key, rows: inout R) in
            guard !rows.isSetNow(Self.tags, key), var row = rows.row(Self.tags, key) else { return }
            row.a -= 1
            if row.a == 0 {
                rows.remove(Self.tags, key, because: .unvisited)
                gone += 1
            } else {
                rows.set(Self.tags, key, row, because: .unvisited)
            }
        }
        return gone
    }

    /// Gathers the keys of a photo's tags.
    @specialized(where R == RowStore)
    private func gatherTags<R: Rows & ~Copyable>(
        of photo: borrowing CBORView, _ vacation: borrowing KeyText, _ rows: inout R
    ) {
        guard let tags = photo["tags"] else { return }
        tags.forEachElement { (element: borrowing CBORView) in
            guard let tag = element.text, !KeyForms.isDropped(tag) else { return }
            let text = KeyText(tag, normalised: KeyForms.exact(tag))
            rows.gather(Self.tags, rows.key(vacation.bytes, text.bytes))
        }
    }
}

extension Reason {
    /// The photo was visited.
    public static let visited = Reason("visited")
    /// The visit was taken back.
    public static let unvisited = Reason("unvisited")
    /// The photo is visited in this vacation already.
    public static let alreadyVisited = Reason("alreadyVisited")
    /// The photo is not visited in this vacation.
    public static let notVisited = Reason("notVisited")
    /// A user made the vacation.
    public static let vacationCreated = Reason("vacationCreated")
    /// A user deleted the vacation.
    public static let vacationDeleted = Reason("vacationDeleted")
    /// There is a vacation of that name already.
    public static let vacationExists = Reason("vacationExists")
    /// There is no vacation of that name.
    public static let noSuchVacation = Reason("noSuchVacation")
}
