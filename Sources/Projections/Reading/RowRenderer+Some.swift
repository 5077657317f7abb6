import EventLog

extension RowRenderer {
    /// Renders some rows of a shown table, such as those that one event changed; ranks count among them only.
    ///
    /// - Precondition: The table looks into no other.
    /// - Throws: `LogError` when the source events cannot be read at all.
    public func render(
        _ rows: [TableRow], of table: ShownTable, in projection: AnyProjection
    ) throws -> [RenderedRow] {
        precondition(table.lookups.isEmpty, "\(table.name) cannot be rendered row by row")
        return try render(rows, of: table, in: projection) { _ in [] }
    }
}
