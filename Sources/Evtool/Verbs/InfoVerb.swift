internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Projections
internal import UnicodeText

/// `info`: what is in this log, on one screen.
enum InfoVerb: ToolVerb {
    static var name: String { "info" }

    static func verb(for model: Model) -> Verb {
        Verb(
            name, group: VerbGroup.look, summary: "What is in this log, and is it healthy.",
            effect: Effect(.readsOnly), synopsis: ["info [--streams]"],
            options: [
                .flag(
                    "streams",
                    aliases: model.streamWord == "stream" ? [] : [.init("\(model.streamWord)s")],
                    doc: "List every \(model.streamWord) with its number of events.")
            ],
            examples: [
                .init("info", "one screen about the log at hand"),
                .init("info --streams --plain", "every \(model.streamWord), tab-separated"),
            ])
    }

    static func run(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        if context.arguments.has("streams") { return try listStreams(context) }
        let opened = try context.openLog()
        let summary = try context.reading { try LogSummary(of: opened.log, context: context) }
        let report = try InfoReport(context, opened, summary)
        switch context.mode {
        case .json: report.writeJSON()
        case .plain: report.writePlain()
        case .human: report.print()
        }
        return context.end(
            report.isComplete ? .yes : .cannotTell, counts: [("events", Int(summary.events))],
            isComplete: report.isComplete)
    }

    private static func listStreams(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        let opened = try context.openLog()
        let streams = try context.reading { try opened.log.streams() }
        var table = TextTable([
            .number("events"), .text(context.mode == .plain ? "stream" : context.model.streamWord),
        ])
        for stream in streams {
            if context.mode == .json {
                var line = JSONLine(kind: "stream")
                line.string("stream", stream.name.text)
                line.unsigned("events", stream.revision)
                context.console.write(line)
            } else {
                table.append([String(stream.revision), stream.name.text])
            }
        }
        if context.mode != .json { context.console.print(table) }
        return context.end(.yes, counts: [("streams", streams.count)])
    }
}
