public import EventCoding
public import EventLog
public import Projections
import TravelEvents
import UnicodeText

/// The photos viewed most recently: newest view first, each photo once, at most `limit` of them.
///
/// Every view counts, whatever list it came from, and nothing else changes the list. The order is that of the
/// log, never that of clocks.
public struct Recents: Projection {
    /// How many photos are kept where nothing else is said.
    public static let defaultLimit = 20

    /// The fold's name, as users type it.
    public static let name: StaticString = "recents"
    /// The version of the fold.
    public static let version: UInt32 = 1
    /// The event types that it wants.
    public static let types: [EventType] = [PhotoViewed.definition.type]
    /// The tables in which it keeps rows.
    public static let tables = [table]

    /// The rows: key photo; `order` and `source` are the view's position.
    public static let table = Table(1, "recents", layout: .packed)

    /// The tables that users name.
    public static let shownTables = [
        ShownTable(
            "recents", base: table, columns: ["title", "subtitle", "place", "viewed"], keyParts: ["photo"])
    ]

    /// The most photos that are kept.
    public let limit: Int

    /// A view of another photo pushes a photo down, so older views than these change nothing.
    public var window: FoldWindow { .latestSubjects(limit) }

    /// The limit.
    public var parameters: [Parameter] { [Parameter("limit", limit)] }

    /// Recents of the usual length.
    public init() { limit = Self.defaultLimit }

    /// Recents of at most `limit` photos; 0 keeps none.
    ///
    /// - Throws: `ConfigurationError` when the limit is negative.
    public init(limit: Int) throws(ConfigurationError) {
        guard limit >= 0 else {
            throw ConfigurationError("limit", "recents cannot keep \(limit) photos; 0 or more are accepted")
        }
        self.limit = limit
    }

    /// Moves a viewed photo to the front and lets the oldest ones go.
    ///
    /// - Throws: `FoldError` when the event names no photo.
    @specialized(where R == RowStore)
    public func apply<R: Rows & ~Copyable>(
        _ event: borrowing Event, to rows: inout R
    ) throws(FoldError) {
        let photo = event.subject
        guard !photo.isEmpty else { throw .empty("subject") }
        let position = event.position
        rows.set(Self.table, rows.key(photo), Row(order: position, source: position), because: .viewed)
        rows.trim(Self.table, to: limit, because: .evicted)
    }

    /// Renders a row from the view that set it.
    public func render(
        _ row: TableRow, in table: ShownTable, from source: Event?, beside neighbours: RowLookup,
        into output: inout RenderedRows
    ) {
        var sort = SortKey()
        sort.descending(row.values.order)
        var columns: [ColumnValue] = [.none, .none, .none, .none]
        if let event = source {
            columns[3] = .time(event.occurred)
            if let photo = event.fields["photo"] {
                let text = PhotoText(photo)
                columns[0] = .text(text.title)
                columns[1] = .text(text.subtitle)
                if let place = photo["place"]?.string { columns[2] = .text(place) }
            }
        }
        output.add(key: row.key.texts, columns: columns, sort: sort)
    }
}

extension Reason {
    /// The photo was viewed.
    public static let viewed = Reason("viewed")
    /// Enough photos were viewed since.
    public static let evicted = Reason("evicted")
}
