internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Projections

/// Compares rows in a file with what the events give at the file's own position.
struct DiffRows {
    private let file: DiffRowsFile
    private let context: ToolContext
    private let opened: OpenedLog
    private let subjects: [StateDiff.Subject]
    private let stream: StreamSummary
    private let position: UInt64
    private var notes: [String] = []

    init(_ file: DiffRowsFile, _ context: ToolContext) throws(ToolError) {
        self.file = file
        self.context = context
        opened = try context.openLog()
        subjects = try Self.subjects(of: file, context)
        stream = try Self.stream(of: file, context)
        var resolver = try PositionResolver(opened.log, log: opened.path, program: context.program)
        let head = resolver.head.position
        let positions = Set(Self.parts(of: file, subjects, stream).map(\.position))
        if context.arguments.has("at") {
            position = try ProjectVerb.position(&resolver, context)
            if !context.arguments.has("quiet") { context.printNotes(of: resolver) }
            for other in positions.sorted() where other != position {
                notes.append(
                    "the rows in \(file.name) are as of event \(other), compared with those at \(position)")
            }
        } else {
            guard positions.count <= 1 else {
                throw ToolError(
                    .rows, exit: .unusableInput, "the tables in \(file.name) are as of several positions",
                    details: ["name one table, or give --at"], argument: "--against", value: file.name)
            }
            position = positions.first ?? head
            guard position <= head else {
                throw ToolError(
                    .positionRange, exit: .usage,
                    "the rows in \(file.name) are as of event \(position), and the log ends at \(head)",
                    details: ["it is an older copy, or another log"], argument: "--against", value: file.name)
            }
            if position != head {
                notes.append("the rows in \(file.name) are as of event \(position) of \(head)")
            }
        }
    }

    /// The tables that were named, or those in the file.
    private static func subjects(
        of file: DiffRowsFile, _ context: ToolContext
    ) throws(ToolError) -> [StateDiff.Subject] {
        let known = context.model.projections.flatMap { projection in
            projection.shownTables.map { StateDiff.Subject(projection, $0) }
        }
        var inFile: [StateDiff.Subject] = []
        for part in file.parts where !inFile.contains(where: { same($0.table.name, part.table) }) {
            guard let subject = known.first(where: { same($0.table.name, part.table) }) else {
                throw ToolError(
                    .rows, exit: .unusableInput,
                    "\(file.name) holds rows of \"\(part.table)\", which is no table here",
                    details: ["tables here: " + TableChoice.list(of: context.model)],
                    argument: "--against", value: file.name)
            }
            inFile.append(subject)
        }
        guard !context.arguments.arguments("TABLE").isEmpty else {
            guard !inFile.isEmpty else {
                throw ToolError(
                    .optionMissing, exit: .usage, "\(file.name) holds no row, so the table must be named",
                    argument: "TABLE", next: context.command("diff", "TABLE", "--against", file.name))
            }
            return inFile
        }
        let chosen = try DiffTables.chosen(context)
        for subject in chosen
        where !inFile.isEmpty && !inFile.contains(where: { $0.table.name == subject.table.name }) {
            throw ToolError(
                .rows, exit: .unusableInput,
                "\(file.name) holds rows of \(inFile.map(\.table.name).joined(separator: ", ")), not of"
                    + " \(subject.table.name)", argument: "TABLE", value: subject.table.name)
        }
        return chosen
    }

    /// The stream that was named, or the only one in the file.
    private static func stream(
        of file: DiffRowsFile, _ context: ToolContext
    ) throws(ToolError) -> StreamSummary {
        var names: [String] = []
        for part in file.parts where !names.contains(where: { same($0, part.stream) }) {
            names.append(part.stream)
        }
        if names.count == 1, !context.arguments.has("stream") {
            return try StreamSelector.named(names[0], option: "against", context)
        }
        guard case .one(let summary) = try StreamSelector.select(context, needsOne: true) else {
            throw ToolError(
                .optionConflict, exit: .usage,
                "a file is compared for one \(context.model.streamWord) at a time",
                argument: "--all-\(context.model.streamWord)s")
        }
        return summary
    }

    private static func parts(
        of file: DiffRowsFile, _ subjects: [StateDiff.Subject], _ stream: StreamSummary
    ) -> [DiffRowsFile.Part] {
        file.parts.filter { part in
            same(part.stream, stream.name.text) && subjects.contains { same($0.table.name, part.table) }
        }
    }

    private static func same(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

    /// What tells that another version of the fold made the rows.
    private func versionNotes(
        _ part: DiffRowsFile.Part?, _ subject: StateDiff.Subject, _ reader: DiffRowReader
    ) -> [String] {
        guard let part else { return [] }
        var notes: [String] = []
        if let version = part.version, version != Int64(subject.projection.version) {
            notes.append(
                "the rows in \(file.name) are of version \(version) of \(subject.projection.name), compared with"
                    + " version \(subject.projection.version)")
        }
        return notes + (reader.columnNote(part.rows, file.name).map { [$0] } ?? [])
    }

    // MARK: Comparing

    func run() throws(ToolError) -> ExitStatus {
        var outcome = DiffOutcome()
        outcome.notes = notes
        if let doubt = file.doubt { outcome.doubts.append(doubt) }
        let parts = Self.parts(of: file, subjects, stream)
        try context.reading {
            let projections = subjects.map(\.projection).reduce(into: [AnyProjection]()) {
                found, projection in
                if !found.contains(where: { $0.name == projection.name }) { found.append(projection) }
            }
            let departures = RowDepartures()
            let result = try Replay(projections, catalogue: context.model.catalogue)
                .run(over: opened.log, upTo: position, stream: stream.name, listener: departures)
            outcome.doubts += result.incompleteness.map(\.description) + result.failures.map(\.description)
            let renderer = RowRenderer(source: opened.log, catalogue: context.model.catalogue)
            for subject in subjects {
                guard let fold = result.fold(of: subject.projection.name) else { continue }
                let rows = try renderer.rows(
                    of: subject.table, in: subject.projection, stream: stream.number, from: fold.rows)
                let part = parts.first { Self.same($0.table, subject.table.name) }
                let reader = DiffRowReader(subject.table, beside: rows)
                outcome.notes += versionNotes(part, subject, reader)
                let left = (part?.rows ?? []).map(reader.row)
                let diff = RowDiff(
                    from: left, to: rows, of: subject.table,
                    departure: { row in
                        departures.departure(
                            of: row, in: subject.table, of: subject.projection, stream: stream.number)
                    })
                outcome.parts.append(
                    DiffOutcome.Part(
                        stream: stream.name, table: subject.table,
                        left: DiffSide(
                            word: "file", position: part?.position ?? position,
                            label: "file at \(part?.position ?? position)"),
                        right: DiffSide(
                            word: "replayed", position: position, label: "replayed at \(position)"),
                        diff: diff))
            }
        }
        return try DiffReport(outcome, showsStream: false, context).show()
    }
}
