internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Projections

/// Shows an event of a replay and what it changed.
struct StepPrinter {
    private static let columns = [
        "position", "recorded", "stream", "type", "what", "table", "op", "key", "reason",
    ]

    private let context: ToolContext
    private let events: EventPrinter
    private let tableWidth: Int

    init(_ context: ToolContext, hasManyStreams: Bool) {
        self.context = context
        events = EventPrinter(context, hasManyStreams: hasManyStreams)
        let tables = context.model.projections.flatMap { projection in
            projection.tables.map { "\($0.name)" } + projection.shownTables.filter { !$0.isQuery }.map(\.name)
        }
        tableWidth = tables.map(\.count).max() ?? 0
        if context.mode == .plain { write(Self.columns) }
    }

    /// Whether nobody reads any more.
    var hasLostReader: Bool { context.console.outputFailure != nil }

    /// Prints the entry at `index` and what it changed.
    func print(_ block: borrowing EventBlock, at index: Int, _ changes: [RowChange]) {
        switch context.mode {
        case .human:
            events.print(block, at: index)
            var table = ""
            for change in changes {
                let name = change.table == table ? "" : change.table
                table = change.table
                let label = name + String(repeating: " ", count: max(0, tableWidth - name.count) + 2)
                var line = StyledText("         " + label, .faint)
                line.append(ChangeText(context).line(change))
                context.console.print(line)
            }
        case .plain: printPlain(block, at: index, changes)
        case .json:
            events.print(block, at: index)
            guard let event = block.event(at: index) else { return }
            for change in changes {
                context.console.write(change.jsonLine(position: event.position, stream: event.streamText))
            }
        }
    }

    private func printPlain(_ block: borrowing EventBlock, at index: Int, _ changes: [RowChange]) {
        guard let event = block.event(at: index) else {
            let problem = EventPrinter.problem(block, at: index)
            return write(["\(block.lastPosition(at: index))", "", "", "", problem, "", "", "", ""])
        }
        let cells = [
            "\(event.position)", Timestamp(milliseconds: event.recorded).rfc3339UTC, event.streamText,
            event.typeText, EventPrinter.what(event, context.model.catalogue),
        ]
        if changes.isEmpty { write(cells + ["", "", "", ""]) }
        for change in changes {
            write(cells + [change.table, change.operation.rawValue, change.key, change.reason])
        }
    }

    private func write(_ cells: [String]) {
        context.console.writeBytes(Array((TextTable.plainLine(cells) + "\n").utf8))
    }
}
