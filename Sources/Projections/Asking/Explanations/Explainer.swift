public import EventCoding
public import EventLog

/// Answers why a row is in a table, or why it is not, from the effects of the events.
///
/// It reads nothing but effects and rendered rows, so it works for the tables of any fold.
public struct Explainer {
    /// How many causes are rendered where not all are asked for: so many first and so many last ones.
    public static let shownCauses = 20
    /// Up to how many causes are rendered all the same.
    public static let mostCauses = 50

    /// The projection that owns the table.
    public let projection: AnyProjection
    /// The table whose rows are explained.
    public let table: ShownTable

    let source: any EventSource
    let catalogue: EventCatalogue
    let renderer: RowRenderer

    /// An explainer of one table over a history.
    ///
    /// - Parameters:
    ///   - table: A shown table of `projection`.
    ///   - projection: The projection, with the parameters whose rows are to be explained.
    ///   - source: The history.
    ///   - catalogue: The model's event types.
    public init(
        _ table: ShownTable, of projection: AnyProjection, over source: any EventSource,
        catalogue: EventCatalogue
    ) {
        self.table = table
        self.projection = projection
        self.source = source
        self.catalogue = catalogue
        renderer = RowRenderer(source: source, catalogue: catalogue)
    }

    /// Explains the row with a key.
    ///
    /// The key may lack its group, such as the vacation, where only one group is there.
    ///
    /// - Parameters:
    ///   - key: The key's parts with a slash between them.
    ///   - stream: The stream.
    ///   - position: The position whose state is explained; nil for the end.
    ///   - field: The only column whose changes are causes; nil for all.
    ///   - isComplete: Whether all causes are rendered, however many there are.
    /// - Throws: `LogError` when the history cannot be read.
    /// - Complexity: One replay of the stream; a second one where no event mentions the key, or where the row's
    ///   neighbours changed very often.
    public func explain(
        _ key: String, in stream: StreamSummary, at position: UInt64? = nil, field: String? = nil,
        isComplete: Bool = false
    ) throws -> Explanation {
        var search = try search(KeyMatch(key, in: table), stream, upTo: position)
        if search.found == nil {
            var match = KeyMatch(key, in: table)
            match.isThorough = true
            search = try self.search(match, stream, upTo: position)
        }
        return try ExplanationBuilder(
            explainer: self, search: search, stream: stream, field: field, isComplete: isComplete
        ).explanation(of: key)
    }

    /// The rows of a table, each with the event that last set it: `RenderedRow.since`.
    ///
    /// - Throws: `LogError` when the history cannot be read.
    /// - Complexity: One replay of the stream.
    public func rows(
        in stream: StreamSummary, at position: UInt64? = nil
    ) throws -> (rows: [RenderedRow], doubts: [String]) {
        let result = try Replay([projection], catalogue: catalogue)
            .run(over: source, upTo: position, stream: stream.name)
        let rows = try renderer.rows(
            of: table, in: projection, stream: stream.number, from: result.folds[0].rows)
        return (rows, result.doubts)
    }

    /// Renders a kept row by itself; what it shows of other rows is missing.
    func renderAlone(_ row: TableRow) throws -> [RenderedRow] {
        try renderer.render([row], of: table, in: projection) { _ in [] }
    }

    private func search(
        _ match: KeyMatch, _ stream: StreamSummary, upTo position: UInt64?
    ) throws -> RowSearch {
        let historian = RowHistorian(match, stream: stream.number, render: renderAlone)
        let result = try Replay([projection], catalogue: catalogue)
            .run(over: source, upTo: position, stream: stream.name, listener: historian)
        let rows = try renderer.rows(
            of: table, in: projection, stream: stream.number, from: result.folds[0].rows)
        return RowSearch(match: match, historian: historian, result: result, rows: rows)
    }
}

extension ReplayResult {
    /// Why the rows may lack something; empty when they are whole.
    public var doubts: [String] { incompleteness.map(\.description) + failures.map(\.description) }
}

/// What a replay found about a typed key.
struct RowSearch {
    let match: KeyMatch
    let historian: RowHistorian
    let result: ReplayResult
    /// The table at the end.
    let rows: [RenderedRow]

    /// The row that was meant, and how it is shown where it is there.
    var found: (identity: RowIdentity, row: RenderedRow?)? {
        if let row = present { return (RowIdentity(row), row) }
        let exact = historian.fits.filter { $0.value == .exact }
        // A row can have moved from one kept key to another; the newest is meant.
        if let newest = newest(exact.keys) { return (newest, nil) }
        return historian.fits.count == 1 ? newest(historian.fits.keys).map { ($0, nil) } : nil
    }

    private var present: RenderedRow? {
        if let exact = rows.first(where: { match.fit(of: $0.key) == .exact }) { return exact }
        let fitting = rows.filter { match.fit(of: $0.key) == .withoutGroup }
        return fitting.count == 1 ? fitting[0] : nil
    }

    private func newest(_ rows: some Sequence<RowIdentity>) -> RowIdentity? {
        // A key that was only spoken of, such as that of a whole section, stands behind one that was a row.
        func last(_ row: RowIdentity) -> (wasThere: Int, position: UInt64) {
            guard let life = historian.lives[row] else { return (0, 0) }
            return life.last.map { (1, $0.position) } ?? (0, life.ignored.last?.position ?? 0)
        }
        return rows.max { left, right in
            let (a, b) = (last(left), last(right))
            return (a.wasThere, a.position, left.kept) < (b.wasThere, b.position, right.kept)
        }
    }
}
