internal import CommandLineKit
internal import EventLog
internal import Exchange
internal import Projections

/// What a command supposes: that some events had not happened, and that others had.
struct Hypothesis {
    /// The history as it might have been.
    let source: any EventSource
    /// The history as it is.
    let real: any EventSource
    /// The positions that are thought away, in the real history.
    let excluded: PositionSet
    private let inserted: InsertedEvents?

    /// Reads `--without` and `--insert`; nil where the command has neither.
    ///
    /// - Throws: `E-HYPOTHESIS` for a list that is none, `E-POSITION-RANGE` for events that are not there, and the
    ///   errors of a file of events.
    init?(_ context: ToolContext) throws(ToolError) {
        let without = context.arguments.accepts("without") ? context.arguments.value("without") : nil
        let file = context.arguments.accepts("insert") ? context.arguments.value("insert") : nil
        guard without != nil || file != nil else { return nil }
        let opened = try context.openLog()
        real = opened.log
        let head = try context.reading { try opened.log.head().position }
        excluded =
            try without.map { text throws(ToolError) in try Self.positions(text, head) }
            ?? PositionSet()
        inserted = try file.map { file throws(ToolError) in
            try Self.inserted(file, into: opened.log, head, context)
        }
        guard let inserted else {
            source = SelectedEvents(real, without: excluded)
            return
        }
        let moved = excluded.ranges.flatMap { range in
            // A range may have been torn apart by events that were inserted into it.
            Self.pieces(of: range, inserted)
        }
        source = SelectedEvents(inserted.log, without: PositionSet(moved))
    }

    /// Where an event of the real history stands in the hypothetical one.
    func place(_ position: UInt64) -> UInt64 { inserted?.position(of: position) ?? position }

    /// The positions of the inserted events in the hypothetical history.
    var insertedPositions: [UInt64] { inserted?.positions ?? [] }

    /// Where events stand in the hypothetical history.
    var places: Orphan.Places {
        guard let inserted else { return Orphan.Places() }
        return Orphan.Places(inserted: inserted.positions) { inserted.position(of: $0) }
    }

    /// The last position up to which both histories hold the same events; 0 where others are inserted, since the
    /// hypothetical history is a log of its own then.
    var sharedEnd: UInt64 {
        guard inserted == nil, let first = excluded.ranges.first else { return 0 }
        return first.lowerBound - 1
    }

    /// What is supposed, as the end of "what if".
    var description: String {
        var parts: [String] = []
        if !excluded.isEmpty {
            let places = excluded.ranges.map { range in
                range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)..\(range.upperBound)"
            }
            parts.append("without event" + (excluded.count == 1 ? " " : "s ") + places.joined(separator: ","))
        }
        if let inserted {
            parts.append(
                "with \(CountText.of(inserted.positions.count, "event")) inserted, at "
                    + inserted.positions.map(String.init).joined(separator: ","))
        }
        return parts.joined(separator: ", ")
    }

    // MARK: Reading the options

    private static func positions(_ text: String, _ head: UInt64) throws(ToolError) -> PositionSet {
        var ranges: [ClosedRange<UInt64>] = []
        for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let range = range(String(piece)) else {
                throw ToolError(
                    .hypothesis, exit: .usage, "\"\(piece)\" is neither a position nor a range of positions",
                    details: ["accepted: 4711 or 4800..4805, several with commas between them"],
                    argument: "--without", value: text)
            }
            guard range.upperBound <= head else {
                throw ToolError(
                    .positionRange, exit: .usage, "there is no event \(range.upperBound) to think away",
                    details: ["accepted: 1..\(head)"], argument: "--without", value: text)
            }
            ranges.append(range)
        }
        return PositionSet(ranges)
    }

    private static func range(_ text: String) -> ClosedRange<UInt64>? {
        if let position = UInt64(text), position > 0 { return position...position }
        let ends = text.split(separator: ".", omittingEmptySubsequences: false)
        guard ends.count == 3, ends[1].isEmpty, let first = UInt64(ends[0]), let last = UInt64(ends[2]),
            first > 0, first <= last
        else { return nil }
        return first...last
    }

    private static func inserted(
        _ file: String, into log: any EventSource, _ head: UInt64, _ context: ToolContext
    ) throws(ToolError) -> InsertedEvents {
        let bytes = try InputFile.read(file)
        var reader = EventLineReader(catalogue: context.model.catalogue, takesPlaces: true)
        let lines: [EventLine]
        do throws(ExchangeError) { lines = try reader.read(bytes.span).lines } catch {
            // What is only supposed is never appended, so the error need not say that it was not.
            var error = ToolError(exchange: error, file: file)
            error.details.removeAll { $0 == ToolError.nothingAppended }
            error.argument = "--insert"
            throw error
        }
        let streams = try context.reading { try log.streams() }
        let chosen = context.arguments.value("stream") ?? (streams.count == 1 ? streams[0].name.text : nil)
        var events: [InsertedEvent] = []
        for line in lines {
            let after = line.after ?? 0
            guard after <= head else {
                throw ToolError(
                    .positionRange, exit: .usage, "there is no event \(after) to insert one after",
                    details: ["\(InputFile.name(file)), line \(line.line)", "accepted: 0..\(head)"],
                    argument: "--insert", value: file)
            }
            let stream: StreamName
            if let named = line.stream { stream = named } else { stream = try name(chosen, streams, context) }
            events.append(InsertedEvent(after: after, in: stream, line.event))
        }
        return try context.reading { try InsertedEvents(events, into: log) }
    }

    /// The stream of lines that name none.
    private static func name(
        _ chosen: String?, _ streams: [StreamSummary], _ context: ToolContext
    ) throws(ToolError) -> StreamName {
        guard let chosen else { throw StreamSelector.needsName(streams, context) }
        return try context.reading { try StreamName(chosen) }
    }

    private static func pieces(
        of range: ClosedRange<UInt64>, _ inserted: InsertedEvents
    ) -> [ClosedRange<UInt64>] {
        var pieces: [ClosedRange<UInt64>] = []
        var start = inserted.position(of: range.lowerBound)
        for position in inserted.positions {
            let end = inserted.position(of: range.upperBound)
            guard position > start, position < end else { continue }
            pieces.append(start...position - 1)
            start = position + 1
        }
        let end = inserted.position(of: range.upperBound)
        if start <= end { pieces.append(start...end) }
        return pieces
    }
}

extension ToolContext {
    /// Says that the answer is about what might have been, before it is given; marks each line of JSON.
    func announceHypothesis() throws(ToolError) {
        guard let hypothesis = try hypothesis() else { return }
        console.lineFlag = "hypothetical"
        let banner = "what if: \(hypothesis.description)"
        if mode == .human { console.print(StyledText(banner, .notable)) } else { console.note(banner) }
    }

    /// Lists the later events that changed something in the real history and change nothing in this one.
    ///
    /// - Parameter orphans: These events, where they are known.
    func printOrphans(
        of projections: [AnyProjection], stream: StreamName?, upTo end: UInt64? = nil,
        known orphans: [Orphan]? = nil
    ) throws(ToolError) {
        guard let hypothesis = try hypothesis() else { return }
        let orphans = try reading {
            try orphans
                ?? Orphan.all(
                    of: projections, catalogue: model.catalogue, real: hypothesis.real,
                    hypothetical: hypothesis.source, stream: stream, upTo: end, places: hypothesis.places,
                    sharing: hypothesis.sharedEnd)
        }
        let events = CauseEvents(hypothesis.source, self)
        for orphan in orphans {
            let event = try events.event(at: orphan.position)
            if mode == .json {
                var line = JSONLine(kind: "orphan")
                line.unsigned("position", orphan.position)
                line.string("type", event.type)
                line.string("projection", orphan.projection)
                line.string("key", orphan.key.description)
                line.string("reason", orphan.reason.description)
                console.write(line)
                continue
            }
            let text = "\(orphan.position) \(event.what): \(orphan.reason.words) in this hypothetical"
            if mode == .human { console.print(StyledText(text, .notable)) } else { console.note(text) }
        }
    }
}
