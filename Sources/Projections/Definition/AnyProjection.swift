public import EventCoding
public import EventLog

/// A projection whose type is not known here.
///
/// Folding is dispatched once for a block of events, to code that was specialised for the projection.
public struct AnyProjection: Sendable {
    /// The projection's name.
    public let name: String

    /// The version of the fold.
    public let version: UInt32

    /// What distinguishes this value from others of its type.
    public let parameters: [Parameter]

    /// How far back its rows reach.
    public let window: FoldWindow

    /// The tables in which it keeps rows.
    public let tables: [Table]

    /// The tables that users name.
    public let shownTables: [ShownTable]

    /// The event types that it wants.
    public let types: [EventType]

    @usableFromInline
    typealias Fold = @Sendable (borrowing EventBlock, Int, inout RowStore) -> Void

    @usableFromInline
    typealias Render =
        @Sendable (
            TableRow, ShownTable, Event?, RowLookup, inout RenderedRows
        ) -> Void

    private let foldBlock: Fold
    private let renderRow: Render

    /// A projection of any type.
    ///
    /// - Precondition: The ids and names of its tables are unique, and shown tables stand on kept ones.
    @inlinable
    public init<P: Projection>(_ projection: P) {
        self.init(
            describing: projection,
            fold: { (block: borrowing EventBlock, start: Int, rows: inout RowStore) in
                rows.fold(projection, block, from: start)
            },
            render: { (row, table, source: Event?, neighbours, output: inout RenderedRows) in
                projection.render(row, in: table, from: source, beside: neighbours, into: &output)
            })
    }

    @usableFromInline
    init<P: Projection>(describing projection: P, fold: @escaping Fold, render: @escaping Render) {
        name = "\(P.name)"
        version = P.version
        parameters = projection.parameters
        window = projection.window
        tables = P.tables.sorted { $0.id < $1.id }
        shownTables = P.shownTables
        types = P.types
        foldBlock = fold
        renderRow = render
        checkTables()
    }

    private func checkTables() {
        // They are few, and a set of them would cost a short command more than all comparisons.
        precondition(
            zip(tables, tables.dropFirst()).allSatisfy { $0.id != $1.id }, "\(name): two tables have one id")
        for (index, table) in shownTables.enumerated() {
            let isNew = !shownTables[..<index].contains { $0.name == table.name }
            precondition(isNew, "\(name): two tables have one name")
            let isKept = (table.lookups + [table.base]).allSatisfy { base in
                tables.contains { $0.id == base.id }
            }
            precondition(isKept, "\(name): \(table.name) stands on a table that is not kept")
        }
    }

    /// Applies a block's events from `start` on.
    func fold(_ block: borrowing EventBlock, from start: Int = 0, into rows: inout RowStore) {
        foldBlock(block, start, &rows)
    }

    /// Renders one row.
    func render(
        _ row: TableRow, in table: ShownTable, from source: Event?, beside neighbours: RowLookup,
        into output: inout RenderedRows
    ) {
        renderRow(row, table, source, neighbours, &output)
    }

    /// The shown table of that name, or nil.
    public func shownTable(named name: String) -> ShownTable? {
        shownTables.first { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// Whether a kept table is seen by users only through others.
    public func isHidden(_ table: Table) -> Bool {
        !shownTables.contains { $0.base == table && !$0.isQuery }
    }
}

extension AnyProjection: CustomStringConvertible {
    /// The name and version.
    public var description: String { "\(name) \(version)" }
}
