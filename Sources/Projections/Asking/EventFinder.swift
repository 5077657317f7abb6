import EventCoding
import EventLog

/// Renders single rows during a replay: their source events most often stand in the block at hand.
struct EventFinder {
    private var reader: SourceReader

    init(_ source: any EventSource, _ catalogue: EventCatalogue) { reader = SourceReader(source, catalogue) }

    /// The rows of a shown table that a kept row is rendered into, without ranks.
    mutating func render(
        _ row: TableRow, in table: ShownTable, of projection: AnyProjection, beside lookup: RowLookup,
        _ block: borrowing EventBlock
    ) throws -> [RenderedRow] {
        var output = RenderedRows(for: table)
        output.begin(row)
        let source = row.values.source
        if !table.needsSource || source == 0 {
            projection.render(row, in: table, from: nil, beside: lookup, into: &output)
        } else if let index = block.index(of: source) {
            projection.render(row, in: table, from: block.event(at: index), beside: lookup, into: &output)
        } else {
            try reader.read(source)
            projection.render(row, in: table, from: reader.event, beside: lookup, into: &output)
        }
        return output.rows
    }
}

extension EventBlock {
    /// The index of the entry that covers a position, in a block that was read forward; nil where none does.
    ///
    /// - Complexity: O(log n).
    borrowing func index(of position: UInt64) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if lastPosition(at: middle) < position { low = middle + 1 } else { high = middle }
        }
        guard low < count, positions(at: low).contains(position) else { return nil }
        return low
    }
}
