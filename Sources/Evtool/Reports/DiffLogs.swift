internal import CommandLineKit
internal import Digest
internal import EventCoding
internal import EventLog
internal import Projections

/// Compares two logs: how far they hold the same events, or the rows that either gives.
struct DiffLogs {
    /// The most events of a side that are listed for people.
    private static let listed = 20

    /// One event that the other side does not have at its place.
    private struct Only {
        let isHere: Bool
        let position: UInt64
        let stream: String
        let id: String
        let type: String
        let subject: String
        let what: String
        let recorded: Int64
        let shared: LogDivergence.SharedEvent?
    }

    private let context: ToolContext
    private let opened: OpenedLog
    private let other: OpenedLog

    init(_ other: OpenedLog, _ context: ToolContext) throws(ToolError) {
        self.context = context
        self.other = other
        opened = try context.openLog()
    }

    func run() throws(ToolError) -> ExitStatus {
        try context.arguments.arguments("TABLE").isEmpty ? compareEvents() : compareRows()
    }

    private var otherDoubts: [String] { other.doubt(context).map { ["the other log: \($0)"] } ?? [] }

    // MARK: Rows

    private func compareRows() throws(ToolError) -> ExitStatus {
        let subjects = try DiffTables.chosen(context)
        var resolver = try PositionResolver(opened.log, log: opened.path, program: context.program)
        let position = try ProjectVerb.position(&resolver, context)
        let streams = try StreamSelector.select(context, needsOne: true)
        let (isRelated, otherHead) = try context.reading {
            if let name = streams.name, try other.log.stream(named: name) == nil {
                throw ToolError(
                    .streamUnknown, exit: .usage,
                    "there is no \(context.model.streamWord) \"\(name.text)\" in the other log",
                    argument: "--\(context.model.streamWord)", value: name.text)
            }
            let (here, there) = (try opened.log.identity(), try other.log.identity())
            return (here.epochs[0].logID == there.epochs[0].logID, try other.log.head().position)
        }
        guard !context.arguments.has("at") || position <= otherHead else {
            throw ToolError(
                .positionRange, exit: .usage, "there is no event \(position) in the other log",
                details: ["it ends at \(otherHead)"], argument: "--at", value: "\(position)")
        }
        let there = context.arguments.has("at") ? position : otherHead
        let state = try context.reading {
            try StateDiff(
                from: HistoryMoment(of: other.log, at: there, stream: streams.name),
                to: HistoryMoment(of: opened.log, at: position, stream: streams.name), of: subjects,
                catalogue: context.model.catalogue, comparesSince: isRelated)
        }
        var outcome = DiffOutcome(
            state, left: DiffSide(word: "other", position: there, label: "there at \(there)"),
            right: DiffSide(word: "replayed", position: position, label: "here at \(position)"))
        outcome.doubts += otherDoubts
        return try DiffReport(outcome, showsStream: streams.name == nil, context).show()
    }

    // MARK: Events

    private func compareEvents() throws(ToolError) -> ExitStatus {
        for option in ["at", "stream", "all-streams"] where context.arguments.has(option) {
            throw ToolError(
                .optionConflict, exit: .usage,
                "--\(option) goes with a table; without one, whole logs are compared",
                argument: "--\(option)")
        }
        return try context.reading {
            let result = try LogDivergence(other.log, opened.log)
            let doubts = self.doubts(result)
            if !context.arguments.has("quiet") { try show(result, doubts) }
            let status: ExitStatus = doubts.isEmpty ? (result.isSame ? .yes : .no) : .cannotTell
            return context.end(
                status,
                counts: [
                    ("same", Int(clamping: result.common)), ("here", Int(clamping: result.right.count)),
                    ("there", Int(clamping: result.left.count)),
                ], isComplete: doubts.isEmpty)
        }
    }

    private func doubts(_ result: LogDivergence) -> [String] {
        func sentences(_ rest: LogDivergence.Rest, _ side: String) -> [String] {
            rest.unread.map { place in
                let range = place.positions
                let where_ =
                    range.count == 1
                    ? "event \(range.lowerBound)" : "events \(range.lowerBound) to \(range.upperBound)"
                return "\(where_) \(side): \(place.problem)"
            }
        }
        return sentences(result.right, "here") + sentences(result.left, "there") + otherDoubts
    }

    private func show(_ result: LogDivergence, _ doubts: [String]) throws {
        switch context.mode {
        case .human:
            print(result)
            if !context.arguments.has("stat") { try printEvents(result) }
            if !doubts.isEmpty {
                context.console.print(StyledText("INCOMPLETE: not everything could be compared", .bad))
            }
            for doubt in doubts { context.console.print("  " + doubt) }
        case .plain:
            try writePlain(result)
            for doubt in doubts { context.console.note(doubt) }
        case .json:
            writeJSON(result)
            if !context.arguments.has("stat") { try forEachOnly(result, limit: .max) { write($0) } }
            for doubt in doubts {
                var line = JSONLine(kind: "doubt")
                line.string("message", doubt)
                context.console.write(line)
            }
        }
    }

    private func print(_ result: LogDivergence) {
        var header = StyledText("events", .strong)
        let rest = "\(result.right.count) only here, \(result.left.count) only there"
        if result.isSame {
            header.append("   same: \(CountText.of(result.common, "event")) here and there")
        } else if result.common == 0 {
            header.append("   different from the first on: \(rest)")
        } else {
            header.append("   same up to \(result.common) (by the tree); then \(rest)")
        }
        context.console.print(header)
        if result.common > 0 { context.console.print("root     \(result.common):\(result.root.hex)") }
        guard !result.shared.isEmpty else { return }
        let others = result.shared.count { $0.isSame == false }
        context.console.print(
            "of these, \(result.shared.count) stand\(result.shared.count == 1 ? "s" : "") on both sides with one id"
                + (others == 0 ? "" : "; \(others) of them with other content"))
    }

    private func printEvents(_ result: LogDivergence) throws {
        var table = TextTable([
            .text(""), .number("event"), .text("recorded"), .text("type"), .freeText("what"), .text(""),
        ])
        try forEachOnly(result, limit: Self.listed) { only in
            table.append([
                TextTable.Cell(only.isHere ? "+" : "-", only.isHere ? .good : .bad),
                TextTable.Cell("\(only.position)"),
                TextTable.Cell(ColumnValue.time(Timestamp(milliseconds: only.recorded)).text(context)),
                TextTable.Cell(only.type), TextTable.Cell(only.what), TextTable.Cell(Self.also(only)),
            ])
        }
        guard !table.rows.isEmpty else { return }
        for line in table.lines(cutTo: context.console.cutWidth, marks: context.console.marks) {
            context.console.print(line)
        }
        let more = [(result.right.count, "here"), (result.left.count, "there")].filter {
            $0.0 > UInt64(Self.listed)
        }
        for (count, side) in more {
            context.console.print(
                "the first \(Self.listed) of \(count) only \(side); --json and --plain list all")
        }
    }

    private static func also(_ only: Only) -> String {
        guard let shared = only.shared else { return "" }
        let place = only.isHere ? "\(shared.left) there" : "\(shared.right) here"
        switch shared.isSame {
        case true?: return "the same as \(place)"
        case false?: return "other content than \(place)"
        case nil: return "the id of \(place)"
        }
    }

    /// Calls `body` with the events of either side, those here first, at most `limit` of each.
    private func forEachOnly(_ result: LogDivergence, limit: Int, _ body: (Only) -> Void) throws {
        for (isHere, log, rest) in [(true, opened.log, result.right), (false, other.log, result.left)]
        where rest.count > 0 {
            let plan = ReadPlan(range: result.common + 1...rest.last, limit: limit == .max ? nil : limit)
            var shared: [UInt64: LogDivergence.SharedEvent] = [:]
            for event in result.shared { shared[isHere ? event.right : event.left] = event }
            try log.forEachBlock(plan, upcasting: context.model.catalogue) { (block: borrowing EventBlock) in
                for index in 0..<block.count {
                    body(only(block, at: index, isHere: isHere, shared[block.lastPosition(at: index)]))
                }
                return .proceed
            }
        }
    }

    private func only(
        _ block: borrowing EventBlock, at index: Int, isHere: Bool, _ shared: LogDivergence.SharedEvent?
    ) -> Only {
        guard let event = block.event(at: index) else {
            return Only(
                isHere: isHere, position: block.lastPosition(at: index), stream: "", id: "", type: "",
                subject: "",
                what: EventPrinter.problem(block, at: index), recorded: 0, shared: shared)
        }
        return Only(
            isHere: isHere, position: event.position, stream: event.streamText, id: event.id.description,
            type: event.typeText, subject: event.subjectText,
            what: EventPrinter.what(event, context.model.catalogue), recorded: event.recorded, shared: shared)
    }

    // MARK: For tools

    private func writePlain(_ result: LogDivergence) throws {
        guard !context.arguments.has("stat") else {
            var table = TextTable([
                .number("same_through"), .text("root"), .number("here"), .number("there"), .number("same_id"),
            ])
            table.append([
                "\(result.common)", result.root.hex, "\(result.right.count)", "\(result.left.count)",
                "\(result.shared.count)",
            ])
            return context.console.print(table)
        }
        var table = TextTable([
            .text("side"), .number("position"), .text("stream"), .text("id"), .text("type"), .text("subject"),
            .text("recorded"), .number("also_at"), .text("same_content"),
        ])
        try forEachOnly(result, limit: .max) { only in
            table.append([
                only.isHere ? "here" : "there", "\(only.position)", only.stream, only.id, only.type,
                only.subject,
                only.id.isEmpty ? "" : Timestamp(milliseconds: only.recorded).rfc3339UTC,
                only.shared.map { "\(only.isHere ? $0.left : $0.right)" } ?? "",
                only.shared.flatMap { $0.isSame.map { "\($0)" } } ?? "",
            ])
        }
        context.console.print(table)
    }

    private func writeJSON(_ result: LogDivergence) {
        var line = JSONLine(kind: "fork")
        line.unsigned("same_through", result.common)
        line.string("root", result.root.hex)
        line.unsigned("here", result.right.count)
        line.unsigned("there", result.left.count)
        line.count("same_id", result.shared.count)
        context.console.write(line)
    }

    private func write(_ only: Only) {
        var line = JSONLine(kind: "only")
        line.string("side", only.isHere ? "here" : "there")
        line.unsigned("position", only.position)
        line.string("stream", only.id.isEmpty ? nil : only.stream)
        line.string("id", only.id.isEmpty ? nil : only.id)
        line.string("type", only.id.isEmpty ? nil : only.type)
        line.string("subject", only.id.isEmpty ? nil : only.subject)
        line.time("recorded", only.id.isEmpty ? nil : Timestamp(milliseconds: only.recorded))
        line.unsigned("also_at", only.shared.map { only.isHere ? $0.left : $0.right })
        line.bool("same_content", only.shared.flatMap(\.isSame))
        context.console.write(line)
    }
}
