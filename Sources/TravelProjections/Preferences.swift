public import EventCoding
public import EventLog
public import Projections
public import TravelEvents

/// What a user chose for the app as a whole: how the map is drawn.
public struct Preferences: Projection {
    /// The key of the choice of a map type.
    public static let mapTypeKey = "map-type"

    /// The projection's name.
    public static let name: StaticString = "preferences"
    /// The version of the fold.
    public static let version: UInt32 = 1
    /// The event types that it wants.
    public static let types: [EventType] = [MapTypeSelected.definition.type]
    /// The kept tables.
    public static let tables = [preferences]

    /// The choices.
    ///
    /// The key is what is chosen; `order` and `source` are the choice, `a` is its number among those offered.
    public static let preferences = Table(1, "preferences")

    /// The tables that users name.
    public static let shownTables = [preferencesTable]

    /// The choices as users see them.
    public static let preferencesTable = ShownTable(
        "preferences", base: preferences, columns: ["map_type"], keyParts: ["preference"], needsSource: false)

    /// What a user chose.
    public init() {}

    /// Applies one event.
    ///
    /// - Throws: `FoldError` when the payload lacks what is needed.
    public func apply<R: Rows & ~Copyable>(
        _ event: borrowing Event, to rows: inout R
    ) throws(FoldError) {
        guard let given = event.fields["map_type"]?.string else { throw .missing("map_type") }
        let chosen = MapType(rawValue: given)
        let number = MapType.offered.firstIndex(of: chosen.effective) ?? 0
        let key = rows.key(Array(Self.mapTypeKey.utf8).span)
        let isUnknown = chosen.effective != chosen
        let isNew = rows.row(Self.preferences, key).map { $0.a != Int64(number) } ?? true
        if isNew {
            let row = Row(order: event.position, source: event.position, a: Int64(number))
            rows.set(Self.preferences, key, row, because: .selected)
        }
        if isUnknown {
            rows.ignore(Self.preferences, key, because: .unknownMapType)
        } else if !isNew {
            rows.ignore(Self.preferences, key, because: .alreadySelected)
        }
    }

    /// Renders one kept row.
    public func render(
        _ row: TableRow, in table: ShownTable, from source: Event?, beside neighbours: RowLookup,
        into output: inout RenderedRows
    ) {
        output.add(
            key: row.key.texts, columns: [.text(Self.mapType(row.values).rawValue)], sort: SortKey())
    }

    private static func mapType(_ row: Row) -> MapType {
        let number = Int(row.a)
        return MapType.offered.indices.contains(number) ? MapType.offered[number] : .standard
    }

    /// The map type that takes effect: standard where nothing was chosen.
    ///
    /// - Parameter rows: The rows of the table `preferences` of one stream.
    public static func mapType(in rows: [RenderedRow]) -> MapType {
        let row = rows.first { $0.keyText.utf8.elementsEqual(mapTypeKey.utf8) }
        guard case .text(let name)? = row?.value(of: "map_type", in: preferencesTable) else {
            return .standard
        }
        return MapType(rawValue: name).effective
    }
}

extension Reason {
    /// A user chose this.
    public static let selected = Reason("selected")
    /// This was chosen already.
    public static let alreadySelected = Reason("alreadySelected")
    /// The choice is not known, so it counts as standard.
    public static let unknownMapType = Reason("unknownMapType")
}
