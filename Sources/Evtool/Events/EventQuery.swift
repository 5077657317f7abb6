internal import CommandLineKit
internal import EventCoding
internal import EventLog

/// Which events a command is about: range, stream, types and condition, resolved against one log.
struct EventQuery {
    let source: any EventSource
    /// The last position when the query was made.
    let head: UInt64
    /// Whether the log holds more than one stream.
    let hasManyStreams: Bool
    /// Whether the newest come first.
    let isReversed: Bool
    /// How many of the newest are wanted.
    let newest: Int?
    /// Whether the range has an upper end of its own.
    let isBounded: Bool
    let types: [EventType]?
    let stream: StreamName?
    let range: ClosedRange<UInt64>?
    private let condition: EventCondition?

    init(_ context: ToolContext) throws(ToolError) {
        let opened = try context.openLog()
        let arguments = context.arguments
        source = opened.log
        var resolver = try PositionResolver(opened.log, log: opened.path, program: context.program)
        head = resolver.head.position
        isReversed = arguments.accepts("reverse") && arguments.has("reverse")
        newest = arguments.accepts("number") ? try arguments.integer("number") : nil
        let given = try arguments.argument("RANGE").map { text throws(ToolError) in
            try RangeSelector(text, zone: context.zone, argument: "RANGE")
        }
        isBounded = given?.isBounded ?? false
        range = try given.map { given throws(ToolError) in
            try given.resolve(with: &resolver, argument: "RANGE")
        }
        context.printNotes(of: resolver)
        let streams = try StreamSelector.select(context, needsOne: false)
        hasManyStreams = streams.name == nil && streams.summaries.count > 1
        stream = streams.name
        let patterns = arguments.values("type")
        types =
            patterns.isEmpty
            ? nil
            : try TypeSelector.types(
                matching: patterns, among: context.model.catalogue.types, program: context.program)
        condition = try arguments.value("where").map { text throws(ToolError) in
            try EventCondition(text, context)
        }
    }

    /// Whether anything but the whole log is asked for.
    var isFiltered: Bool { range != nil || types != nil || stream != nil || condition != nil }

    /// The plan that reads what the query may match.
    func plan(_ direction: ReadPlan.Direction) -> ReadPlan {
        ReadPlan(
            range: range ?? (head > 0 ? 1...head : nil), stream: stream, types: types, direction: direction)
    }

    /// Whether the condition holds for an event.
    func matches(_ event: borrowing Event) -> Bool { condition?.holds(for: event) ?? true }

    /// Calls `body` with each matching event.
    ///
    /// - Returns: Whether every place could be read.
    func forEachMatch(
        _ context: ToolContext, _ body: (borrowing Event) throws -> Void
    ) throws(ToolError) -> Bool {
        try forEachEntry(context) { block, index in
            if let event = block.event(at: index) { try body(event) }
        }
    }

    /// Calls `body` with the place of each matching event, and of everything that is not a whole event.
    ///
    /// - Returns: Whether every place could be read.
    func forEachEntry(
        _ context: ToolContext, _ body: (borrowing EventBlock, Int) throws -> Void
    ) throws(ToolError) -> Bool {
        guard head > 0 else { return true }
        var (isComplete, remaining) = (true, newest ?? .max)
        try context.reading {
            try source.forEachBlock(
                plan(isReversed ? .backward : .forward), upcasting: context.model.catalogue
            ) { (block: borrowing EventBlock) in
                for index in 0..<block.count {
                    if remaining == 0 { return .stop }
                    if let event = block.event(at: index) {
                        guard matches(event) else { continue }
                    } else {
                        isComplete = false
                    }
                    remaining -= 1
                    try body(block, index)
                }
                return .proceed
            }
        }
        return isComplete
    }

    /// The positions of the newest `count` matches, newest first.
    func newestMatches(_ count: Int, _ context: ToolContext) throws(ToolError) -> [UInt64] {
        var positions: [UInt64] = []
        guard count > 0, head > 0 else { return [] }
        try context.reading {
            try source.forEachBlock(plan(.backward), upcasting: context.model.catalogue) {
                (block: borrowing EventBlock) in
                for index in 0..<block.count {
                    if let event = block.event(at: index), !matches(event) { continue }
                    positions.append(block.lastPosition(at: index))
                    if positions.count == count { return .stop }
                }
                return .proceed
            }
        }
        return positions
    }

    /// The sentence for types that were asked for and never occur in this log.
    func absentTypes(_ context: ToolContext) throws(ToolError) -> String? {
        guard let types else { return nil }
        var absent: [String] = []
        for type in types {
            var cursor = ReadPlan(types: [type], limit: 1)
            cursor.stream = nil
            var found = false
            try context.reading {
                try source.forEachBlock(cursor) { (block: borrowing EventBlock) in
                    found = !block.isEmpty
                    return .stop
                }
            }
            if !found { absent.append(type.name) }
        }
        return absent.isEmpty ? nil : "never in this log: " + absent.joined(separator: ", ")
    }
}
