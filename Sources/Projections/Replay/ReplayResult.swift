public import EventLog

/// What a replay found: the rows of each projection at one position, and what stood in the way.
public struct ReplayResult: Sendable {
    /// What one projection came to.
    public struct Fold: Sendable {
        /// The projection.
        public let projection: AnyProjection
        /// Its rows.
        public let rows: RowSet
        /// The events that it could not apply, by position.
        public let failures: [FoldFailure]
    }

    /// The position up to which events were folded.
    public let position: UInt64

    /// What each projection came to, in the order asked for.
    public let folds: [Fold]

    /// The places that held no event.
    public let incompleteness: [Incompleteness]

    /// The streams of the source, by name.
    public let streams: [StreamSummary]

    /// Whether every event was there and every projection could apply all of them.
    public var isComplete: Bool { incompleteness.isEmpty && failures.isEmpty }

    /// The events that some projection could not apply, by position and then in the order of the projections.
    public var failures: [FoldFailure] {
        let all = folds.flatMap(\.failures).enumerated()
        return all.sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }.map(
            \.element)
    }

    /// What the projection of that name came to, or nil.
    public func fold(of projection: String) -> Fold? {
        folds.first { $0.projection.name.utf8.elementsEqual(projection.utf8) }
    }

    /// The shown table of that name and the fold that has it, or nil.
    public func table(named name: String) -> (fold: Fold, table: ShownTable)? {
        for fold in folds {
            if let table = fold.projection.shownTable(named: name) { return (fold, table) }
        }
        return nil
    }

    /// The number of a stream, or nil when it has no event.
    public func number(of stream: StreamName) -> UInt32? {
        streams.first { $0.name == stream }?.number
    }
}
