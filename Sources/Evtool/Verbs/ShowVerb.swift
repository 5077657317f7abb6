internal import CommandLineKit
internal import EventCoding
internal import EventLog

/// `show`: one event in full, and what it changed.
enum ShowVerb: ToolVerb {
    static var name: String { "show" }

    static func verb(for model: Model) -> Verb {
        Verb(
            name, group: VerbGroup.look, summary: "One event in full, and what it changed.",
            effect: Effect(.readsOnly), synopsis: ["show POS [--raw]"],
            arguments: [
                ArgumentSpec(
                    "POS", .named("position"),
                    doc: "The event: a number, -1 for the last, first, last, a time, id:UUID.")
            ],
            options: [.flag("raw", doc: "The stored bytes in hexadecimal digits, part by part.")],
            examples: [
                .init("show -1", "the last event"),
                .init("show 5103 --json", "an event and its effects for a program"),
                .init("show id:019cae0b-4c7a-7000-8000-000000000000", "the event with that id"),
                .init("show 777 --raw", "the bytes of a record that cannot be read"),
            ],
            notes: [
                "What the event changed comes from folding its \(model.streamWord)'s history up to it:"
                    + " + a row that is new, - one that is gone, ~ one that changed, = one left alone.",
                "Personal data is shown as it is.",
            ])
    }

    static func run(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        let opened = try context.openLog()
        var resolver = try PositionResolver(opened.log, log: opened.path, program: context.program)
        let text = context.arguments.argument("POS") ?? ""
        let selector = try PositionSelector(text, zone: context.zone, argument: "POS")
        let position = try resolver.resolve(selector, text: text, argument: "POS", allowingZero: false)
        context.printNotes(of: resolver)
        return try context.reading {
            var block = EventBlock()
            try opened.log.read(position, into: &block)
            if context.arguments.has("raw") {
                return try showBytes(of: position, block, opened.log, context)
            }
            block.upcast(with: context.model.catalogue)
            guard !block.isEmpty, let event = block.event(at: 0) else {
                let report = try OtherEntryReport(
                    position, in: opened.log, head: resolver.head.position, context)
                if context.mode == .json { report.writeJSON(block) } else { report.print(block) }
                return context.end(.cannotTell, counts: [("effects", 0)], isComplete: false)
            }
            return try show(event, opened.log, resolver.head, context)
        }
    }

    private static func show(
        _ event: borrowing Event, _ log: any EventSource, _ head: LogHead, _ context: ToolContext
    ) throws -> ExitStatus {
        let shown = ShownEvent(event)
        let changes = try changes(of: shown, log, context)
        let report = EventReport(context: context, event: shown, changes: changes, head: head)
        switch context.mode {
        case .human: report.print()
        case .plain: report.writePlain()
        case .json: report.writeJSON(event)
        }
        if context.mode != .human {
            for doubt in changes.doubts.prefix(5) { context.console.note(doubt) }
        }
        return context.end(
            changes.isComplete ? .yes : .cannotTell, counts: [("effects", changes.changes.count)],
            isComplete: changes.isComplete)
    }

    /// What the event changed; where the log cannot be folded at all, that is the answer.
    private static func changes(
        of event: ShownEvent, _ log: any EventSource, _ context: ToolContext
    ) throws -> EventChanges {
        do {
            return try EventChanges(
                at: event.position, type: event.type, stream: event.streamNumber, in: log, context.model)
        } catch let error as LogError where error.code == .damaged {
            return EventChanges(doubt: "the history could not be folded: \(error)")
        }
    }

    private static func showBytes(
        of position: UInt64, _ block: borrowing EventBlock, _ log: any EventSource, _ context: ToolContext
    ) throws -> ExitStatus {
        guard let bytes = try log.storedBytes(at: position) else {
            let report = try OtherEntryReport(position, in: log, head: log.head().position, context)
            if context.mode == .json { report.writeJSON(block) } else { report.print(block) }
            return context.end(.cannotTell, isComplete: false)
        }
        var problem: String?
        if !block.isEmpty, case .unreadable(_, let why) = block.entry(at: 0) { problem = why.description }
        RecordDump(position: position, bytes: bytes).show(context, problem: problem)
        return context.end(problem == nil ? .yes : .cannotTell, isComplete: problem == nil)
    }
}
