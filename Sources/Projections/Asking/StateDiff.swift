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

    /// Compares the rows of two moments, in two replays.
    ///
    /// - Parameters:
    ///   - before: The left side.
    ///   - after: The right side.
    ///   - subjects: The tables.
    ///   - catalogue: Brings older payloads to today's form and says which versions are known.
    ///   - comparesSince: Whether another `since` makes another row; see `RowDiff`.
    ///   - causesAfter: Only later events are named as what took a row away; for two positions of one
    ///     history, the left one.
    /// - Throws: `LogError` when a source cannot be read, or has no such stream or position.
    /// - Complexity: O(events) on both sides; memory grows with the rows, and with those that events after
    ///   `causesAfter` changed.
    public init(
        from before: HistoryMoment, to after: HistoryMoment, of subjects: [Subject],
        catalogue: EventCatalogue,
        comparesSince: Bool = true, causesAfter: UInt64 = 0
    ) throws {
        var projections: [AnyProjection] = []
        for subject in subjects where !projections.contains(where: { $0.name == subject.projection.name }) {
            projections.append(subject.projection)
        }
        let replay = Replay(projections, catalogue: catalogue)
        let departures = RowDepartures(after: causesAfter)
        let old = try replay.run(over: before.source, upTo: before.position, stream: before.stream)
        let new = try replay.run(
            over: after.source, upTo: after.position, stream: after.stream, listener: departures)
        (left, right) = (old.position, new.position)
        (incompleteness, failures) = Self.doubts(old, new)
        let renderers = (
            RowRenderer(source: before.source, catalogue: catalogue),
            RowRenderer(source: after.source, catalogue: catalogue)
        )
        var parts: [Part] = []
        for names in Self.streams(before, old, after, new) {
            for subject in subjects {
                guard let index = projections.firstIndex(where: { $0.name == subject.projection.name }) else {
                    continue
                }
                let stream = new.number(of: names.after)
                let diff = RowDiff(
                    from: try renderers.0.rows(
                        of: subject, stream: old.number(of: names.before), in: old, index),
                    to: try renderers.1.rows(of: subject, stream: stream, in: new, index),
                    of: subject.table, comparesSince: comparesSince,
                    departure: { row in
                        stream.flatMap {
                            departures.departure(
                                of: row, in: subject.table, of: subject.projection, stream: $0)
                        }
                    })
                parts.append(Part(stream: names.after, subject: subject, diff: diff))
            }
        }
        self.parts = parts
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

    /// The streams to compare, each with its name on either side.
    private static func streams(
        _ before: HistoryMoment, _ old: ReplayResult, _ after: HistoryMoment, _ new: ReplayResult
    ) -> [(before: StreamName, after: StreamName)] {
        if let left = before.stream, let right = after.stream { return [(left, right)] }
        if let name = before.stream ?? after.stream { return [(name, name)] }
        let names = Set(old.streams.map(\.name)).union(new.streams.map(\.name)).sorted()
        return names.map { ($0, $0) }
    }
}

extension RowRenderer {
    /// The rows of a replay's table; none for a stream that the log does not have.
    fileprivate func rows(
        of subject: StateDiff.Subject, stream: UInt32?, in result: ReplayResult, _ fold: Int
    ) throws -> [RenderedRow] {
        guard let stream else { return [] }
        return try rows(
            of: subject.table, in: subject.projection, stream: stream, from: result.folds[fold].rows)
    }
}
