internal import CommandLineKit
internal import EventLog
internal import Projections
internal import UnicodeText

extension TableReading {
    /// Reads what the app has saved, and folds later events onto it where that is asked for.
    ///
    /// - Throws: `E-NOT-STORED` where there is nothing, `E-OPTION-CONFLICT` for another position than the rows'.
    static func stored(
        _ choice: TableChoice, _ position: UInt64, _ streams: StreamSelector, isContinued: Bool,
        log: any EventSource & SideStore, _ context: ToolContext
    ) throws(ToolError) -> TableReading {
        let catalogue = context.model.catalogue
        return try context.reading {
            let stored = try StoredProjections(
                [choice.projection], catalogue: catalogue, store: log,
                unicodeVersion: UnicodeText.unicodeVersion)
            let renderer = RowRenderer(source: log, catalogue: catalogue)
            func render(_ rows: RowSet, _ stream: StreamSummary) throws -> StreamRows {
                StreamRows(
                    stream: stream,
                    rows: try renderer.rows(
                        of: choice.table, in: choice.projection, stream: stream.number, from: rows))
            }
            guard isContinued else {
                let rows = try stored.rows(of: choice.projection)
                if context.arguments.has("at"), position != rows.checkpoint {
                    throw ToolError(
                        .optionConflict, exit: .usage,
                        "the stored rows are as of event \(rows.checkpoint), not \(position)",
                        details: ["without --stored the rows of any position are folded"], argument: "--at")
                }
                return TableReading(
                    origin: .stored, position: rows.checkpoint,
                    streams: try streams.summaries.map { try render(rows.rows, $0) }, doubts: [])
            }
            if context.arguments.has("at") {
                throw ToolError(
                    .optionConflict, exit: .usage,
                    "--from-stored shows the present; --at does not go with it",
                    argument: "--at")
            }
            return TableReading(
                origin: .fromStored, position: position,
                streams: try streams.summaries.map { stream in
                    try render(try stored.currentRows(of: choice.projection, stream: stream).rows, stream)
                }, doubts: [])
        }
    }
}
