internal import CommandLineKit
internal import EventLog
internal import Projections
internal import UnicodeText

/// Compares the rows that an app has stored with what the events give at the same place.
struct DiffStored {
    private let context: ToolContext
    private let opened: OpenedLog
    private let subjects: [StateDiff.Subject]
    private let streams: StreamSelector
    private let status: [StoredStatus]
    private let store: StoredProjections
    /// The projections that have the tables, each once.
    private let projections: [AnyProjection]

    init(_ context: ToolContext) throws(ToolError) {
        self.context = context
        subjects = try DiffTables.chosen(context)
        opened = try context.openLog()
        if opened.export != nil {
            throw ToolError(
                .notStored, exit: .cannotTell, "stored rows do not travel in an export",
                details: ["an export is compared as a log: --against \(opened.path)"], argument: "--against")
        }
        streams = try StreamSelector.select(context, needsOne: true)
        var projections: [AnyProjection] = []
        for subject in subjects where !projections.contains(where: { $0.name == subject.projection.name }) {
            projections.append(subject.projection)
        }
        self.projections = projections
        (store, status) = try context.reading { [opened] in
            let store = try StoredProjections(
                projections, catalogue: context.model.catalogue, store: opened.log,
                unicodeVersion: UnicodeText.unicodeVersion)
            return (store, try store.status())
        }
    }

    func run() throws(ToolError) -> ExitStatus {
        var outcome = DiffOutcome()
        for (projection, status) in zip(projections, status) {
            if let why = Self.obstacle(status) {
                outcome.doubts.append("\(projection.name) is not compared: \(why)")
                continue
            }
            try context.reading { try compare(projection, into: &outcome) }
        }
        return try DiffReport(outcome, showsStream: streams.name == nil, context).show()
    }

    /// Why stored rows cannot be compared; nil where they can.
    private static func obstacle(_ status: StoredStatus) -> String? {
        switch status.state {
        case .missing: "nothing is stored"
        case .otherLog: "what is stored was made from another log"
        case .ahead: "what is stored is ahead of the log: an older copy was restored"
        case .damaged: "the record about what is stored is damaged"
        case .other: "what is stored is of another version (\(status.version))"
        case .stale, .current, .behind, .failed: nil
        }
    }

    private func compare(_ projection: AnyProjection, into outcome: inout DiffOutcome) throws {
        let kept: StoredRows
        do { kept = try store.rows(of: projection) } catch let error as ProjectionError {
            outcome.doubts.append("\(projection.name) is not compared: \(error.message)")
            return
        }
        let departures = RowDepartures()
        let result = try Replay([projection], catalogue: context.model.catalogue)
            .run(over: opened.log, upTo: kept.checkpoint, stream: streams.name, listener: departures)
        outcome.doubts += result.incompleteness.map(\.description).filter { !outcome.doubts.contains($0) }
        outcome.doubts += result.failures.map(\.description)
        let rows = result.folds[0].rows
        let different = Dictionary(grouping: RowComparison.differences(of: projection, kept.rows, rows)) {
            $0.stream
        }
        let renderer = RowRenderer(source: opened.log, catalogue: context.model.catalogue)
        for stream in streams.summaries {
            var explained: Set<RowPlace> = []
            for subject in subjects where subject.projection.name == projection.name {
                func rendered(_ rows: RowSet) throws -> [RenderedRow] {
                    try renderer.rows(of: subject.table, in: projection, stream: stream.number, from: rows)
                }
                let diff = RowDiff(
                    from: try rendered(kept.rows), to: try rendered(rows), of: subject.table,
                    departure: { row in
                        departures.departure(
                            of: row, in: subject.table, of: projection, stream: stream.number)
                    })
                for row in diff.entries.compactMap({ $0.after ?? $0.before }) {
                    explained.insert(RowPlace(tableID: subject.table.base.id, key: row.keptKey))
                }
                outcome.parts.append(part(subject.table, of: stream, diff, at: kept.checkpoint))
            }
            for difference in different[stream.number] ?? [] where isWanted(difference, of: projection) {
                let place = RowPlace(tableID: difference.tableID, key: difference.key)
                guard !explained.contains(place) else { continue }
                let table = projection.tables.first { $0.id == difference.tableID }
                outcome.kept.append(
                    DiffOutcome.KeptDifference(
                        stream: stream.name, table: table.map { "\($0.name)" } ?? "", difference: difference))
            }
        }
    }

    private func part(
        _ table: ShownTable, of stream: StreamSummary, _ diff: RowDiff, at checkpoint: UInt64
    ) -> DiffOutcome.Part {
        DiffOutcome.Part(
            stream: stream.name, table: table,
            left: DiffSide(word: "stored", position: checkpoint, label: "stored"),
            right: DiffSide(word: "replayed", position: checkpoint, label: "replayed at \(checkpoint)"),
            diff: diff)
    }

    /// A kept row.
    private struct RowPlace: Hashable {
        let tableID: UInt8
        let key: RowKey
    }

    /// Whether a kept table was asked for: all are where no table was named.
    private func isWanted(_ difference: RowDifference, of projection: AnyProjection) -> Bool {
        guard !context.arguments.arguments("TABLE").isEmpty else { return true }
        return subjects.contains { subject in
            subject.projection.name == projection.name && subject.table.base.id == difference.tableID
        }
    }
}
