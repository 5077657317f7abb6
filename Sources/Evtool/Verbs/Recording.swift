internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Exchange

/// One run of `record`: events from the command line into one transaction.
struct Recording {
    /// An event and the history it names; nil leaves the choice to the command line.
    typealias Addressed = (stream: StreamName?, event: ProposedEvent)

    let context: ToolContext
    private let occurred: Timestamp?
    private let metadata: PayloadMap
    private let expected: ExpectedRevision

    init(_ context: ToolContext) throws(ToolError) {
        self.context = context
        occurred = try context.arguments.value("occurred").map { text throws(ToolError) in
            do throws(TimestampError) { return try Timestamp(parsingRFC3339: text) } catch {
                throw ToolError(
                    .timeForm, exit: .usage, "\"\(text)\" is not a time: \(error)",
                    details: ["accepted: 2026-03-02T10:30:00Z or 2026-03-02T11:30:00+01:00"],
                    argument: "--occurred", value: text)
            }
        }
        metadata = try Self.metadata(context.arguments.values("meta"))
        expected = try Self.expectation(context)
    }

    private static func metadata(_ pairs: [String]) throws(ToolError) -> PayloadMap {
        var map = PayloadMap()
        for pair in pairs {
            guard let sign = pair.firstIndex(of: "="), sign != pair.startIndex else {
                throw ToolError(
                    .optionForm, exit: .usage, "\"\(pair)\" is not metadata",
                    details: ["accepted: --meta NAME=VALUE"], argument: "--meta", value: pair)
            }
            map[String(pair[..<sign])] = .text(String(pair[pair.index(after: sign)...]))
        }
        return map
    }

    private static func expectation(_ context: ToolContext) throws(ToolError) -> ExpectedRevision {
        guard let revision = try context.arguments.integer("expect") else { return .any }
        return revision == 0 ? .noStream : .revision(UInt64(revision))
    }

    // MARK: Events

    /// The events of one of the model's actions.
    func events(of name: String) throws(ToolError) -> [Addressed] {
        guard let action = context.model.actions.first(where: { $0.verb.name == name }) else {
            preconditionFailure("the table holds an action that nothing carries out")
        }
        let proposed = try action.events(context.arguments) { path throws(ToolError) in
            try InputFile.read(path)
        }
        return try proposed.map { event throws(ToolError) in (nil, try completed(event)) }
    }

    /// The events of a file of lines.
    func eventLines() throws(ToolError) -> [Addressed] {
        let file = context.arguments.argument("FILE") ?? "-"
        let bytes = try InputFile.read(file)
        var reader = EventLineReader(catalogue: context.model.catalogue)
        let lines: EventLines
        do throws(ExchangeError) { lines = try reader.read(bytes.span) } catch {
            throw ToolError(exchange: error, file: file)
        }
        guard !lines.lines.isEmpty else {
            throw ToolError(
                .inputEmpty, exit: .unusableInput, "\(InputFile.name(file)) holds no events",
                details: ["accepted: one JSON object a line, with type and data"], argument: "FILE",
                value: file)
        }
        if lines.withoutID > 0 && !context.arguments.has("key") {
            context.console.note(
                "\(lines.withoutID) of \(CountText.of(lines.lines.count, "line")) without an id: what is sent twice is appended twice"
            )
        }
        if lines.leapSeconds > 0 {
            context.console.note(
                "second 60 was taken as second 59 in \(CountText.of(lines.leapSeconds, "time"))")
        }
        return try lines.lines.map { line throws(ToolError) in (line.stream, try completed(line.event)) }
    }

    /// The event with what the command line adds to every event.
    private func completed(_ event: ProposedEvent) throws(ToolError) -> ProposedEvent {
        var event = event
        if let occurred { event.occurred = occurred }
        guard !metadata.isEmpty else { return event }
        var map = event.metadata.isEmpty ? nil : (try? PayloadValue(cbor: event.metadata.span))?.map
        if map == nil { map = PayloadMap() }
        for entry in metadata.entries { map?[entry.key] = entry.value }
        if let map { event.metadata = PayloadValue.map(map).cbor }
        return event
    }

    // MARK: Appending

    /// Appends everything in one transaction and prints the receipts.
    func append(_ events: [Addressed]) throws(ToolError) -> ExitStatus {
        let path = try context.logPath()
        let session = try WriterSession.open(path, creating: context.arguments.has("create"), context)
        defer { session.close() }
        let fallback = try stream(in: session.log)
        var requests: [AppendRequest] = []
        for (stream, event) in events {
            let name = stream ?? fallback
            if requests.last?.stream == name {
                requests[requests.count - 1].events.append(event)
            } else {
                requests.append(AppendRequest([event], to: name))
            }
        }
        try address(&requests)
        let receipts = try session.append(requests)
        print(requests, receipts, session)
        // A note is a courtesy: where it cannot be made, the events stand in the log all the same.
        try? noteWhatChangedNothing(requests, receipts, in: session.log)
        return context.end(.yes, counts: [("events", events.count)])
    }

    /// Puts expectation and key where they belong: on one history's one batch.
    private func address(_ requests: inout [AppendRequest]) throws(ToolError) {
        let key = context.arguments.value("key")
        guard key != nil || expected != .any else { return }
        guard requests.count == 1 else {
            throw ToolError(
                .optionConflict, exit: .usage,
                "--key and --expect are about one history, and the file names several",
                argument: key == nil ? "--expect" : "--key")
        }
        requests[0].key = key
        requests[0].expected = expected
    }

    /// The history that events without one go to.
    private func stream(in log: EventLog) throws(ToolError) -> StreamName {
        let given = context.arguments.value("stream")
        let streams = given == nil ? try context.reading { try log.streams() } : []
        guard given != nil || streams.count <= 1 else {
            throw StreamSelector.needsName(streams, context)
        }
        let name = given ?? streams.first?.name.text ?? RecordVerb.defaultStream
        do throws(LogError) { return try StreamName(name) } catch {
            throw ToolError(log: error, path: "", program: context.program)
        }
    }

    // MARK: Receipts

    private func print(
        _ requests: [AppendRequest], _ receipts: [Receipt], _ session: WriterSession
    ) {
        let isQuiet = context.arguments.has("quiet") && context.mode == .human
        var repeats = 0
        for (request, receipt) in zip(requests, receipts) {
            if receipt.isRepeat { repeats += receipt.positions.count }
            if isQuiet { continue }
            for (index, event) in request.events.enumerated() {
                printReceipt(of: event, at: index, request, receipt)
            }
        }
        guard isQuiet else { return }
        let count = requests.reduce(0) { $0 + $1.events.count }
        // What the receipts say needs no reading, which could fail when all is done.
        let head = receipts.map(\.head).max() ?? 0
        context.console.print(
            repeats == count
                ? "nothing recorded: \(CountText.of(count, "event")) in \(session.path) already"
                : "recorded \(CountText.of(count - repeats, "event")) in \(session.path)"
                    + (repeats > 0 ? ", \(repeats) were there already" : "") + " (head \(head))")
    }

    private func printReceipt(
        of event: ProposedEvent, at index: Int, _ request: AppendRequest, _ receipt: Receipt
    ) {
        let revision = receipt.revision - UInt64(request.events.count - 1 - index)
        if context.mode == .json {
            var line = JSONLine(kind: "receipt")
            line.unsigned("position", receipt.positions[index])
            line.string("stream", request.stream.text)
            line.unsigned("revision", revision)
            line.string("id", receipt.ids[index].description)
            line.string("type", event.type.name)
            line.bool("repeat", receipt.isRepeat)
            context.console.write(line)
            return
        }
        let text = context.model.catalogue.line(
            for: event.type, payload: CBORView(trusted: event.payload.span))
        let cells = [
            receipt.isRepeat ? "known" : "recorded", String(receipt.positions[index]), event.type.name, text,
        ]
        if context.mode == .plain {
            context.console.writeBytes(Array((TextTable.plainLine(cells) + "\n").utf8))
        } else {
            context.console.print(cells.joined(separator: "  "))
        }
    }
}
