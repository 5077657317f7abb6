public import EventCoding
public import EventLog

/// A fold over events that keeps rows: a value with a name, a version, parameters and one pure function.
///
/// `apply` reads and writes rows through the table interface it is handed, and nothing else: it has no clock,
/// no locale, no randomness and no I/O. So the same function runs in memory, inside an append's transaction
/// and as catch-up, and gives the same rows each time.
public protocol Projection: Sendable {
    /// The fold's name, as users type it.
    static var name: StaticString { get }

    /// The version of the fold, from 1; raise it whenever a change of the code can change a row.
    static var version: UInt32 { get }

    /// The tables in which it keeps rows.
    static var tables: [Table] { get }

    /// The tables that users name, rendered from the kept ones.
    static var shownTables: [ShownTable] { get }

    /// The event types that it wants; `apply` sees no other.
    static var types: [EventType] { get }

    /// What distinguishes this value from others of its type, such as a limit.
    var parameters: [Parameter] { get }

    /// How far back the rows reach; a fold says nothing unless it is sure.
    var window: FoldWindow { get }

    /// Applies one event to the rows of the event's stream.
    ///
    /// Mark the function, and generic helpers that it calls, `@specialized(where R == RowStore)`: the compiler
    /// does not specialise over rows that cannot be copied by itself, and calls through the protocol cost about
    /// a third more.
    ///
    /// - Throws: `FoldError` when the event cannot be applied; every change made for it is undone then.
    func apply<R: Rows & ~Copyable>(_ event: borrowing Event, to rows: inout R) throws(FoldError)

    /// Renders one kept row: into one row of a shown table, or into any number of a query's.
    ///
    /// The keys of the rendered rows depend on the kept row and its source event alone.
    ///
    /// - Parameters:
    ///   - row: A row of the shown table's base.
    ///   - table: The shown table.
    ///   - source: The event at the row's `source`; nil where it cannot be read, or the table needs none.
    ///   - neighbours: Other rows of the same stream and projection.
    ///   - output: Takes the rendered rows.
    func render(
        _ row: TableRow, in table: ShownTable, from source: Event?, beside neighbours: RowLookup,
        into output: inout RenderedRows)
}

extension Projection {
    /// No parameters.
    public var parameters: [Parameter] { [] }

    /// Any event may matter.
    public var window: FoldWindow { .whole }
}
