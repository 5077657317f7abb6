internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Projections

/// `project`: a table as it is now or was at any point.
enum ProjectVerb: ToolVerb {
    static var name: String { "project" }

    static func verb(for model: Model) -> Verb {
        Verb(
            name, group: VerbGroup.look, summary: "Print a table, now or at any point.",
            effect: Effect(.readsOnly),
            synopsis: ["project [TABLE] [--at POS] [--key KEY] [--stored | --from-stored]"],
            arguments: [
                ArgumentSpec(
                    "TABLE", .named("table"), isOptional: true,
                    doc: "The table: " + TableChoice.list(of: model)
                        + ". Without it, the tables there are.")
            ],
            options: [
                SharedOptions.stream(model), SharedOptions.allStreams(model), SharedOptions.at,
                .value("key", short: "k", "KEY", .named("key"), doc: "Only the row with this key."),
                .flag("stored", doc: "The rows that the app has saved, instead of folding the events."),
                .flag("from-stored", doc: "Saved rows, with the events since folded onto them."),
                .value("cap", "N", .number, doc: "Another cap for a table that has one."),
                .value("limit", "N", .number, doc: "Show at most N rows a \(model.streamWord)."),
            ] + SharedOptions.hypothesis,
            examples: [
                .init("project recents", "the rows now"),
                .init("project itinerary --at 5100", "as they were after event 5100"),
                .init("project tags --all-streams --json", "every \(model.streamWord)'s rows for a program"),
                .init("project recents --stored", "what the app has saved"),
            ],
            notes: [
                "Rows are folded from the events, so a wrong saved row is never confirmed; the header says where they come from.",
                "Times in rows say when something happened; since is the event that last set the row.",
            ])
    }

    static func run(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        guard let name = context.arguments.argument("TABLE") else { return try listTables(context) }
        let choice = try TableChoice(named: name, context)
        let opened = try context.openLog()
        var resolver = try PositionResolver(try context.history(), log: opened.path, program: context.program)
        let position = try Self.position(&resolver, context)
        context.printNotes(of: resolver)
        let streams = try StreamSelector.select(context, needsOne: true)
        let reading = try TableReading(choice, at: position, of: streams, context)
        try context.announceHypothesis()
        return try print(reading, choice, resolver.head.position, streams, context)
    }

    /// The position that `--at` names; the last one where it is left out.
    static func position(
        _ resolver: inout PositionResolver, _ context: ToolContext
    ) throws(ToolError) -> UInt64 {
        guard let text = context.arguments.value("at") else { return resolver.head.position }
        let selector = try PositionSelector(text, zone: context.zone, argument: "--at")
        return try resolver.resolve(selector, text: text, argument: "--at", allowingZero: true)
    }

    private static func print(
        _ reading: TableReading, _ choice: TableChoice, _ head: UInt64, _ streams: StreamSelector,
        _ context: ToolContext
    ) throws(ToolError) -> ExitStatus {
        var rows: [(stream: StreamName, row: RenderedRow)] = []
        var total = 0
        let limit = try context.arguments.integer("limit")
        for part in reading.streams {
            let wanted = try select(part.rows, choice.table, context)
            total += wanted.count
            rows += wanted.prefix(limit ?? .max).map { (part.stream.name, $0) }
        }
        let key = context.arguments.value("key")
        let isAbsent = key != nil && total == 0 && reading.doubts.isEmpty
        if context.mode == .human && !isAbsent {
            printHeader(reading, choice, head, (rows.count, total), context)
        }
        if context.mode == .plain || key == nil || !rows.isEmpty {
            RowPrinter(context, choice.table, showsStream: streams.name == nil).print(reading, rows)
        }
        var status: ExitStatus = reading.doubts.isEmpty ? .yes : .cannotTell
        if let key, isAbsent {
            status = .no
            let sentence = "\(choice.table.name) has no \(key) at \(reading.position)"
            if context.mode == .human {
                context.console.print(sentence)
            } else {
                context.console.note(sentence)
            }
            let user = context.arguments.value("stream").map { ["--\(context.model.streamWord)", $0] } ?? []
            context.console.note("next: " + context.command(["explain", choice.table.name, key] + user))
        }
        for doubt in reading.doubts.prefix(5) where context.mode != .human { context.console.note(doubt) }
        try context.printOrphans(of: [choice.projection], stream: streams.name)
        return context.end(
            status, counts: [("rows", rows.count), ("version", Int(choice.projection.version))],
            isComplete: reading.doubts.isEmpty)
    }

    /// The rows with the key that was asked for; the group may be left out where there is one.
    private static func select(
        _ rows: [RenderedRow], _ table: ShownTable, _ context: ToolContext
    ) throws(ToolError) -> [RenderedRow] {
        guard let key = context.arguments.value("key") else { return rows }
        let exact = rows.filter { $0.keyText.utf8.elementsEqual(key.utf8) }
        guard exact.isEmpty, table.groupParts > 0 else { return exact }
        let groups = Set(rows.map { Array($0.key.prefix(table.groupParts).joined(separator: "/").utf8) })
        guard groups.count == 1 else { return [] }
        return rows.filter {
            $0.key.dropFirst(table.groupParts).joined(separator: "/").utf8.elementsEqual(key.utf8)
        }
    }

    private static func printHeader(
        _ reading: TableReading, _ choice: TableChoice, _ head: UInt64,
        _ count: (shown: Int, all: Int), _ context: ToolContext
    ) {
        var cap = ""
        if let limit = choice.projection.parameters.first(where: { $0.name == "limit" })?.value.integer {
            cap = " (cap \(limit))"
        }
        var header = StyledText("\(choice.table.name) at \(reading.position)", .strong)
        let part = count.shown < count.all ? "\(count.shown) of " : ""
        let rows = part + CountText.of(count.all, "row")
        header.append(" of \(head), \(reading.origin.rawValue)   \(rows)\(cap)")
        context.console.print(header)
        if !reading.doubts.isEmpty {
            context.console.print(StyledText("INCOMPLETE: these rows may lack something", .bad))
            for doubt in reading.doubts.prefix(5) { context.console.print("  " + doubt) }
            if reading.doubts.count > 5 { context.console.print("  and \(reading.doubts.count - 5) more") }
        }
    }

    private static func listTables(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        var table = TextTable([
            .text("table"), .text("projection"), .number("version"), .number("cap"), .freeText("columns"),
        ])
        var count = 0
        for projection in context.model.projections {
            let cap = projection.parameters.first { $0.name == "limit" }?.value.integer
            for shown in projection.shownTables {
                count += 1
                if context.mode == .json {
                    var line = JSONLine(kind: "table")
                    line.string("table", shown.name)
                    line.string("projection", projection.name)
                    line.unsigned("version", UInt64(projection.version))
                    line.integer("cap", cap)
                    line.strings("key", shown.keyParts)
                    line.strings("columns", shown.columns)
                    context.console.write(line)
                } else {
                    table.append([
                        shown.name, projection.name, String(projection.version),
                        cap.map { String($0) } ?? "", shown.columns.joined(separator: " "),
                    ])
                }
            }
        }
        if context.mode != .json { context.console.print(table) }
        return context.end(.yes, counts: [("tables", count)])
    }
}
