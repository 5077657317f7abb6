internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Projections

/// Shows rows of a table in the form that the user asked for.
struct RowPrinter {
    private let context: ToolContext
    private let table: ShownTable
    /// Whether the stream is the first column.
    private let showsStream: Bool
    /// The parts of the key that are no columns of their own.
    private let extraKeys: [Int]

    init(_ context: ToolContext, _ table: ShownTable, showsStream: Bool) {
        self.context = context
        self.table = table
        self.showsStream = showsStream
        extraKeys = table.keyParts.indices.filter { !table.columns.contains(table.keyParts[$0]) }
    }

    /// Prints the rows of every stream as one table.
    func print(_ reading: TableReading, _ rows: [(stream: StreamName, row: RenderedRow)]) {
        if context.mode == .json {
            for (stream, row) in rows { context.console.write(line(stream, row, at: reading.position)) }
            return
        }
        var text = TextTable(columns)
        for (stream, row) in rows { text.append(cells(stream, row)) }
        context.console.print(text)
    }

    private var columns: [TextTable.Column] {
        var columns: [TextTable.Column] =
            showsStream ? [.text(context.mode == .plain ? "stream" : context.model.streamWord)] : []
        columns.append(.number("rank"))
        columns += extraKeys.map { .text(table.keyParts[$0]) }
        columns += table.columns.map { isNumber($0) ? .number($0) : .freeText($0) }
        columns.append(.number("since"))
        return columns
    }

    /// Numbers stand at the right, and only text may be cut; times are neither.
    private func isNumber(_ column: String) -> Bool { Self.numberColumns.contains(column) }

    private static let numberColumns = ["photos", "count", "places", "tags", "photo_count"]

    private func cells(_ stream: StreamName, _ row: RenderedRow) -> [String] {
        var cells = showsStream ? [stream.text] : []
        cells.append(String(row.rank))
        cells += extraKeys.map { row.key[$0] }
        cells += row.columns.map { text($0) }
        cells.append(String(row.since))
        return cells
    }

    private func text(_ value: ColumnValue) -> String {
        switch value {
        case .text(let text): text
        case .integer(let number): String(number)
        case .real(let number): "\(number)"
        case .time(let time):
            context.mode == .plain
                ? time.rfc3339UTC
                : time.shortText(zoneMinutes: Int16(context.zone.offsetMinutes(at: time.milliseconds)))
        case .none: ""
        }
    }

    private func line(_ stream: StreamName, _ row: RenderedRow, at position: UInt64) -> JSONLine {
        var line = JSONLine(kind: "row")
        line.string("table", table.name)
        line.unsigned("at", position)
        line.string("stream", stream.text)
        line.string("key", row.keyText)
        line.count("rank", row.rank)
        line.object("fields") { line in
            for (column, value) in zip(table.columns, row.columns) {
                switch value {
                case .text(let text): line.string(column, text)
                case .integer(let number): line.integer(column, number)
                case .real(let number): line.real(column, number)
                case .time(let time): line.time(column, time)
                case .none: line.null(column)
                }
            }
        }
        line.unsigned("since", row.since)
        return line
    }
}
