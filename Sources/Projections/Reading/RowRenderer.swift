public import EventCoding
public import EventLog

/// Renders kept rows as users see them, reading the text from the events that supplied it.
public struct RowRenderer {
    private let source: any EventSource
    private let catalogue: EventCatalogue

    /// A renderer of rows that were folded from `source`.
    public init(source: any EventSource, catalogue: EventCatalogue) {
        self.source = source
        self.catalogue = catalogue
    }

    /// The rows of one stream in a shown table, in order and ranked.
    ///
    /// - Throws: `LogError` when the source events cannot be read at all; one that is withheld or damaged
    ///   leaves its columns empty.
    public func rows(
        of table: ShownTable, in projection: AnyProjection, stream: UInt32, from rows: RowSet
    ) throws -> [RenderedRow] {
        try render(rows.rows(stream: stream, table: table.base), of: table, in: projection) {
            rows.rows(stream: stream, table: $0)
        }
    }

    /// Renders rows of a shown table's base.
    func render(
        _ kept: [TableRow], of table: ShownTable, in projection: AnyProjection,
        neighbours: (Table) throws -> [TableRow]
    ) throws -> [RenderedRow] {
        var lookups: [UInt8: [RowKey: TableRow]] = [:]
        for lookup in table.lookups {
            lookups[lookup.id] = Dictionary(try neighbours(lookup).map { ($0.key, $0) }) { first, _ in first }
        }
        let lookup = RowLookup(lookups)
        var output = RenderedRows(for: table)
        var reader = SourceReader(source, catalogue)
        for row in kept {
            let count = output.rows.count
            output.begin(row)
            if table.needsSource, row.values.source > 0 {
                try reader.read(row.values.source)
                projection.render(row, in: table, from: reader.event, beside: lookup, into: &output)
            } else {
                projection.render(row, in: table, from: nil, beside: lookup, into: &output)
            }
            // Counting and finding rows by their effects relies on it.
            precondition(
                table.isQuery || output.rows.count == count + 1,
                "\(table.name), which is no query, renders one row from each kept row")
        }
        return output.ranked(in: table)
    }
}

/// Reads single events in their current form.
struct SourceReader {
    private let source: any EventSource
    private let catalogue: EventCatalogue
    private(set) var block = EventBlock()

    init(_ source: any EventSource, _ catalogue: EventCatalogue) {
        self.source = source
        self.catalogue = catalogue
    }

    mutating func read(_ position: UInt64) throws(LogError) {
        let plan = ReadPlan(range: position...position)
        var cursor = try source.cursor(for: plan)
        block.removeAll()
        if !cursor.isAtEnd { try source.fill(&block, from: plan, at: &cursor) }
        block.upcast(with: catalogue)
    }

    /// The event that was read, or nil where something else stands.
    var event: Event? {
        @_lifetime(borrow self)
        get { block.isEmpty ? nil : block.event(at: 0) }
    }
}
