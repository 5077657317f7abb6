internal import CommandLineKit
internal import EventLog
internal import Exchange
internal import Platform

/// `export`: writes events as lines of JSON, for other tools and other machines.
enum ExportVerb: ToolVerb {
    static var name: String { "export" }

    static func verb(for model: Model) -> Verb {
        Verb(
            name, group: VerbGroup.carry, summary: "Write events as lines of JSON, for other tools.",
            effect: Effect(.writesNewFile),
            synopsis: ["export [RANGE] [-s NAME] [--type GLOB] [--where COND] [--out FILE]"],
            arguments: [
                ArgumentSpec(
                    "RANGE", .range, isOptional: true,
                    doc: "Events A..B, A.., ..B or one position; all where left out.")
            ],
            options: [
                SharedOptions.stream(model), SharedOptions.type, SharedOptions.condition,
                .value(
                    "to", "FORMAT", .choice(["ndjson"]), doc: "The format; ndjson is the only one so far."),
                .value("out", "FILE", .newFile, doc: "The file to write; standard output where left out."),
                .flag("force", doc: "Replace the file, if it is an export."),
            ],
            examples: [
                .init("export --out ticket.ndjson", "everything; import makes the same log of it again"),
                .init("export 5100.. --where 'subject = p17'", "a part, on standard output"),
            ],
            notes: [
                "Events are written as stored. Stored rows do not travel: they are rebuilt.",
                "A part of a log imports as another log, which names its origin.",
            ])
    }

    static func run(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        let target = try ExportTarget(context)
        let query = try EventQuery(context)
        let condition = context.arguments.value("where")
        let scope = ExportScope(
            range: query.range, stream: query.stream, types: query.types, condition: condition)
        let writer = try context.reading { try ExportWriter(query.source, scope: scope) }
        Signals.watchInterrupts()
        let progress = Progress(context.console, "exporting", total: Int(clamping: writer.head.position))
        let summary: ExportSummary
        do {
            summary = try writer.write(
                upcasting: condition == nil ? nil : context.model.catalogue, where: { query.matches($0) },
                to: { bytes, position in
                    guard !Signals.isInterrupted else { throw ExportTarget.interrupted }
                    try target.write(bytes)
                    progress.update(Int(clamping: position))
                })
            progress.finish()
            try target.commit()
        } catch {
            target.cancel()
            // Nobody reads any more; the console ends as the system would.
            if context.console.outputFailure != nil { return .inputOutput }
            throw context.toolError(error)
        }
        return finish(summary, writer.header, target, context)
    }

    private static func finish(
        _ summary: ExportSummary, _ header: ExportHeader, _ target: ExportTarget, _ context: ToolContext
    ) -> ExitStatus {
        if !summary.isComplete {
            context.console.note("some positions could not be read; the export says which")
        }
        let status: ExitStatus = summary.isComplete ? .yes : .cannotTell
        let text = sentence(summary, header, target)
        guard target.path != nil else {
            // Standard output holds the export and nothing else, its own end included.
            if context.mode != .json { context.console.note(text) }
            return context.noteDoubt() ? .cannotTell : status
        }
        if context.mode == .json {
            context.console.write(line(summary, header))
        } else {
            context.console.print(text)
        }
        return context.end(
            status, counts: [("events", summary.events + summary.withheld)], isComplete: summary.isComplete)
    }

    private static func sentence(
        _ summary: ExportSummary, _ header: ExportHeader, _ target: ExportTarget
    ) -> String {
        let count = summary.events + summary.withheld
        var text = "wrote "
        switch header.range {
        case nil: text += "no events"
        case let range? where header.filter == nil && summary.gaps == 0:
            text += "events \(range.lowerBound)..\(range.upperBound)"
        case let range?: text += "\(CountText.of(count, "event")) of \(range.lowerBound)..\(range.upperBound)"
        }
        if summary.withheld > 0 { text += ", \(summary.withheld) without content" }
        if let path = target.path { text += " to \(path)" }
        return text + " (\(size(summary.bytes)), head \(summary.head))"
    }

    /// A size as people read it.
    static func size(_ bytes: Int) -> String {
        let units = ["KiB", "MiB", "GiB"]
        guard bytes >= 1024 else { return CountText.of(bytes, "byte") }
        var (tenths, unit) = ((bytes * 10 + 512) / 1024, 0)
        while tenths >= 10_240, unit < units.count - 1 {
            tenths = (tenths + 512) / 1024
            unit += 1
        }
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }

    private static func line(_ summary: ExportSummary, _ header: ExportHeader) -> JSONLine {
        var line = JSONLine(kind: "exported")
        line.string("format", "ndjson")
        line.unsigned("first", header.range?.lowerBound)
        line.unsigned("last", header.range?.upperBound)
        line.bool("partial", header.isPartial)
        line.bool("filtered", header.filter != nil)
        line.count("events", summary.events)
        line.count("withheld", summary.withheld)
        line.count("gaps", summary.gaps)
        line.count("bytes", summary.bytes)
        line.string("head", summary.head.description)
        return line
    }
}
