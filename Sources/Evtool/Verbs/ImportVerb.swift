internal import CommandLineKit
internal import EventLog
internal import Exchange
internal import Platform

/// `import`: makes a log from an export or a foreign file, or adds to one.
enum ImportVerb: ToolVerb {
    static var name: String { "import" }

    static func verb(for model: Model) -> Verb {
        Verb(
            name, group: VerbGroup.carry,
            summary: "Make a log from an export or a foreign file, or add to one.",
            effect: Effect(.writesNewLog, note: "with --append it appends"),
            synopsis: ["import FILE… --out NEWLOG", "import FILE… --append LOG"],
            arguments: [ArgumentSpec("FILE", .file, repeats: true, doc: "The files to read, in this order.")],
            options: [
                .value("out", "NEWLOG", .newFile, doc: "The new log's path; nothing may stand there."),
                .value(
                    "append", "LOG", .file, doc: "Add to this log; events that are there already are skipped."
                ),
                .value(
                    "format", "NAME", .choice([ExportImport.formatName] + model.formats.map(\.name)),
                    doc: "The files' format, where their content does not tell."),
                SharedOptions.stream(model),
                .flag("renumber", doc: "Give the events of an export new positions, without holes."),
            ] + formatOptions(model),
            examples: [
                .init("import ticket.ndjson --out ticket.evlog", "the log that was exported, as it was"),
                .init("import visits.csv --out city.evlog", "a new log"),
                .init("import visits.csv --append city.evlog", "again: adds what is new, and says so"),
            ],
            notes: [
                "A whole export becomes the same log again; a part of one becomes a log of its own that names its origin.",
                "--stream names the \(model.streamWord) of files that name none.",
                "All or nothing: a bad line stops it with file, line and column, and no log is left behind.",
            ])
    }

    private static func formatOptions(_ model: Model) -> [OptionSpec] {
        var known: Set<String> = []
        return model.formats.flatMap(\.options).filter { known.insert($0.name).inserted }.map { option in
            switch option.kind {
            case .flag: .flag(option.name, doc: option.documentation)
            case .text: .value(option.name, option.valueName ?? "TEXT", doc: option.documentation)
            case .file: .value(option.name, option.valueName ?? "FILE", .file, doc: option.documentation)
            }
        }
    }

    static func run(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        let target = try ImportTarget(context)
        Signals.watchInterrupts()
        let paths = context.arguments.arguments("FILE")
        var files: [ImportFile] = []
        for path in paths { files.append(ImportFile(name: path, bytes: try InputFile.read(path))) }
        if Self.isExport(files, context) { return try ExportImport(context, target).run(files) }
        guard !context.arguments.has("renumber") else {
            throw ToolError(
                .optionConflict, exit: .usage,
                "--renumber is for exports: these events have no positions yet",
                argument: "--renumber")
        }
        let format = try Self.format(of: files, context)
        let options = try Self.options(of: format, context)
        let batch: ImportBatch
        do throws(ExchangeError) { batch = try format.read(files, options: options) } catch {
            throw ToolError(exchange: error, file: files[0].name)
        }
        guard !batch.events.isEmpty else {
            throw ToolError(
                .inputEmpty, exit: .unusableInput, "\(files[0].name) holds no rows to import",
                details: batch.summary.skipped.map {
                    "skipped \(CountText.of($0.count, "row")): \($0.reason)"
                },
                argument: "FILE", value: files[0].name)
        }
        let outcome = try target.write(batch, context)
        print(format, batch, outcome, target, context)
        return context.end(
            .yes, counts: [("events", outcome.appended), ("skipped", outcome.known)])
    }

    /// Whether the files are exports: because it was said, or because the first one begins so.
    private static func isExport(_ files: [ImportFile], _ context: ToolContext) -> Bool {
        if let name = context.arguments.value("format") { return name == ExportImport.formatName }
        let bytes = files[0].bytes
        return ExportHeader.leads(bytes.span)
    }

    private static func format(
        of files: [ImportFile], _ context: ToolContext
    ) throws(ToolError) -> any ImportFormat {
        let formats = context.model.formats
        if let name = context.arguments.value("format") {
            if let format = formats.first(where: { $0.name == name }) { return format }
        }
        let first = files[0]
        let prefix = Array(first.bytes.prefix(FileSniffer.prefixSize))
        if let format = formats.first(where: { $0.recognises(prefix.span) }) { return format }
        let signature = FileSniffer.classify(prefix)
        if signature == .empty {
            throw ToolError(
                .inputEmpty, exit: .unusableInput, "\(first.name) is empty (0 bytes)", argument: "FILE",
                value: first.name)
        }
        throw ToolError(
            .formatUnknown, exit: .unusableInput,
            "\(first.name) is in no format that can be imported: it is \(signature.phrase)",
            details: [
                "accepted: \(ExportImport.formatName) (an export of a log); "
                    + formats.map { "\($0.name) (\($0.documentation))" }.joined(separator: "; ")
            ],
            argument: "FILE", value: first.name)
    }

    private static func options(
        of format: any ImportFormat, _ context: ToolContext
    ) throws(ToolError) -> ImportOptions {
        var options = ImportOptions()
        options.stream = try stream(for: format, context)
        for option in format.options where context.arguments.has(option.name) {
            let value = context.arguments.value(option.name) ?? ""
            switch option.kind {
            case .flag: options.set(option.name)
            case .text: options.set(option.name, to: value)
            case .file:
                options.set(option.name, to: ImportFile(name: value, bytes: try InputFile.read(value)))
            }
        }
        return options
    }

    /// The stream for the events of files that name none.
    private static func stream(
        for format: any ImportFormat, _ context: ToolContext
    ) throws(ToolError) -> StreamName? {
        guard let name = context.arguments.value("stream") else { return nil }
        guard format.takesStream else {
            throw ToolError(
                .optionConflict, exit: .usage,
                "\(format.name) names the \(context.model.streamWord) of every row",
                details: ["--stream is for files that name none"], argument: "--stream")
        }
        do throws(LogError) {
            let stream = try StreamName(name)
            guard !stream.isReserved else {
                throw LogError(.reservedName, "streams that begin with $ belong to the log itself")
            }
            return stream
        } catch { throw ToolError(log: error, path: "", program: context.program) }
    }

    private static func print(
        _ format: any ImportFormat, _ batch: ImportBatch, _ outcome: ImportTarget.Outcome,
        _ target: ImportTarget, _ context: ToolContext
    ) {
        let summary = batch.summary
        if context.mode == .json {
            var line = JSONLine(kind: "imported")
            line.string("format", format.name)
            line.count("rows", summary.rows)
            line.count("events", outcome.appended)
            line.count("already_there", outcome.known)
            line.count("streams", summary.streams)
            line.objects("skipped", summary.skipped) { line, skipped in
                line.string("reason", skipped.reason)
                line.count("rows", skipped.count)
            }
            line.string("head", outcome.head.description)
            context.console.write(line)
        } else {
            let word = context.model.streamWord
            context.console.print(
                "\(format.name): \(CountText.of(summary.rows, "row")) became \(CountText.of(summary.events, "event"))"
                    + " for \(CountText.of(summary.streams, word))")
            for skipped in summary.skipped {
                context.console.print("skipped \(CountText.of(skipped.count, "row")): \(skipped.reason)")
            }
            let known = outcome.known > 0 ? "; already there: \(outcome.known)" : ""
            context.console.print(
                "appended \(CountText.of(outcome.appended, "event")) to \(target.path)\(known) (head \(outcome.head))"
            )
        }
        for note in summary.notes { context.console.note(note) }
    }
}
