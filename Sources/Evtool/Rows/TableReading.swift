internal import CommandLineKit
internal import EventLog
internal import Projections

/// The rows of one table, and where they come from.
struct TableReading {
    /// Where rows come from.
    enum Origin: String {
        /// Folded from the events, from the first one on.
        case replayed
        /// As the app has them saved.
        case stored
        /// Saved rows, with the events since folded onto them.
        case fromStored = "from stored"
    }

    /// One stream's rows in the table's order.
    struct StreamRows {
        let stream: StreamSummary
        let rows: [RenderedRow]
    }

    let origin: Origin
    /// The position whose state the rows show.
    let position: UInt64
    let streams: [StreamRows]
    /// Why the rows may lack something; empty when they are whole.
    let doubts: [String]

    /// Reads the table in the way the arguments ask for.
    init(_ choice: TableChoice, at position: UInt64, of streams: StreamSelector, _ context: ToolContext)
        throws(ToolError)
    {
        let asksStored = context.arguments.accepts("stored") && context.arguments.has("stored")
        let asksFromStored = context.arguments.accepts("from-stored") && context.arguments.has("from-stored")
        if asksStored && asksFromStored {
            throw ToolError(
                .optionConflict, exit: .usage, "--stored and --from-stored exclude each other",
                argument: "--from-stored")
        }
        let opened = try context.openLog()
        if try context.hypothesis() != nil, asksStored || asksFromStored {
            throw ToolError(
                .optionConflict, exit: .usage, "what might have been is not stored",
                details: ["without --stored and --from-stored the rows are folded from the events"],
                argument: asksStored ? "--stored" : "--from-stored")
        }
        if opened.export != nil, asksStored || asksFromStored {
            throw ToolError(
                .notStored, exit: .cannotTell, "stored rows do not travel in an export",
                details: ["without --stored and --from-stored the rows are folded from its events"],
                argument: asksStored ? "--stored" : "--from-stored")
        }
        if asksStored || asksFromStored {
            self = try Self.stored(
                choice, position, streams, isContinued: asksFromStored, log: opened.log, context)
        } else {
            self = try Self.replayed(choice, position, streams, log: try context.history(), context)
        }
    }

    init(origin: Origin, position: UInt64, streams: [StreamRows], doubts: [String]) {
        self.origin = origin
        self.position = position
        self.streams = streams
        self.doubts = doubts
    }

    private static func replayed(
        _ choice: TableChoice, _ position: UInt64, _ streams: StreamSelector,
        log: any EventSource, _ context: ToolContext
    ) throws(ToolError) -> TableReading {
        let catalogue = context.model.catalogue
        return try context.reading {
            let result = try Replay([choice.projection], catalogue: catalogue)
                .run(over: log, upTo: position, stream: streams.name)
            let renderer = RowRenderer(source: log, catalogue: catalogue)
            let rows = try streams.summaries.map { stream in
                StreamRows(
                    stream: stream,
                    rows: try renderer.rows(
                        of: choice.table, in: choice.projection, stream: stream.number,
                        from: result.folds[0].rows))
            }
            return TableReading(
                origin: .replayed, position: position, streams: rows,
                doubts: result.incompleteness.map(\.description) + result.failures.map(\.description))
        }
    }
}
