import EventCoding
import EventLog

/// Folds two moments and compares their rows, table by table.
struct StateComparison {
    let before: HistoryMoment
    let after: HistoryMoment
    let subjects: [StateDiff.Subject]
    let catalogue: EventCatalogue
    let comparesSince: Bool
    let causesAfter: UInt64
    /// The projections that have the tables, each once.
    private let projections: [AnyProjection]

    init(
        before: HistoryMoment, after: HistoryMoment, subjects: [StateDiff.Subject],
        catalogue: EventCatalogue, comparesSince: Bool, causesAfter: UInt64
    ) {
        self.before = before
        self.after = after
        self.subjects = subjects
        self.catalogue = catalogue
        self.comparesSince = comparesSince
        self.causesAfter = causesAfter
        var projections: [AnyProjection] = []
        for subject in subjects where !projections.contains(where: { $0.name == subject.projection.name }) {
            projections.append(subject.projection)
        }
        self.projections = projections
    }

    // MARK: Folding

    /// Folds both sides; the listener heard the right one behind the shared events.
    func replay(
        sharing shared: UInt64, _ places: Orphan.Places?
    ) throws -> (old: ReplayResult, new: ReplayResult, listener: StateListener) {
        let ignored = places.map { IgnoredEvents(of: projections.count, $0) }
        var listener = StateListener(
            projections, keys: projections.map { _ in [:] }, after: causesAfter, ignored: nil)
        let (old, new) = try Replay(projections, catalogue: catalogue).runFork(
            from: before, to: after, sharing: shared, listener: ignored
        ) { old in
            listener = StateListener(
                projections, keys: keys(in: old), after: causesAfter, ignored: ignored)
            return listener
        }
        return (old, new, listener)
    }

    /// The keys of the rows that may turn out to be gone, by projection and table.
    private func keys(in old: ReplayResult) -> [[UInt8: KeyHashes]] {
        let streams =
            before.stream.map { [old.number(of: $0)].compactMap { $0 } } ?? old.streams.map(\.number)
        return zip(projections, old.folds).map { projection, fold in
            var keys: [UInt8: KeyHashes] = [:]
            for subject in subjects where subject.projection.name == projection.name {
                let table = subject.table.base
                guard keys[table.id] == nil else { continue }
                var hashes = KeyHashes()
                for stream in streams {
                    for row in fold.rows.rows(stream: stream, table: table) { hashes.insert(row.key) }
                }
                keys[table.id] = hashes
            }
            return keys
        }
    }

    // MARK: Comparing

    /// The differences, by the streams' names, and in each in the order of the tables asked for.
    func parts(
        _ old: ReplayResult, _ new: ReplayResult, _ departures: RowDepartures, sharing shared: UInt64
    ) throws -> [StateDiff.Part] {
        var search = DepartureSearch(
            after: after, projections: projections, catalogue: catalogue, causesAfter: causesAfter)
        var parts: [StateDiff.Part] = []
        var doubtful: [(index: Int, names: SideNames, subject: StateDiff.Subject)] = []
        for names in sides(old, new) {
            for subject in subjects {
                let count = search.count
                parts.append(
                    try part(names, subject, old, new) { row, stream in
                        let known = departures.departure(of: row, subject, stream: stream)
                        if known == nil { search.add(row, subject, stream: stream) }
                        return known
                    })
                if search.count > count { doubtful.append((parts.count - 1, names, subject)) }
            }
        }
        guard let found = try search.departures(in: new, sharing: shared) else { return parts }
        // Rows seldom go unheard, so comparing once more costs less than keeping every row.
        for (index, names, subject) in doubtful {
            parts[index] = try part(names, subject, old, new) { row, stream in
                departures.departure(of: row, subject, stream: stream)
                    ?? found.departure(of: row, subject, stream: stream)
            }
        }
        return parts
    }

    private func part(
        _ names: SideNames, _ subject: StateDiff.Subject, _ old: ReplayResult, _ new: ReplayResult,
        departure: (RenderedRow, UInt32) -> RowDeparture?
    ) throws -> StateDiff.Part {
        let stream = new.number(of: names.after)
        let diff = RowDiff(
            from: try rows(of: subject, stream: old.number(of: names.before), in: old, before.source),
            to: try rows(of: subject, stream: stream, in: new, after.source),
            of: subject.table, comparesSince: comparesSince,
            departure: { row in stream.flatMap { departure(row, $0) } })
        return StateDiff.Part(stream: names.after, subject: subject, diff: diff)
    }

    /// The rows of a replay's table; none for a stream that the log does not have.
    private func rows(
        of subject: StateDiff.Subject, stream: UInt32?, in result: ReplayResult, _ source: any EventSource
    ) throws -> [RenderedRow] {
        guard let stream, let fold = result.fold(of: subject.projection.name) else { return [] }
        return try RowRenderer(source: source, catalogue: catalogue).rows(
            of: subject.table, in: subject.projection, stream: stream, from: fold.rows)
    }

    /// A stream to compare, with its name on either side.
    private typealias SideNames = (before: StreamName, after: StreamName)

    /// The streams to compare.
    private func sides(_ old: ReplayResult, _ new: ReplayResult) -> [SideNames] {
        if let left = before.stream, let right = after.stream { return [(left, right)] }
        if let name = before.stream ?? after.stream { return [(name, name)] }
        let names = Set(old.streams.map(\.name)).union(new.streams.map(\.name)).sorted()
        return names.map { ($0, $0) }
    }
}

extension RowDepartures {
    /// The event that took a row of a compared table away, or nil where no such event was heard of.
    fileprivate func departure(
        of row: RenderedRow, _ subject: StateDiff.Subject, stream: UInt32
    ) -> RowDeparture? {
        departure(of: row, in: subject.table, of: subject.projection, stream: stream)
    }
}
