internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Projections

/// Every row of a table with the event that last set it.
struct BlameReport {
    private let context: ToolContext
    private let explainer: Explainer

    init(_ context: ToolContext, _ explainer: Explainer) {
        self.context = context
        self.explainer = explainer
    }

    /// Prints the rows and ends the command.
    func print(_ stream: StreamSummary, at position: UInt64) throws(ToolError) -> ExitStatus {
        let (rows, doubts) = try context.reading { try explainer.rows(in: stream, at: position) }
        let events = CauseEvents(try context.history(), context)
        if context.mode == .human {
            context.console.print(
                StyledText(
                    "\(explainer.table.name) at \(position): \(CountText.of(rows.count, "row")), each with the event that last set it",
                    .strong))
        }
        if context.mode == .json {
            for row in rows { try write(row, stream, position, events) }
        } else {
            try printTable(rows, events)
        }
        for doubt in doubts.prefix(5) { context.console.note(doubt) }
        try context.printOrphans(of: [explainer.projection], stream: stream.name)
        return context.end(
            doubts.isEmpty ? .yes : .cannotTell, counts: [("rows", rows.count)], isComplete: doubts.isEmpty)
    }

    private func printTable(_ rows: [RenderedRow], _ events: CauseEvents) throws(ToolError) {
        var table = TextTable([
            .number("rank"), .text("key"), .number("since"), .text("recorded"), .freeText("what"),
        ])
        for row in rows {
            let event = try events.event(at: row.since)
            let recorded =
                context.mode == .plain
                ? event.recorded.map { Timestamp(milliseconds: $0).rfc3339UTC } ?? "" : events.time(event)
            table.append([String(row.rank), row.keyText, String(row.since), recorded, event.what])
        }
        context.console.print(table)
    }

    private func write(
        _ row: RenderedRow, _ stream: StreamSummary, _ position: UInt64, _ events: CauseEvents
    ) throws(ToolError) {
        let event = try events.event(at: row.since)
        var line = JSONLine(kind: "last-set")
        line.string("table", explainer.table.name)
        line.unsigned("at", position)
        line.string("stream", stream.name.text)
        line.string("key", row.keyText)
        line.count("rank", row.rank)
        line.unsigned("since", row.since)
        line.time("recorded", event.recorded.map { Timestamp(milliseconds: $0) })
        line.string("type", event.type)
        line.string("subject", event.subject)
        context.console.write(line)
    }
}
