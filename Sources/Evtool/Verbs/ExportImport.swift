internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Exchange
internal import Platform

/// `import` of an export: the same log again, one made of a part, or events added to a log that exists.
struct ExportImport {
    /// The format's name.
    static let formatName = "ndjson"
    /// The metadata under which an added event keeps where it came from.
    static let originKey = "imported_from"

    private let context: ToolContext
    private let target: ImportTarget
    private let renumbers: Bool

    init(_ context: ToolContext, _ target: ImportTarget) throws(ToolError) {
        self.context = context
        self.target = target
        renumbers = context.arguments.has("renumber")
        guard !context.arguments.has("stream") else {
            throw ToolError(
                .optionConflict, exit: .usage,
                "an export names the \(context.model.streamWord) of every event",
                details: ["--stream is for files that name none"], argument: "--stream")
        }
        guard !renumbers || target.isNew else {
            throw ToolError(
                .optionConflict, exit: .usage,
                "--renumber goes with --out: added events get new positions anyway",
                argument: "--renumber")
        }
    }

    func run(_ files: [ImportFile]) throws(ToolError) -> ExitStatus {
        guard target.isNew else { return try append(files) }
        guard files.count == 1 else {
            throw ToolError(
                .optionConflict, exit: .usage, "one export makes one log; \(files.count) files were given",
                details: ["--append adds the events of several exports to a log"], argument: "FILE")
        }
        return try make(try read(files[0]))
    }

    private func read(_ file: ImportFile) throws(ToolError) -> ExportContent {
        var reader = ExportReader(file.bytes)
        do throws(ExchangeError) { return try reader.read() } catch {
            throw ToolError(exchange: error, file: file.name)
        }
    }

    // MARK: A new log

    private func make(_ content: ExportContent) throws(ToolError) -> ExitStatus {
        let restoration =
            renumbers ? try context.reading { try content.renumbered() } : content.restoration
        try target.write(restoration, context)
        let (identity, head) = (restoration.identity, restoration.head)
        if context.mode == .json {
            var line = JSONLine(kind: "imported")
            line.string("format", Self.formatName)
            line.string("log_id", identity.logID.hex)
            line.bool("exact", content.isExact && !renumbers)
            line.strings("differs", identity.origin?.traits.names ?? [])
            line.unsigned("events", content.count)
            line.unsigned("last", head.position)
            line.count("streams", restoration.summaries.count)
            line.string("head", head.description)
            context.console.write(line)
        } else {
            printMade(content, identity, head)
        }
        return context.end(.yes, counts: [("events", Int(clamping: content.count)), ("skipped", 0)])
    }

    private func printMade(_ content: ExportContent, _ identity: LogIdentity, _ head: LogHead) {
        let source = content.header.identity.logID
        if content.isExact && !renumbers {
            context.console.print("an exact copy of log \(source)")
        } else {
            let traits = identity.origin?.traits.names.joined(separator: ", ") ?? ""
            context.console.print("log \(identity.logID), made of log \(source) (\(traits))")
        }
        context.console.print(
            "imported \(CountText.of(content.count, "event")) to \(target.path) (head \(head))")
    }

    // MARK: Adding

    private func append(_ files: [ImportFile]) throws(ToolError) -> ExitStatus {
        var contents: [(file: ImportFile, content: ExportContent)] = []
        for file in files { contents.append((file, try read(file))) }
        let session = try WriterSession.open(target.path, context)
        defer { session.close() }
        var additions = ExportAdditions(to: session.log)
        for (file, content) in contents {
            do { try additions.add(content) } catch {
                guard let conflict = error as? ToolError else { throw context.toolError(error) }
                var placed = conflict
                placed.message = "\(file.name == "-" ? "standard input" : file.name): \(conflict.message)"
                throw placed
            }
        }
        if !additions.requests.isEmpty { _ = try session.append(additions.requests) }
        let head = try context.reading { try session.log.head() }
        print(additions, head)
        return context.end(
            .yes, counts: [("events", additions.requests.count), ("skipped", additions.skipped)])
    }

    private func print(_ additions: ExportAdditions, _ head: LogHead) {
        if context.mode == .json {
            var line = JSONLine(kind: "imported")
            line.string("format", Self.formatName)
            line.count("rows", additions.rows)
            line.count("events", additions.requests.count)
            line.count("already_there", additions.known)
            line.count("withheld", additions.withheld)
            line.string("head", head.description)
            context.console.write(line)
            return
        }
        if additions.withheld > 0 {
            context.console.print(
                "skipped \(CountText.of(additions.withheld, "event")): the content is withheld")
        }
        let known = additions.known > 0 ? "; already there: \(additions.known)" : ""
        context.console.print(
            "appended \(CountText.of(additions.requests.count, "event")) to \(target.path)\(known) (head \(head))"
        )
    }
}

/// The events of exports that a log does not hold yet, as they are to be appended.
private struct ExportAdditions {
    private let log: EventLog
    private var seen: Set<EventID> = []
    private(set) var requests: [AppendRequest] = []
    private(set) var rows = 0
    private(set) var known = 0
    private(set) var withheld = 0

    init(to log: EventLog) { self.log = log }

    var skipped: Int { known + withheld }

    mutating func add(_ content: ExportContent) throws {
        let source = MemoryLog(restoring: content.restoration)
        var stored = EventBlock()
        try source.forEachBlock { (block: borrowing EventBlock) in
            for index in 0..<block.count {
                switch block.entry(at: index) {
                case .event(let event): try add(event, &stored)
                case .withheld:
                    rows += 1
                    withheld += 1
                case .missing, .unreadable: break
                }
            }
            return .proceed
        }
    }

    private mutating func add(_ event: borrowing Event, _ stored: inout EventBlock) throws {
        rows += 1
        let whole = try RestoredEvent(event)
        if seen.contains(whole.kept.id) {
            known += 1
            return
        }
        if let position = try log.position(of: whole.kept.id) {
            try log.read(position, into: &stored)
            try check(whole, against: stored, at: position)
            known += 1
            return
        }
        seen.insert(whole.kept.id)
        var proposed = whole.proposed
        proposed.metadata = try Self.metadata(of: whole)
        proposed.isImported = true
        requests.append(AppendRequest([proposed], to: whole.stream))
    }

    /// One id stands for one event; an erased one can no longer be compared.
    private func check(
        _ event: RestoredEvent, against stored: borrowing EventBlock, at position: UInt64
    ) throws(ToolError) {
        guard !stored.isEmpty, let known = stored.event(at: 0) else { return }
        let same: RestoredEvent
        do throws(LogError) { same = try RestoredEvent(known) } catch { return }
        let isSame =
            same.stream == event.stream && same.kept.type == event.kept.type
            && same.kept.schemaVersion == event.kept.schemaVersion && same.payload == event.payload
            && same.occurred == event.occurred
        guard isSame else {
            throw ToolError(
                .conflict, exit: .unusableInput,
                "event \(event.kept.position) has the id of event \(position) of the log, but is another event",
                details: ["id \(event.kept.id)", "nothing was appended"], argument: "FILE")
        }
    }

    /// The event's metadata, and where and when it was recorded first.
    private static func metadata(of event: RestoredEvent) throws(ToolError) -> [UInt8] {
        var map = PayloadMap()
        if !event.metadata.isEmpty, let given = (try? PayloadValue(cbor: event.metadata.span))?.map {
            map = given
        }
        var origin = PayloadMap()
        origin["log_id"] = .text(event.kept.logID.hex)
        origin["position"] = PayloadValue(event.kept.position)
        origin["revision"] = PayloadValue(event.kept.revision)
        origin["recorded"] = .text(Timestamp(milliseconds: event.kept.recorded).rfc3339UTC)
        origin["clock"] = .text(Timestamp(milliseconds: event.kept.clock).rfc3339UTC)
        if let earlier = map[ExportImport.originKey] { origin[ExportImport.originKey] = earlier }
        map[ExportImport.originKey] = .map(origin)
        do throws(CBORError) { return try PayloadValue.map(map).encoded() } catch {
            throw ToolError(
                .event, exit: .unusableInput,
                "event \(event.kept.position) cannot keep where it came from: its metadata is too deep",
                details: ["nothing was appended"], argument: "FILE")
        }
    }
}
