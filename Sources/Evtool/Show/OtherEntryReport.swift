internal import CommandLineKit
internal import Digest
internal import EventCoding
internal import EventLog
internal import Exchange

/// What is known of a position that holds no whole event: withheld, missing or unreadable.
struct OtherEntryReport {
    /// An event beside the position.
    struct Neighbour {
        let position: UInt64
        let type: String
        let recorded: Int64
    }

    private let context: ToolContext
    private let position: UInt64
    /// The length of what is stored, or nil where nothing is.
    private let byteCount: Int?
    private let before: Neighbour?
    private let after: Neighbour?

    init(_ position: UInt64, in log: EventLog, head: UInt64, _ context: ToolContext) throws {
        self.context = context
        self.position = position
        byteCount = try log.storedBytes(at: position)?.count
        before = position > 1 ? try Self.neighbour(1...position - 1, .backward, log) : nil
        after = position < head ? try Self.neighbour(position + 1...head, .forward, log) : nil
    }

    /// How many places are looked at for a neighbour that can be read.
    private static let searched = 1_000

    private static func neighbour(
        _ range: ClosedRange<UInt64>, _ direction: ReadPlan.Direction, _ log: EventLog
    ) throws -> Neighbour? {
        var found: Neighbour?
        let plan = ReadPlan(range: range, direction: direction, limit: searched)
        try log.forEachBlock(plan) { (block: borrowing EventBlock) in
            for index in 0..<block.count {
                guard let event = block.event(at: index) else { continue }
                found = Neighbour(
                    position: event.position, type: event.typeText, recorded: event.recorded)
                return .stop
            }
            return .proceed
        }
        return found
    }

    // MARK: People and plain

    func print(_ block: borrowing EventBlock) {
        let problem = block.isEmpty ? "missing (undeclared)" : EventPrinter.problem(block, at: 0)
        if context.mode == .plain { return printPlain(problem) }
        var title = StyledText("event \(position)", .strong)
        title.append("   ")
        title.append(problem, .bad)
        context.console.print(title)
        if let byteCount {
            context.console.print("record     \(CountText.of(byteCount, "byte")) stored")
        } else {
            context.console.print("record     nothing is stored")
        }
        if !block.isEmpty { printKeptPart(block.entry(at: 0)) }
        context.console.print("before     \(text(before))")
        context.console.print("after      \(text(after))")
        if byteCount != nil {
            context.console.note("next: " + context.command("show", "\(position)", "--raw"))
        }
    }

    private func printKeptPart(_ entry: LogEntry) {
        guard case .withheld(let event) = entry else { return }
        context.console.print("type       \(event.typeText)")
        context.console.print("stream     number \(event.streamNumber), revision \(event.revision)")
        context.console.print("id         \(event.id)")
        context.console.print("recorded   \(time(event.recorded))")
        var hasher = LeafHasher()
        context.console.print("leaf       \(hasher.leaf(of: event).hex)")
    }

    private func text(_ neighbour: Neighbour?) -> String {
        guard let neighbour else { return "no event that can be read" }
        return "\(neighbour.position)  \(time(neighbour.recorded))  \(neighbour.type)"
    }

    private func time(_ milliseconds: Int64) -> String {
        Timestamp(milliseconds: milliseconds).shortText(
            zoneMinutes: Int16(context.zone.offsetMinutes(at: milliseconds)), milliseconds: true)
    }

    private func printPlain(_ problem: String) {
        var table = TextTable([.text("field"), .text("value")])
        table.append(["position", "\(position)"])
        table.append(["problem", problem])
        if let byteCount { table.append(["bytes", "\(byteCount)"]) }
        for (name, neighbour) in [("before", before), ("after", after)] {
            guard let neighbour else { continue }
            table.append(["\(name).position", "\(neighbour.position)"])
            table.append(["\(name).type", neighbour.type])
            table.append(["\(name).recorded", Timestamp(milliseconds: neighbour.recorded).rfc3339UTC])
        }
        context.console.print(table)
    }

    // MARK: JSON

    func writeJSON(_ block: borrowing EventBlock) {
        var json = JSONWriter()
        let form = EventJSON(.log)
        if block.isEmpty {
            form.write(missing: position...position, reason: .undeclared, into: &json)
        } else {
            var hasher = LeafHasher()
            switch block.entry(at: 0) {
            case .event: preconditionFailure("an event has a report of its own")
            case .withheld(let event): form.write(event, leaf: hasher.leaf(of: event), into: &json)
            case .missing(let range, let reason): form.write(missing: range, reason: reason, into: &json)
            case .unreadable(let position, let why): form.write(unreadable: position, why: why, into: &json)
            }
        }
        json.endLine()
        context.console.writeBytes(json.bytes)
        var line = JSONLine(kind: "around")
        line.unsigned("position", position)
        line.count("bytes", byteCount)
        for (name, neighbour) in [("before", before), ("after", after)] {
            guard let neighbour else {
                line.null(name)
                continue
            }
            line.object(name) { line in
                line.unsigned("position", neighbour.position)
                line.string("type", neighbour.type)
                line.time("recorded", Timestamp(milliseconds: neighbour.recorded))
            }
        }
        context.console.write(line)
    }
}
