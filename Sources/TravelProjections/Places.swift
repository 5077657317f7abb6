public import EventCoding
public import EventLog
public import Projections
import TravelEvents

/// The list of top places in sections by country, and how its latest refresh stands.
///
/// A refresh replaces the whole list. A failed one leaves it as it is, and ends the waiting of its own request
/// only. A section can be removed by its country; the next refresh brings it back. The order of the log decides
/// between refreshes that overlap.
public struct Places: Projection {
    /// The projection's name.
    public static let name: StaticString = "places"
    /// The version of the fold.
    public static let version: UInt32 = 1
    /// The event types that it wants.
    public static let types: [EventType] = [requested, refreshed, failed, sectionRemoved]
    /// The kept tables.
    public static let tables = [places, refresh]

    /// The places of the list.
    ///
    /// The key is country and full name, both in NFC.
    /// `order` and `source` are the refresh that gave the place its present numbers; `a` holds its index in that
    /// refresh and which numbers there are, `b` the count of photos, `c` and `d` the coordinates.
    public static let places = Table(1, "places")

    /// The newest request.
    ///
    /// The key is its refresh id.
    /// `order` is the request, `source` the event that supplies what is shown: the request, or its end. `a` says
    /// how the request stands; `b` and `c` are when it was made, in milliseconds since 1970, and the zone.
    public static let refresh = Table(2, "refresh", layout: .packed)

    static let requested = PlacesRefreshRequested.definition.type
    static let refreshed = PlacesRefreshed.definition.type
    static let failed = PlacesRefreshFailed.definition.type
    static let sectionRemoved = PlacesSectionRemoved.definition.type

    /// The list of top places.
    public init() {}

    /// Applies one event.
    ///
    /// - Throws: `FoldError` when the payload lacks what is needed.
    public func apply<R: Rows & ~Copyable>(
        _ event: borrowing Event, to rows: inout R
    ) throws(FoldError) {
        if event.isOf(Self.sectionRemoved) { return try removeSection(event, &rows) }
        guard let id = event.fields["refresh_id"]?.text else { throw .missing("refresh_id") }
        guard !id.isEmpty else { throw .empty("refresh_id") }
        let request = rows.key(id)
        if event.isOf(Self.requested) {
            begin(request, event, &rows)
        } else if event.isOf(Self.failed) {
            end(request, .failed, event, &rows)
        } else {
            try replace(event, &rows)
            end(request, .refreshed, event, &rows)
        }
    }

    // MARK: Requests

    /// Makes a request the newest one.
    private func begin<R: Rows & ~Copyable>(_ request: Key, _ event: borrowing Event, _ rows: inout R) {
        let occurred = event.occurred
        let row = Row(
            order: event.position, source: event.position, a: RefreshState.Phase.refreshing.rawValue,
            b: occurred.milliseconds, c: Int64(occurred.zoneMinutes))
        rows.set(Self.refresh, request, row, because: .requested)
        rows.trim(Self.refresh, to: 1, because: .superseded)
    }

    /// Ends a request, if it is the newest and has no end yet.
    ///
    /// A list that comes after all, for a request that was given up, counts: its failure is no longer the news.
    private func end<R: Rows & ~Copyable>(
        _ request: Key, _ phase: RefreshState.Phase, _ event: borrowing Event, _ rows: inout R
    ) {
        guard var row = rows.row(Self.refresh, request) else {
            return rows.ignore(Self.refresh, request, because: .notNewestRequest)
        }
        let refreshing = RefreshState.Phase.refreshing.rawValue
        let comesAfterAll = phase == .refreshed && row.a == RefreshState.Phase.failed.rawValue
        guard row.a == refreshing || comesAfterAll else {
            return rows.ignore(Self.refresh, request, because: .requestHasEnded)
        }
        row.a = phase.rawValue
        row.source = event.position
        rows.set(Self.refresh, request, row, because: phase == .failed ? .refreshFailed : .refreshed)
    }

    // MARK: The list

    /// Replaces the list; a place that stays as it is keeps its row.
    private func replace<R: Rows & ~Copyable>(
        _ event: borrowing Event, _ rows: inout R
    ) throws(FoldError) {
        guard let places = event.fields["places"], places.kind == .list else { throw .missing("places") }
        let position = event.position
        var (kept, index): (Set<RowKey>, Int) = ([], 0)
        try places.forEachElement { (place: borrowing CBORView) throws(FoldError) in
            guard place.kind == .map else { throw .missing("places[\(index)]") }
            var given = Span<UInt8>()
            if let text = place["name"]?.text { given = text }
            let name = KeyText(given, normalised: KeyForms.place(given))
            let country = KeyForms.country(of: KeyForms.text(name.bytes))
            let key = rows.key(country.span, name.bytes)
            if !kept.insert(RowKey([country, Array(copying: name.bytes)])).inserted {
                rows.ignore(Self.places, key, because: .duplicatePlace)
            } else {
                let numbers = PlaceNumbers(place)
                if rows.row(Self.places, key).map({ PlaceNumbers($0) != numbers }) ?? true {
                    rows.set(
                        Self.places, key, numbers.row(from: position, index: index), because: .refreshed)
                }
            }
            index += 1
        }
        rows.removeAll(Self.places, except: kept, because: .notInRefresh)
    }

    private func removeSection<R: Rows & ~Copyable>(
        _ event: borrowing Event, _ rows: inout R
    ) throws(FoldError) {
        guard let given = event.fields["country"]?.text else { throw .missing("country") }
        let country = KeyText(given, normalised: KeyForms.country(given))
        let section = rows.key(country.bytes)
        if rows.removeAll(Self.places, prefix: section, because: .sectionRemoved) == 0 {
            rows.ignore(Self.places, section, because: .noSuchSection)
        }
    }
}

extension Reason {
    /// A user asked for the list anew.
    public static let requested = Reason("requested")
    /// The list came.
    public static let refreshed = Reason("refreshed")
    /// The list did not come.
    public static let refreshFailed = Reason("refreshFailed")
    /// There is a newer request.
    public static let superseded = Reason("superseded")
    /// The newest request has another id: this one was superseded, or never made.
    public static let notNewestRequest = Reason("notNewestRequest")
    /// The request has an end already.
    public static let requestHasEnded = Reason("requestHasEnded")
    /// The list that came does not hold the place.
    public static let notInRefresh = Reason("notInRefresh")
    /// The list that came holds a place of that name already.
    public static let duplicatePlace = Reason("duplicatePlace")
    /// A user removed the country's section.
    public static let sectionRemoved = Reason("sectionRemoved")
    /// The list holds no place of that country.
    public static let noSuchSection = Reason("noSuchSection")
}
