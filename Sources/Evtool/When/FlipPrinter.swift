internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Projections

/// Shows the flips of a condition: as they come for programs, as a table at the end for people.
final class FlipPrinter {
    /// How many causes a line for people names.
    private static let namedCauses = 3

    private let context: ToolContext
    /// Whether the stream is the first column.
    private let showsStream: Bool
    private var rows: [[String]] = []

    init(_ context: ToolContext, showsStream: Bool) {
        self.context = context
        self.showsStream = showsStream
    }

    /// Writes the header of tab-separated output.
    func printHeader() {
        let columns = ["position", "recorded", "value", "type", "subject", "because"]
        write((showsStream ? ["stream"] : []) + columns)
    }

    /// Takes a flip.
    func print(_ flip: Flip, of stream: StreamName) {
        let start = showsStream ? [stream.text] : []
        switch context.mode {
        case .json: context.console.write(line(flip, stream))
        case .plain:
            write(
                start + [
                    "\(flip.position)", Timestamp(milliseconds: flip.recorded).rfc3339UTC,
                    flip.value ? "true" : "false", flip.type, flip.subject, because(flip),
                ])
        case .human:
            let zone = Int16(context.zone.offsetMinutes(at: flip.recorded))
            rows.append(
                start + [
                    "\(flip.position)", Timestamp(milliseconds: flip.recorded).shortText(zoneMinutes: zone),
                    flip.value ? "true" : "false", what(flip),
                ])
        }
    }

    /// Prints the flips as a table for people; nothing where there was none.
    func printTable() {
        guard !rows.isEmpty else { return }
        var table = TextTable(
            (showsStream ? [.text(context.model.streamWord)] : []) + [
                .number("event"), .text("recorded"), .text("becomes"), .freeText("because"),
            ])
        for row in rows { table.append(row) }
        context.console.print(table)
    }

    private func write(_ cells: [String]) {
        context.console.writeBytes(Array((TextTable.plainLine(cells) + "\n").utf8))
    }

    // MARK: Causes

    /// The event and what it did, where the event does not say that by itself.
    private func what(_ flip: Flip) -> String {
        let event = flip.subject.isEmpty ? flip.type : "\(flip.type) \(flip.subject)"
        let isPlain =
            flip.causeCount == 1
            && flip.causes.allSatisfy {
                $0.operation != .remove && $0.key.utf8.elementsEqual(flip.subject.utf8)
            }
        return isPlain ? event : "\(event) (\(because(flip)))"
    }

    /// What the event did to the rows that the condition asks about.
    private func because(_ flip: Flip) -> String {
        var parts = flip.causes.prefix(Self.namedCauses).map { cause in
            "\(cause.key.isEmpty ? "\"\"" : cause.key) \(cause.reason.words)"
                + (cause.operation == .remove ? cap(cause.projection) : "")
        }
        if flip.causeCount > parts.count { parts.append("and \(flip.causeCount - parts.count) more") }
        return parts.joined(separator: ", ")
    }

    /// The cap of a projection, which may be why a row went.
    private func cap(_ projection: String) -> String {
        let owner = context.model.projections.first { $0.name == projection }
        let limit = owner?.parameters.first { $0.name == "limit" }?.value.integer
        return limit.map { ", cap \($0)" } ?? ""
    }

    private func line(_ flip: Flip, _ stream: StreamName) -> JSONLine {
        var line = JSONLine(kind: "change")
        line.unsigned("position", flip.position)
        line.string("stream", stream.text)
        line.time("recorded", Timestamp(milliseconds: flip.recorded))
        line.bool("value", flip.value)
        line.object("cause") { cause in
            cause.string("type", flip.type)
            cause.string("subject", flip.subject)
        }
        line.string("reason", flip.causes.first?.reason.description)
        line.objects("effects", flip.causes) { line, cause in
            line.string("table", cause.table)
            line.string("key", cause.key)
            line.string("op", cause.operation.rawValue)
            line.string("reason", cause.reason.description)
        }
        line.count("effect_count", flip.causeCount)
        return line
    }
}
