public import EventCoding
public import EventLog
import NumbersModel
public import Projections

/// The list of numbers as a careless next release folds it: it forgets to count down.
///
/// The mistake is planted, for the page that finds it.
public struct NextNumberList: Projection {
    /// The projection's name.
    public static let name = NumberList.name
    /// The version of the fold, which the release forgot to raise.
    public static let version = NumberList.version
    /// The event types that it wants.
    public static let types = NumberList.types
    /// The kept tables.
    public static let tables = NumberList.tables
    /// The tables that users name.
    public static let shownTables = NumberList.shownTables

    /// The list.
    public init() {}

    /// Applies one event.
    ///
    /// - Throws: `FoldError` when the payload lacks what is needed.
    public func apply<R: Rows & ~Copyable>(
        _ event: borrowing Event, to rows: inout R
    ) throws(FoldError) {
        guard event.isOf(NumberRemoved.definition.type), let name = event.fields["section"]?.text,
            let before = rows.row(NumberList.sections, rows.key(name))
        else { return try NumberList().apply(event, to: &rows) }
        try NumberList().apply(event, to: &rows)
        // The mistake: somebody wanted to keep the count of a section that is being cleaned up.
        rows.set(NumberList.sections, rows.key(name), before, because: .numberRemoved)
    }

    /// Renders one kept row.
    public func render(
        _ row: TableRow, in table: ShownTable, from source: Event?, beside neighbours: RowLookup,
        into output: inout RenderedRows
    ) {
        NumberList().render(row, in: table, from: source, beside: neighbours, into: &output)
    }
}
