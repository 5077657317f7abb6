internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Projections

/// `log --failed`: the events that some projection could not apply, with projection and reason.
struct FailedEvents {
    private let query: EventQuery
    private let context: ToolContext

    init(_ query: EventQuery, _ context: ToolContext) {
        self.query = query
        self.context = context
    }

    func print() throws(ToolError) -> ExitStatus {
        let result = try context.reading {
            try Replay(context.model.projections, catalogue: context.model.catalogue)
                .run(over: query.source, upTo: query.range?.upperBound, stream: query.stream)
        }
        let matches = try matches(result.failures)
        if context.arguments.has("count") { return count(matches.count, result) }
        let printer = EventPrinter(context, hasManyStreams: query.hasManyStreams)
        var block = EventBlock()
        if context.mode == .plain {
            write(["position", "type", "schema_version", "projection", "code", "message"])
        }
        for failures in matches {
            try context.reading { try query.source.read(failures[0].position, into: &block) }
            block.upcast(with: context.model.catalogue)
            if context.mode != .plain { printer.print(block, at: 0) }
            for failure in failures { print(failure) }
        }
        if context.mode != .json {
            context.console.note(summary(matches.count))
            noteDoubts(result)
        }
        return end(matches.count, result)
    }

    /// The failures of the events that were asked for, those of one event together.
    private func matches(_ failures: [FoldFailure]) throws(ToolError) -> [[FoldFailure]] {
        var events: [[FoldFailure]] = []
        for failure in failures where query.range?.contains(failure.position) ?? true {
            if events.last?.first?.position == failure.position {
                events[events.count - 1].append(failure)
            } else if try isWanted(failure) {
                events.append([failure])
            }
        }
        if query.isReversed { events.reverse() }
        if let newest = query.newest, newest < events.count {
            events = query.isReversed ? Array(events.prefix(newest)) : Array(events.suffix(newest))
        }
        return events
    }

    private func isWanted(_ failure: FoldFailure) throws(ToolError) -> Bool {
        if let types = query.types {
            let isOne = types.contains { $0.name.utf8.elementsEqual(failure.type.utf8) }
            guard isOne else { return false }
        }
        var block = EventBlock()
        try context.reading { try query.source.read(failure.position, into: &block) }
        block.upcast(with: context.model.catalogue)
        guard !block.isEmpty, let event = block.event(at: 0) else { return true }
        return query.matches(event)
    }

    // MARK: Printing

    private func print(_ failure: FoldFailure) {
        switch context.mode {
        case .json: context.console.write(failure.jsonLine)
        case .plain:
            write([
                "\(failure.position)", failure.type, "\(failure.schemaVersion)", failure.projection,
                failure.error.code.description, failure.error.message,
            ])
        case .human:
            context.console.print(StyledText("         \(failure.projection): \(failure.error)", .bad))
        }
    }

    private func write(_ cells: [String]) {
        context.console.writeBytes(Array((TextTable.plainLine(cells) + "\n").utf8))
    }

    private func summary(_ count: Int) -> String {
        count == 0
            ? "no projection failed on any of \(CountText.of(query.head, "event"))"
            : "\(count) of \(CountText.of(query.head, "event")) could not be applied"
    }

    private func noteDoubts(_ result: ReplayResult) {
        for doubt in result.incompleteness.prefix(Self.shownDoubts) {
            context.console.note("not read: \(doubt)")
        }
        if result.incompleteness.count > Self.shownDoubts {
            context.console.note("not read: and \(result.incompleteness.count - Self.shownDoubts) more")
        }
    }

    /// How many places that hold no event are named.
    private static let shownDoubts = 5

    private func count(_ count: Int, _ result: ReplayResult) -> ExitStatus {
        if context.mode == .json {
            var line = JSONLine(kind: "count")
            line.count("matches", count)
            line.unsigned("events", query.head)
            context.console.write(line)
        } else {
            context.console.print("\(count)")
        }
        return end(count, result)
    }

    private func end(_ count: Int, _ result: ReplayResult) -> ExitStatus {
        let isComplete = result.incompleteness.isEmpty
        return context.end(
            isComplete ? .yes : .cannotTell, counts: [("matches", count)], isComplete: isComplete)
    }
}
