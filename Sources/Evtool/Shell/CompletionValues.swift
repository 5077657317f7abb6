internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Exchange
internal import Platform
internal import Projections
internal import UnicodeText

/// The names that can complete a word: some the model knows, some only a log.
struct CompletionValues {
    /// A name, and what stands beside it.
    struct Candidate {
        let name: String
        let summary: String

        init(_ name: String, _ summary: String = "") {
            self.name = name
            self.summary = summary
        }
    }

    /// The most names that are offered.
    static let limit = 1_000
    /// The most events that are folded for keys where no rows are stored: an answer must come at once.
    static let foldedEvents: UInt64 = 5_000

    private let context: ToolContext
    private let typed: PartialArguments

    /// Names for a command line that is being typed.
    init(_ context: ToolContext, _ typed: PartialArguments) {
        self.context = context
        self.typed = typed
    }

    /// The names of a kind that begin with a prefix, and that a terminal shows as they are.
    func values(of kind: String, beginningWith prefix: String) throws(ToolError) -> [Candidate] {
        let fitting = try values(of: kind).filter { candidate in
            candidate.name.utf8.starts(with: prefix.utf8)
                && TerminalText.escaped(candidate.name).utf8.elementsEqual(candidate.name.utf8)
        }
        return Array(fitting.prefix(Self.limit))
    }

    private func values(of kind: String) throws(ToolError) -> [Candidate] {
        let model = context.model
        switch kind {
        case "table":
            return model.projections.flatMap { projection in
                projection.shownTables.map { Candidate($0.name, "projection \(projection.name)") }
            }
        case "projection":
            return model.projections.map { projection in
                Candidate(projection.name, projection.shownTables.map(\.name).joined(separator: ", "))
            }
        case "type": return model.catalogue.definitions.map { Candidate($0.type.name, $0.summary) }
        case "format": return model.formats.map { Candidate($0.name, $0.documentation) }
        case "position":
            return [Candidate("first"), Candidate("last"), Candidate("end-1h"), Candidate("now-1d")]
        case "topic": return topics
        case "stream":
            let log = try openLog()
            return try context.reading { try log.streams() }.map { stream in
                Candidate(stream.name.text, CountText.of(stream.revision, "event"))
            }
        case "key": return try keys()
        case "condition": return conditions
        default: return []
        }
    }

    private var topics: [Candidate] {
        context.table.verbs.filter { !$0.isHidden }.map { Candidate($0.name, $0.summary) }
            + context.table.topics.map { Candidate($0.name, $0.summary) }
            + [Candidate("errors", "Every error code.")]
            + Tool(context.model).catalogue.entries.map { Candidate($0.code.name, $0.meaning) }
    }

    /// How a condition on rows begins, with one word for each step.
    private var conditions: [Candidate] {
        context.model.projections.flatMap { projection in
            projection.shownTables.flatMap { table in
                [
                    Candidate("\(table.name) has ", "whether there is a row with a key"),
                    Candidate("\(table.name) count ", "how many rows there are"),
                    Candidate("\(table.name)[", "fields: " + table.conditionFields.joined(separator: ", ")),
                ]
            }
        }
    }

    // MARK: The log

    private func openLog() throws(ToolError) -> any EventSource & SideStore {
        guard var path = typed.value("log") ?? context.arguments.value("log") else {
            return try context.openLog().log
        }
        // The shell has not expanded the words of a line that is still being typed.
        if path.hasPrefix("~/"), let home = ProcessEnvironment.nonEmptyValue("HOME") {
            path = home + path.dropFirst()
        }
        return try OpenedLog.open(path, context).log
    }

    /// The keys of the table on the command line, for the stream on it or the only one.
    private func keys() throws(ToolError) -> [Candidate] {
        for projection in context.model.projections {
            for table in projection.shownTables where !table.isQuery {
                guard typed.words.contains(where: { $0.utf8.elementsEqual(table.name.utf8) }) else {
                    continue
                }
                let log = try openLog()
                let keys = try context.reading { try self.keys(of: table, in: projection, log) }
                return keys.map { Candidate($0) }
            }
        }
        return []
    }

    private func keys(
        of table: ShownTable, in projection: AnyProjection, _ log: any EventSource & SideStore
    ) throws -> [String] {
        let streams = try log.streams()
        let wanted = typed.value("stream")
        let stream = streams.first { stream in
            wanted.map { stream.name.text.utf8.elementsEqual($0.utf8) } ?? (streams.count == 1)
        }
        guard let stream else { return [] }
        let rows: RowSet
        do {
            let stored = try StoredProjections(
                [projection], catalogue: context.model.catalogue, store: log,
                unicodeVersion: UnicodeText.unicodeVersion)
            rows = try stored.currentRows(of: projection, stream: stream).rows
        } catch {
            guard try log.head().position <= Self.foldedEvents else { return [] }
            rows = try Replay([projection], catalogue: context.model.catalogue)
                .run(over: log, stream: stream.name).folds[0].rows
        }
        return rows.rows(stream: stream.number, table: table.base).map(\.key.description)
    }
}
