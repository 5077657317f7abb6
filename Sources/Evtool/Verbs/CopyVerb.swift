internal import CommandLineKit
internal import EventLog
internal import Platform

/// `copy`: a consistent copy of a log, also while somebody writes to it.
enum CopyVerb: ToolVerb {
    static var name: String { "copy" }

    static func verb(for model: Model) -> Verb {
        Verb(
            name, group: VerbGroup.carry, summary: "Make a consistent copy of a live log.",
            effect: Effect(.writesNewLog), synopsis: ["copy --out LOG"],
            options: [.value("out", "LOG", .newFile, doc: "The copy's path; nothing may stand there.")],
            examples: [.init("copy --out ticket.evlog", "a copy to attach to a ticket")],
            notes: [
                "Copying the file by other means beside a writer gives a broken log.",
                "The first append to a copy begins a new epoch: original and copy never pass as one another.",
            ])
    }

    static func run(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        guard let target = context.arguments.value("out") else {
            throw ToolError(
                .optionMissing, exit: .usage, "copy needs to know where to", argument: "--out",
                next: context.sameCommand(adding: "--out", "COPY.evlog"))
        }
        try LogFiles.checkTarget(target, argument: "--out")
        try copy(to: target, context)
        let head = try Self.head(of: target, context)
        if context.mode == .json {
            var line = JSONLine(kind: "copied")
            line.unsigned("events", head.position)
            line.string("head", head.description)
            context.console.write(line)
        } else {
            context.console.print(
                "copied \(CountText.of(head.position, "event")) to \(target) (head \(head))")
        }
        return context.end(.yes, counts: [("events", Int(head.position))])
    }

    /// Copies; when a writer came while a log was read without locking, once more through a reader slot.
    private static func copy(to target: String, _ context: ToolContext) throws(ToolError) {
        let opened = try context.openLog()
        do throws(ToolError) {
            try copy(opened, to: target, context)
            guard opened.changedMeanwhile else { return }
            try? Files.unlink(target)
        } catch {
            // What a writer changes while it is read looks like damage.
            guard opened.changedMeanwhile else { throw error }
        }
        try copy(try context.reopenShared(), to: target, context)
    }

    private static func copy(
        _ opened: OpenedLog, to target: String, _ context: ToolContext
    ) throws(ToolError) {
        let log = try opened.store("copied like a log", context)
        // A process can have a file open only once, and it may be needed again.
        defer { log.close() }
        do throws(LogError) { try log.copy(to: target) } catch {
            throw ToolError(log: error, path: target, program: context.program)
        }
    }

    /// Reads the copy back: it is only reported when it opens.
    private static func head(of path: String, _ context: ToolContext) throws(ToolError) -> LogHead {
        do throws(LogError) {
            let copy = try EventLog.open(at: path, access: .readUnlocked)
            defer { copy.close() }
            return try copy.head()
        } catch { throw ToolError(log: error, path: path, program: context.program) }
    }
}
