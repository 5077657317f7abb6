internal import CommandLineKit
internal import EventLog
internal import Exchange
internal import Platform

/// Where an import goes: a new log, or one that exists.
struct ImportTarget {
    /// What an import did.
    struct Outcome {
        var appended = 0
        var known = 0
        var head: LogHead
    }

    /// Events in one transaction of a new log.
    private static let batchEvents = 1000

    let path: String
    /// Whether a new log is made.
    let isNew: Bool

    /// Reads `--out` or `--append`.
    ///
    /// - Throws: `E-OPTION-MISSING` without either, `E-TARGET-EXISTS`: found before anything is read.
    init(_ context: ToolContext) throws(ToolError) {
        switch (context.arguments.value("out"), context.arguments.value("append")) {
        case (let out?, nil):
            try LogFiles.checkTarget(out, argument: "--out", next: Self.appending(to: out, context))
            (path, isNew) = (out, true)
        case (nil, let log?): (path, isNew) = (log, false)
        case (nil, nil):
            throw ToolError(
                .optionMissing, exit: .usage, "import needs to know where to",
                details: ["accepted: --out NEWLOG or --append LOG"], argument: "--out",
                next: context.sameCommand(adding: "--out", "NEW.evlog"))
        case (_?, _?):
            throw ToolError(
                .optionConflict, exit: .usage, "--out and --append exclude each other", argument: "--append")
        }
    }

    /// The same command with `--append` instead of `--out`.
    private static func appending(to path: String, _ context: ToolContext) -> String {
        let words = context.words.map { word in
            word == "--out" ? "--append" : word.hasPrefix("--out=") ? "--append=" + path : word
        }
        return ShellText.command([context.program] + words)
    }

    /// Appends a batch; a new log appears under its name only when everything is in it.
    func write(_ batch: ImportBatch, _ context: ToolContext) throws(ToolError) -> Outcome {
        guard isNew else {
            let session = try WriterSession.open(path, context)
            defer { session.close() }
            return try append(batch, to: session, context)
        }
        return try making { temporary throws(ToolError) in
            let session = try WriterSession.create(temporary, context)
            defer { session.close() }
            return try append(batch, to: session, context)
        }
    }

    /// Makes the new log of records as they were, and the rows that the model keeps beside them.
    func write(_ restoration: LogRestoration, _ context: ToolContext) throws(ToolError) {
        try making { temporary throws(ToolError) in
            do throws(LogError) { try EventLog.restore(restoration, at: temporary) } catch {
                throw ToolError(log: error, path: path, program: context.program)
            }
            try WriterSession.open(temporary, context).close()
        }
    }

    /// Gives a new log its name when `body` has made it whole under another one.
    private func making<Result>(
        _ body: (_ temporary: String) throws(ToolError) -> Result
    ) throws(ToolError) -> Result {
        let temporary = path + ".importing-\(ProcessEnvironment.processNumber)"
        defer {
            try? Files.unlink(temporary)
            try? Files.unlink(temporary + "-lock")
        }
        let result = try body(temporary)
        do throws(PlatformError) {
            try Files.publish(temporary, as: path)
        } catch { throw ToolError(platform: error, path: path) }
        return result
    }

    private func append(
        _ batch: ImportBatch, to session: WriterSession, _ context: ToolContext
    ) throws(ToolError) -> Outcome {
        let progress = Progress(context.console, "importing", total: batch.events.count)
        var outcome = Outcome(head: try context.reading { try session.log.head() })
        var start = 0
        while start < batch.events.count {
            guard !Signals.isInterrupted else {
                throw ToolError(
                    .interrupted, exit: .interrupted, "interrupted",
                    details: [isNew ? "no log was made" : "nothing was appended"])
            }
            // A log that exists takes all or nothing; a new one has no name yet.
            let end = isNew ? min(start + Self.batchEvents, batch.events.count) : batch.events.count
            let requests = batch.events[start..<end].map { AppendRequest([$0.event], to: $0.stream) }
            for receipt in try session.append(requests) {
                if receipt.isRepeat { outcome.known += 1 } else { outcome.appended += 1 }
            }
            start = end
            progress.update(start)
        }
        progress.finish()
        outcome.head = try context.reading { try session.log.head() }
        return outcome
    }
}
