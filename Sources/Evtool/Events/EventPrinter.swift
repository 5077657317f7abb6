internal import CommandLineKit
internal import Digest
internal import EventCoding
internal import EventLog
internal import Exchange
internal import UnicodeText

/// Shows entries of a log, one line each, in the form that the user asked for.
final class EventPrinter {
    private let context: ToolContext
    private let hasManyStreams: Bool
    private let shownTime: ShownTime
    private var didPrintHeader = false
    private var hasher = LeafHasher()

    init(_ context: ToolContext, hasManyStreams: Bool) {
        self.context = context
        self.hasManyStreams = hasManyStreams
        let asked = context.arguments.accepts("times") ? context.arguments.value("times") : nil
        shownTime = asked.flatMap(ShownTime.init) ?? .recorded
        typeWidth = context.model.catalogue.types.map { $0.name.utf8.count }.max() ?? 0
    }

    /// Prints the entry at `index`.
    func print(_ block: borrowing EventBlock, at index: Int) {
        if context.mode == .json { return printJSON(block, at: index) }
        printHeader()
        if let event = block.event(at: index) {
            let shown = shownTime == .recorded ? event.recorded : event.occurred.milliseconds
            show([
                String(event.position), time(shown), event.streamText, event.typeText,
                Self.what(event, context.model.catalogue),
            ])
            return
        }
        show(["\(block.lastPosition(at: index))", "", "", "", Self.problem(block, at: index)], .bad)
    }

    /// Prints the line above the columns, once.
    func printHeader() {
        guard !didPrintHeader, context.mode != .json else { return }
        didPrintHeader = true
        switch context.mode {
        case .plain: show(["position", shownTime.rawValue, "stream", "type", "what"])
        default: show(["event", shownTime.rawValue, context.model.streamWord, "type", "what"], .faint)
        }
    }

    private static let widths = (position: 7, time: 20, stream: 14)
    /// The width of the longest type that the model knows.
    private let typeWidth: Int

    private func show(_ cells: [String], _ style: StyledText.Style? = nil) {
        if context.mode == .plain {
            context.console.writeBytes(Array((TextTable.plainLine(cells) + "\n").utf8))
            return
        }
        let position = String(repeating: " ", count: max(0, Self.widths.position - cells[0].count)) + cells[0]
        var line = position + "  " + Self.padded(cells[1], Self.widths.time)
        if hasManyStreams { line += "  " + Self.padded(cells[2], Self.widths.stream) }
        line += "  " + Self.padded(cells[3], typeWidth)
        let what = TerminalText.escaped(cells[4])
        if let width = context.console.cutWidth {
            let room = max(8, width - UnicodeText.displayWidth(line) - 2)
            line += "  " + UnicodeText.truncated(what, toWidth: room)
        } else {
            line += "  " + what
        }
        context.console.print(StyledText(Self.withoutTrailingBlanks(line), style))
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        let shown = TerminalText.escaped(text)
        return shown + String(repeating: " ", count: max(0, width - UnicodeText.displayWidth(shown)))
    }

    private static func withoutTrailingBlanks(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }

    private func time(_ milliseconds: Int64) -> String {
        context.mode == .plain
            ? Timestamp(milliseconds: milliseconds).rfc3339UTC
            : Timestamp(milliseconds: milliseconds).shortText(
                zoneMinutes: Int16(context.zone.offsetMinutes(at: milliseconds)))
    }

    /// How an event reads in one line.
    static func what(_ event: borrowing Event, _ catalogue: EventCatalogue) -> String {
        guard let definition = catalogue.definition(of: event.typeName) else {
            let subject = event.subjectText
            return subject.isEmpty ? "(unknown type)" : "\(subject) (unknown type)"
        }
        guard event.schemaVersion <= definition.version else {
            return "\(event.subjectText) (version \(event.schemaVersion) is newer than this build knows)"
        }
        return definition.line.render(event.fields)
    }

    /// What stands at a place that holds no whole event.
    static func problem(_ block: borrowing EventBlock, at index: Int) -> String {
        switch block.entry(at: index) {
        case .event: ""
        case .withheld(let event): "\(event.typeText), content withheld"
        case .missing(let range, let reason):
            range.count == 1
                ? "missing (\(reason.rawValue))"
                : "\(range.lowerBound)..\(range.upperBound) missing (\(reason.rawValue))"
        case .unreadable(_, let why): "unreadable: \(why)"
        }
    }

    private func printJSON(_ block: borrowing EventBlock, at index: Int) {
        var json = JSONWriter()
        let form = EventJSON(.log)
        switch block.entry(at: index) {
        case .event(let event): form.write(event, leaf: hasher.leaf(of: event), into: &json)
        case .withheld(let event): form.write(event, leaf: hasher.leaf(of: event), into: &json)
        case .missing(let range, let reason): form.write(missing: range, reason: reason, into: &json)
        case .unreadable(let position, let why): form.write(unreadable: position, why: why, into: &json)
        }
        json.endLine()
        context.console.writeBytes(json.bytes)
    }
}
