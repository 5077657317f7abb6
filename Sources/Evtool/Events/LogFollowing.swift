internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Platform

/// `log -f`: shows the last events, then what is appended, until it is interrupted.
struct LogFollowing {
    /// How many events are shown first, where `-n` does not say.
    private static let shownFirst = 10

    private let context: ToolContext
    private let query: EventQuery
    /// The log through a reader slot, which it shares with its writers.
    private let log: EventLog

    init(_ context: ToolContext, _ query: EventQuery) throws(ToolError) {
        for (option, name) in [("reverse", "-r"), ("count", "--count"), ("values", "--values")]
        where context.arguments.has(option) {
            throw ToolError(
                .optionConflict, exit: .usage, "-f and \(name) exclude each other", argument: name)
        }
        guard !query.isBounded else {
            throw ToolError(
                .optionConflict, exit: .usage, "-f goes on without end, so the range may have no upper end",
                details: ["accepted: A.., or no range"], argument: "RANGE")
        }
        self.context = context
        self.query = query
        log = try context.openLog().store("followed: nothing is appended to it", context)
    }

    func run() throws(ToolError) -> ExitStatus {
        Signals.watchInterrupts()
        let printer = EventPrinter(context, hasManyStreams: query.hasManyStreams)
        var block = EventBlock()
        let first = try query.newestMatches(query.newest ?? Self.shownFirst, context)
        for position in first.reversed() {
            try context.reading { try query.source.read(position, into: &block) }
            block.upcast(with: context.model.catalogue)
            printer.print(block, at: 0)
        }
        printer.printHeader()
        context.console.flush()
        try follow(printer, &block)
        context.console.note("interrupted; nothing was left undone")
        return context.end(.interrupted)
    }

    private func follow(_ printer: EventPrinter, _ block: inout EventBlock) throws(ToolError) {
        let follower = try context.reading {
            try log.follow(after: query.head, stream: query.stream, types: query.types)
        }
        while !Signals.isInterrupted {
            let milliseconds = Follower.pollMilliseconds
            guard try context.reading({ try follower.next(into: &block, waiting: milliseconds) }) else {
                if context.console.outputFailure != nil { return }
                continue
            }
            block.upcast(with: context.model.catalogue)
            for index in 0..<block.count {
                if let event = block.event(at: index), !query.matches(event) { continue }
                printer.print(block, at: index)
            }
            context.console.flush()
        }
    }
}
