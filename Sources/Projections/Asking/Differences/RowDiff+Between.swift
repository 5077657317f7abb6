public import EventCoding
public import EventLog

extension RowDiff {
    /// What differs in a table between two positions of one history, with the event behind each difference.
    ///
    ///     let diff = try RowDiff.between(
    ///         5100, and: 5214, of: Recents.shownTables[0], in: AnyProjection(Recents()), stream: alice,
    ///         over: log, catalogue: TravelModel.catalogue)
    ///
    /// Use `StateDiff` for several tables at once, and to see which events could not be read or applied.
    ///
    /// - Parameters:
    ///   - start: The position of the left state; 0 for the empty one.
    ///   - end: The position of the right state.
    ///   - table: One of the projection's shown tables.
    ///   - projection: The projection.
    ///   - stream: The stream.
    ///   - source: The history.
    ///   - catalogue: Brings older payloads to today's form and says which versions are known.
    /// - Throws: `LogError` when the source cannot be read, or has no such stream or position;
    ///   `ProjectionError` with code `incompleteProjection` when an event could not be read or applied.
    /// - Complexity: O(events), and those after `start` once more where a row went of which none of them tells.
    public static func between(
        _ start: UInt64, and end: UInt64, of table: ShownTable, in projection: AnyProjection,
        stream: StreamName,
        over source: any EventSource, catalogue: EventCatalogue
    ) throws -> RowDiff {
        let state = try StateDiff(
            from: HistoryMoment(of: source, at: start, stream: stream),
            to: HistoryMoment(of: source, at: end, stream: stream),
            of: [StateDiff.Subject(projection, table)],
            catalogue: catalogue, causesAfter: start, sharing: start)
        if !state.isComplete {
            var error = ProjectionError(
                .incompleteProjection, projection: projection.name,
                "the rows of \(table.name) cannot be compared: some event could not be read or applied")
            error.incompleteness = state.incompleteness
            error.failures = state.failures
            throw error
        }
        return state.parts[0].diff
    }
}
