import EventCoding
public import EventLog
public import Projections
import TravelEvents
import UnicodeText

extension Places {
    /// The tables that users name.
    public static let shownTables = [placesTable, refreshTable]

    /// The places as users see them: sections by country, in them by name.
    public static let placesTable = ShownTable(
        "places", base: places,
        columns: ["country", "title", "subtitle", "photo_count", "latitude", "longitude"],
        keyParts: ["place"], groupColumn: "country", needsSource: false)

    /// How the newest request stands.
    public static let refreshTable = ShownTable(
        "refresh", base: refresh, columns: ["state", "reason", "requested", "ended"],
        keyParts: ["refresh_id"])

    /// Renders one kept row.
    public func render(
        _ row: TableRow, in table: ShownTable, from source: Event?, beside neighbours: RowLookup,
        into output: inout RenderedRows
    ) {
        if table.base == Self.places {
            renderPlace(row, &output)
        } else {
            renderRefresh(row, source, &output)
        }
    }

    private func renderPlace(_ row: TableRow, _ output: inout RenderedRows) {
        let key = row.key.texts
        let name = PlaceName(key[1])
        let numbers = PlaceNumbers(row.values)
        var sort = SortKey()
        sort.ascending(UnicodeText.collationKey(key[0]))
        sort.ascending(UnicodeText.collationKey(key[1]))
        output.add(
            key: [key[1]],
            columns: [
                .text(key[0]), .text(name.title), .text(name.subtitleInCountry),
                numbers.photoCount.map { .integer($0) } ?? .none,
                numbers.location.map { .real($0.latitude) } ?? .none,
                numbers.location.map { .real($0.longitude) } ?? .none,
            ], sort: sort)
    }

    private func renderRefresh(_ row: TableRow, _ source: Event?, _ output: inout RenderedRows) {
        let phase = RefreshState.Phase(rawValue: row.values.a) ?? .refreshing
        let requested = Timestamp(
            milliseconds: row.values.b, zoneMinutes: Int16(truncatingIfNeeded: row.values.c))
        var (reason, ended): (ColumnValue, ColumnValue) = (.none, .none)
        if let event = source, phase != .refreshing {
            ended = .time(event.occurred)
            if phase == .failed, let text = event.fields["reason"]?.string { reason = .text(text) }
        }
        output.add(
            key: row.key.texts, columns: [.text(phase.name), reason, .time(requested), ended], sort: SortKey()
        )
    }

    /// Which place of a refresh a kept row of `places` stands for: the event, and the index in it, from 0.
    public static func origin(of row: TableRow) -> (position: UInt64, index: Int) {
        (row.values.source, PlaceNumbers.index(row.values))
    }
}
