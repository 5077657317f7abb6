import EventCoding
public import EventLog
public import Projections
import UnicodeText

extension Visits {
    /// The tables that users name.
    public static let shownTables = [
        itineraryTable, tagsTable, vacationsTable, itineraryPhotosTable, tagsPhotosTable,
    ]

    private static let itineraryTable = ShownTable(
        "itinerary", base: itinerary,
        columns: ["vacation", "place", "title", "subtitle", "first_visited", "last_visited", "photos"],
        keyParts: ["vacation", "place"], groupParts: 1, needsSource: false)

    private static let tagsTable = ShownTable(
        "tags", base: tags, columns: ["vacation", "tag", "shown", "count"], keyParts: ["vacation", "tag"],
        groupParts: 1, needsSource: false)

    private static let vacationsTable = ShownTable(
        "vacations", base: vacations, columns: ["places", "photos", "tags", "created"],
        keyParts: ["vacation"])

    private static let itineraryPhotosTable = ShownTable(
        "itinerary.photos", base: visits, lookups: [itinerary],
        columns: ["vacation", "place", "photo", "title", "subtitle", "visited"],
        keyParts: ["vacation", "place", "photo"], groupParts: 2, isQuery: true)

    private static let tagsPhotosTable = ShownTable(
        "tags.photos", base: visits, lookups: [tags],
        columns: ["vacation", "tag", "photo", "title", "subtitle", "visited"],
        keyParts: ["vacation", "tag", "photo"], groupParts: 2, isQuery: true)

    /// Renders a row of one of the five shown tables.
    public func render(
        _ row: TableRow, in table: ShownTable, from source: Event?, beside neighbours: RowLookup,
        into output: inout RenderedRows
    ) {
        let key = row.key.texts
        var sort = SortKey()
        sort.ascending(UnicodeText.collationKey(key[0]))
        switch table.name {
        case "itinerary": renderPlace(row.values, key, sort, &output)
        case "tags": renderTag(row.values, key, sort, &output)
        case "vacations": renderVacation(row.values, key, source, sort, &output)
        case "itinerary.photos": renderPhotoOfPlace(key, source, neighbours, sort, &output)
        default: renderPhotoOfTags(key, source, neighbours, sort, &output)
        }
    }

    private func renderPlace(_ row: Row, _ key: [String], _ sort: SortKey, _ output: inout RenderedRows) {
        var sort = sort
        sort.ascending(row.order)
        let name = PlaceName(key[1])
        let zones = VisitZones(packed: row.d)
        output.add(
            key: key,
            columns: [
                .text(key[0]), .text(key[1]), .text(name.title), .text(name.subtitle),
                .time(Timestamp(milliseconds: row.b, zoneMinutes: zones.first)),
                .time(Timestamp(milliseconds: row.c, zoneMinutes: zones.last)), .integer(row.a),
            ], sort: sort)
    }

    private func renderTag(_ row: Row, _ key: [String], _ sort: SortKey, _ output: inout RenderedRows) {
        var sort = sort
        sort.descending(row.a)
        sort.ascending(Array(key[1].utf8))
        let shown = UnicodeText.titleCasedFirst(key[1])
        output.add(
            key: key, columns: [.text(key[0]), .text(key[1]), .text(shown), .integer(row.a)], sort: sort)
    }

    private func renderVacation(
        _ row: Row, _ key: [String], _ source: Event?, _ sort: SortKey,
        _ output: inout RenderedRows
    ) {
        var created = ColumnValue.none
        if let event = source { created = .time(event.occurred) }
        output.add(
            key: key, columns: [.integer(row.a), .integer(row.b), .integer(row.c), created], sort: sort)
    }

    // MARK: Photos of a place or tag

    private func renderPhotoOfPlace(
        _ key: [String], _ source: Event?, _ neighbours: RowLookup, _ sort: SortKey,
        _ output: inout RenderedRows
    ) {
        var (sort, place, photo) = (sort, PlaceName.unknown, ShownPhoto())
        if let event = source, let view = event.fields["photo"] {
            photo = ShownPhoto(view, event.occurred)
            var given = Span<UInt8>()
            if let text = view["place"]?.text { given = text }
            let name = KeyText(given, normalised: KeyForms.place(given))
            place = KeyForms.text(name.bytes)
        }
        let placeRow = neighbours.row(Self.itinerary, RowKey(key[0], place))
        sort.ascending(placeRow?.values.order ?? .max)
        photo.order(&sort, id: key[1])
        output.add(
            key: [key[0], place, key[1]],
            columns: [.text(key[0]), .text(place), .text(key[1])] + photo.columns,
            sort: sort)
    }

    private func renderPhotoOfTags(
        _ key: [String], _ source: Event?, _ neighbours: RowLookup, _ sort: SortKey,
        _ output: inout RenderedRows
    ) {
        guard let event = source, let view = event.fields["photo"], let tags = view["tags"] else { return }
        let photo = ShownPhoto(view, event.occurred)
        var seen: [[UInt8]] = []
        tags.forEachElement { (element: borrowing CBORView) in
            guard let given = element.text, !KeyForms.isDropped(given) else { return }
            let tag = KeyForms.exact(given) ?? Array(copying: given)
            guard !seen.contains(tag) else { return }
            seen.append(tag)
            let text = String(decoding: tag, as: UTF8.self)
            var sort = sort
            sort.descending(neighbours.row(Self.tags, RowKey(key[0], text))?.values.a ?? 0)
            sort.ascending(tag)
            photo.order(&sort, id: key[1])
            output.add(
                key: [key[0], text, key[1]],
                columns: [.text(key[0]), .text(text), .text(key[1])] + photo.columns, sort: sort)
        }
    }
}

/// A visited photo among others: its texts, and its place by title.
private struct ShownPhoto {
    var columns: [ColumnValue] = [.none, .none, .none]
    private var order: [UInt8] = []

    /// A photo of which nothing can be read.
    init() {}

    init(_ photo: borrowing CBORView, _ visited: Timestamp) {
        let text = PhotoText(photo)
        columns = [.text(text.title), .text(text.subtitle), .time(visited)]
        if text.hasTitle { order = UnicodeText.collationKey(text.title) }
    }

    /// Adds the order of photos: by title, those without one first, then by id.
    func order(_ sort: inout SortKey, id: String) {
        sort.ascending(order)
        sort.ascending(Array(id.utf8))
    }
}
