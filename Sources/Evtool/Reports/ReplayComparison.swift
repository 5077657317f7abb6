internal import CommandLineKit
internal import Digest
internal import EventLog
internal import Projections
internal import UnicodeText

/// What a replay gives, beside what is stored.
struct ReplayComparison {
    /// How stored rows compare with replayed ones.
    enum Verdict {
        case same(behind: UInt64)
        /// Rows that differ, by table, and the number of the first stream that has any.
        case differs([(table: String, count: Int)], stream: UInt32)
        /// Nothing to compare with, and why.
        case notCompared(String)
        /// The stored rows cannot be read.
        case unreadable(String)
    }

    private struct Line {
        let projection: AnyProjection
        let rows: Int
        let digest: String
        let verdict: Verdict
    }

    private let context: ToolContext
    private let position: UInt64
    private let lines: [Line]
    private let doubts: [Incompleteness]
    private let failures: [FoldFailure]
    private let streams: [StreamSummary]

    init(
        _ projections: [AnyProjection], at position: UInt64, head: UInt64,
        in log: any EventSource & SideStore,
        _ context: ToolContext
    ) throws(ToolError) {
        self.context = context
        self.position = position
        let catalogue = context.model.catalogue
        let result = try context.reading {
            try Replay(projections, catalogue: catalogue).run(over: log, upTo: position)
        }
        doubts = result.incompleteness
        failures = result.failures
        streams = result.streams
        lines = try context.reading {
            let stored = try StoredProjections(
                projections, catalogue: catalogue, store: log, unicodeVersion: UnicodeText.unicodeVersion)
            let statuses = try stored.status()
            let renderer = RowRenderer(source: log, catalogue: catalogue)
            return try zip(projections, result.folds).enumerated().map { index, pair in
                let (projection, fold) = pair
                return Line(
                    projection: projection, rows: fold.rows.count,
                    digest: try ProjectionDigest.digest(
                        of: projection, rows: fold.rows, streams: result.streams, renderer: renderer
                    ).hex,
                    verdict: try Self.compare(
                        fold, with: statuses[index], at: position, stored, log: log, context))
            }
        }
    }

    private static func compare(
        _ fold: ReplayResult.Fold, with status: StoredStatus, at position: UInt64,
        _ stored: StoredProjections, log: any EventSource & SideStore, _ context: ToolContext
    ) throws -> Verdict {
        switch status.state {
        case .missing: return .notCompared("not stored")
        case .otherLog: return .unreadable("made from another log")
        case .ahead: return .unreadable("ahead of the log: an older copy was restored")
        case .damaged: return .unreadable("the record about it is damaged")
        case .other: return .notCompared("other version (\(status.version))")
        case .stale, .current, .behind, .failed: break
        }
        guard status.checkpoint <= position else {
            return .notCompared("stored at \(status.checkpoint), after \(position)")
        }
        do {
            let rows = try stored.rows(of: fold.projection)
            var replayed = fold.rows
            if rows.checkpoint != position {
                replayed = try Replay([fold.projection], catalogue: context.model.catalogue)
                    .run(over: log, upTo: rows.checkpoint).folds[0].rows
            }
            let differences = RowComparison.differences(of: fold.projection, rows.rows, replayed)
            if let first = differences.map(\.stream).min() {
                return .differs(counts(differences, fold.projection), stream: first)
            }
            return .same(behind: position - rows.checkpoint)
        } catch let error as ProjectionError { return .unreadable(error.description) }
    }

    private static func counts(
        _ differences: [RowDifference], _ projection: AnyProjection
    ) -> [(table: String, count: Int)] {
        projection.tables.compactMap { table in
            let count = differences.count { $0.tableID == table.id }
            return count == 0 ? nil : ("\(table.name)", count)
        }
    }

    /// Yes where everything compared is the same; no where a row differs; otherwise it cannot be told.
    var status: ExitStatus {
        var status = ExitStatus.yes
        for line in lines {
            switch line.verdict {
            case .same: break
            case .differs: status = .no
            case .unreadable: if status == .yes { status = .cannotTell }
            case .notCompared:
                if context.arguments.has("check"), status == .yes { status = .cannotTell }
            }
        }
        return isWhole ? status : .cannotTell
    }

    /// Whether every event was read and applied.
    var isWhole: Bool { failures.isEmpty && doubts.isEmpty }

    // MARK: Printing

    /// Prints a line for each projection, then what could not be applied.
    ///
    /// - Parameter suggests: Whether a next command is named.
    func print(suggests: Bool = true) {
        if context.mode == .json { return printJSON() }
        if context.mode == .human { context.console.note("replayed \(CountText.of(position, "event"))") }
        var table = TextTable([
            .text("projection"), .number("version"), .number("rows"), .text("digest"), .text("stored"),
        ])
        for line in lines {
            table.append([
                line.projection.name, String(line.projection.version), String(line.rows), line.digest,
                Self.text(line.verdict),
            ])
        }
        context.console.print(table)
        guard context.mode == .human else { return }
        for doubt in doubts { context.console.print("not read: \(doubt)") }
        for failure in failures { context.console.print("not applied: \(failure)") }
        if suggests, let next { context.console.print("next: \(next)") }
    }

    /// Prints only the digests, in the order of the projections.
    func printDigests() {
        if context.mode == .json { return printJSON() }
        for line in lines {
            context.console.print("\(line.digest)  \(line.projection.name) \(line.projection.version)")
        }
    }

    private static func text(_ verdict: Verdict) -> String {
        switch verdict {
        case .same(0): "same"
        case .same(let behind): "same, \(behind) behind"
        case .differs(let tables, _):
            "DIFFERS in "
                + tables.map { CountText.of($0.count, "row") + " of \($0.table)" }
                .joined(separator: ", ")
        case .notCompared(let why): why + ", not compared"
        case .unreadable(let why): "UNREADABLE: " + why
        }
    }

    private var next: String? {
        for line in lines {
            switch line.verdict {
            case .differs(let tables, let stream):
                return difference(tables.map(\.table), stream, line.projection)
            case .unreadable: return context.command("replay", line.projection.name, "--write")
            case .same, .notCompared: continue
            }
        }
        return nil
    }

    /// The command that shows what differs: in the first table that users name, else in all.
    private func difference(_ tables: [String], _ stream: UInt32, _ projection: AnyProjection) -> String {
        let table = tables.first { projection.shownTable(named: $0).map { !$0.isQuery } ?? false }
        let whose =
            streams.count < 2
            ? []
            : streams.filter { $0.number == stream }.flatMap {
                ["--" + context.model.streamWord, $0.name.text]
            }
        return context.command(["diff"] + (table.map { [$0] } ?? []) + ["--against", "stored"] + whose)
    }

    private func printJSON() {
        for line in lines {
            var json = JSONLine(kind: "replay")
            json.string("projection", line.projection.name)
            json.unsigned("version", UInt64(line.projection.version))
            json.unsigned("at", position)
            json.count("rows", line.rows)
            json.string("digest", line.digest)
            switch line.verdict {
            case .same(let behind):
                json.string("stored", "same")
                json.unsigned("behind", behind)
            case .differs(let tables, _):
                json.string("stored", "differs")
                json.count("rows_differ", tables.reduce(0) { $0 + $1.count })
                json.object("tables") { line in for table in tables { line.count(table.table, table.count) } }
            case .notCompared(let why):
                json.string("stored", "not compared")
                json.string("why", why)
            case .unreadable(let why):
                json.string("stored", "unreadable")
                json.string("why", why)
            }
            context.console.write(json)
        }
        for failure in failures { context.console.write(failure.jsonLine) }
        for doubt in doubts {
            var json = JSONLine(kind: "unread")
            json.unsigned("position", doubt.position)
            json.string("message", doubt.description)
            context.console.write(json)
        }
    }
}
