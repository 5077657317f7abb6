internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Forensics
internal import Platform

/// `salvage`: what can be read out of a damaged log, as a new log.
enum SalvageVerb: ToolVerb {
    static var name: String { "salvage" }

    static func verb(for model: Model) -> Verb {
        Verb(
            name, group: VerbGroup.carry, summary: "Get what can be read out of a damaged log.",
            effect: Effect(.writesNewLog), synopsis: ["salvage --out NEWLOG", "salvage --dry-run"],
            options: [
                .value("out", "NEWLOG", .newFile, doc: "The new log's path; nothing may stand there."),
                .flag("dry-run", doc: "Only say what would be recovered."),
            ],
            examples: [
                .init("salvage --out rescued.evlog", "every event that is still sound, in a new log"),
                .init("salvage --dry-run", "what is lost, without writing anything"),
            ],
            notes: [
                "Records are taken where their checksum holds, as they are; what is lost is declared in the new"
                    + " log, so that it never passes as whole.",
                "The new log has an id of its own and names the damaged one as its origin. Stored rows are not"
                    + " taken along: replay --write makes them anew.",
                "Exit 0: nothing lost; 1: something lost; 2: the end of the log is not known.",
            ])
    }

    static func run(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        let isDry = context.arguments.has("dry-run")
        let target = context.arguments.value("out")
        if target == nil, !isDry {
            throw ToolError(
                .optionMissing, exit: .usage, "salvage needs to know where to", argument: "--out",
                next: context.sameCommand(adding: "--out", "SALVAGED.evlog"))
        }
        if let target { try LogFiles.checkTarget(target, argument: "--out") }
        let path = try context.logPath()
        let files = try LogFiles(finding: path, context)
        try refuse(open: files)
        let file: PageFile
        do { file = try PageFile(path: files.data) } catch { throw ToolError(platform: error, path: path) }
        let salvage = Salvage(of: file, now: SystemClock.now())
        if salvage.isEmpty { throw nothing(in: files, context) }
        if let target, !isDry {
            do throws(LogError) { try salvage.write(to: target) } catch {
                throw ToolError(log: error, path: target, program: context.program)
            }
        }
        let output = SalvageOutput(salvage.report, context, target: isDry ? nil : target)
        output.write()
        return context.end(
            output.status, counts: [("events", Int(salvage.report.recovered))],
            isComplete: output.status == .yes)
    }

    /// A log that a process has open is not damaged in a way that salvage could see: its pages move.
    private static func refuse(open files: LogFiles) throws(ToolError) {
        guard let holder = try files.holder() else { return }
        throw ToolError(
            .logBusy, exit: .tryAgain, "\(files.path) is open in process \(holder)",
            details: ["a file that is written to cannot be salvaged; close it there first"],
            argument: "--log", value: files.path)
    }

    /// The error for a file without a single sound record.
    private static func nothing(in files: LogFiles, _ context: ToolContext) -> ToolError {
        do throws(ToolError) { _ = try files.preflight(program: context.program) } catch {
            // Salvage has been tried: what is left to say is what the file is.
            var error = error
            error.next = nil
            return error
        }
        return ToolError(
            .logDamaged, exit: .unusableInput, "\(files.path) holds no event that could be recovered",
            argument: "--log", value: files.path)
    }
}
