public import EventCoding
public import EventLog

/// What differs between two states in some shown tables: of one history at two positions, of two users, of
/// two logs, or of a history and one that might have been.
public struct StateDiff: Sendable {
    /// A table to compare, with the projection that has it.
    public struct Subject: Sendable {
        /// The projection.
        public let projection: AnyProjection
        /// One of its shown tables.
        public let table: ShownTable

        /// A table of a projection.
        public init(_ projection: AnyProjection, _ table: ShownTable) {
            self.projection = projection
            self.table = table
        }
    }

    /// The differences in one table of one stream.
    public struct Part: Sendable {
        /// The stream on the right; on the left it is the one of that name, unless each side names one.
        public let stream: StreamName
        /// What was compared.
        public let subject: Subject
        /// What differs.
        public let diff: RowDiff
    }

    /// The differences, by the streams' names, and in each in the order in which the tables were asked for.
    public let parts: [Part]

    /// The position on the left.
    public let left: UInt64

    /// The position on the right.
    public let right: UInt64

    /// The places on either side that held no event, the left ones first.
    public let incompleteness: [Incompleteness]

    /// The events on either side that a projection could not apply, the left ones first.
    public let failures: [FoldFailure]

    /// Whether both sides are whole: else the rows of either may lack something.
    public var isComplete: Bool { incompleteness.isEmpty && failures.isEmpty }

    /// The events that changed something on the left and change nothing on the right, by position and then in the
    /// order of the projections; empty unless they were asked for.
    public let orphans: [Orphan]

    /// Compares the rows of two moments.
    ///
    /// - Parameters:
    ///   - before: The left side.
    ///   - after: The right side.
    ///   - subjects: The tables.
    ///   - catalogue: Brings older payloads to today's form and says which versions are known.
    ///   - comparesSince: Whether another `since` makes another row; see `RowDiff`.
    ///   - causesAfter: Only later events are named as what took a row away; for two positions of one
    ///     history, the left one.
    ///   - shared: The last position up to which both sides hold the same events of the same streams, which are then
    ///     folded once; 0 for none.
    ///   - places: Where events of the left side stand on the right one; nil where orphans are not wanted.
    /// - Throws: `LogError` when a source cannot be read, or has no such stream or position.
    /// - Complexity: O(events), the shared ones once and all others on either side; once more where a row went of
    ///   which none of the others tells. Memory grows with the rows, and with the events that change nothing where
    ///   orphans are wanted.
    public init(
        from before: HistoryMoment, to after: HistoryMoment, of subjects: [Subject],
        catalogue: EventCatalogue, comparesSince: Bool = true, causesAfter: UInt64 = 0,
        sharing shared: UInt64 = 0, orphans places: Orphan.Places? = nil
    ) throws {
        let comparison = StateComparison(
            before: before, after: after, subjects: subjects, catalogue: catalogue,
            comparesSince: comparesSince, causesAfter: causesAfter)
        let (old, new, listener) = try comparison.replay(sharing: shared, places)
        (left, right) = (old.position, new.position)
        (incompleteness, failures) = Self.doubts(old, new)
        orphans = listener.orphans
        parts = try comparison.parts(old, new, listener.departures, sharing: shared)
    }

    /// What stands in the way on both sides, each thing once.
    private static func doubts(
        _ old: ReplayResult, _ new: ReplayResult
    ) -> (incompleteness: [Incompleteness], failures: [FoldFailure]) {
        (
            old.incompleteness + new.incompleteness.filter { !old.incompleteness.contains($0) },
            old.failures + new.failures.filter { !old.failures.contains($0) }
        )
    }
}
