public import EventCoding
public import EventLog

/// Finds the events at which a condition on rows began or ceased to hold.
///
///     let search = try FlipSearch(
///         .test(.has("p17", in: "recents")), projections: projections, catalogue: catalogue)
///     let result = try search.run(over: log, stream: alice) { flip in show(flip) }
///
/// The history is folded once; the condition is looked at only when an event touched a table that it asks about.
/// Memory grows with the rows of the tables concerned, not with the events or the flips.
public struct FlipSearch {
    /// When a search ends.
    public enum Ending: Hashable, Sendable {
        /// After the last event of the range.
        case atEndOfRange
        /// At the first flip, once it is known whether the condition ever held.
        case atFirstFlip
    }

    private let condition: RowCondition
    private let projections: [AnyProjection]
    private let catalogue: EventCatalogue

    /// A search.
    ///
    /// - Parameters:
    ///   - condition: What is looked for.
    ///   - projections: The projections of the model; only those that own the tables concerned are folded.
    ///   - catalogue: The model's event types.
    /// - Throws: `RowConditionError` for a table or a field that there is not.
    public init(
        _ condition: RowCondition, projections: [AnyProjection], catalogue: EventCatalogue
    ) throws(RowConditionError) {
        var owners: [AnyProjection] = []
        for test in condition.tests {
            guard let owner = projections.first(where: { $0.shownTable(named: test.table) != nil }),
                let table = owner.shownTable(named: test.table)
            else {
                throw RowConditionError(
                    code: .unknownTable, name: test.table,
                    known: projections.flatMap { $0.shownTables.map(\.name) }.sorted())
            }
            if case .field(let field, _, _) = test.question,
                !table.conditionFields.contains(where: { $0.utf8.elementsEqual(field.utf8) })
            {
                throw RowConditionError(code: .unknownField, name: field, known: table.conditionFields)
            }
            if !owners.contains(where: { $0.name == owner.name }) { owners.append(owner) }
        }
        self.condition = condition
        self.projections = owners
        self.catalogue = catalogue
    }

    /// Looks at the events of one stream.
    ///
    /// - Parameters:
    ///   - source: The history.
    ///   - stream: Whose rows.
    ///   - range: The events whose flips are wanted; all where left out. Events before it are folded.
    ///   - ending: When to stop.
    ///   - body: Gets each flip in order of position; the first one holds or not according to `isTrueBefore`.
    /// - Returns: What became of the condition.
    /// - Throws: `LogError` when the source cannot be read or has no such stream or position; what `body` throws.
    /// - Complexity: One replay. Ranks cost O(n) in the rows of the table for an event that moves one.
    @discardableResult
    public func run(
        over source: any EventSource, stream: StreamName, in range: ClosedRange<UInt64>? = nil,
        ending: Ending = .atEndOfRange, _ body: @escaping (Flip) throws -> Void = { _ in }
    ) throws -> FlipResult {
        let head = try source.head().position
        let range = range ?? (head > 0 ? 1...head : nil)
        let listener = FlipListener(
            condition, projections, EventFinder(source, catalogue), first: range?.lowerBound ?? 1,
            ending: ending, body: body)
        // A log of one history is read straight through, which is faster than by its index.
        let isOnly = try source.streams().count == 1 && source.stream(named: stream) != nil
        let replay = try Replay(projections, catalogue: catalogue).run(
            over: source, upTo: range?.upperBound ?? 0, stream: isOnly ? nil : stream, listener: listener)
        try listener.finish()
        return listener.result(of: replay, range)
    }
}
