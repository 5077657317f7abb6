internal import CommandLineKit
internal import EventLog

/// `create`: a new, empty log.
enum CreateVerb: ToolVerb {
    static var name: String { "create" }

    static func verb(for model: Model) -> Verb {
        Verb(
            name, group: VerbGroup.write, summary: "Make a new, empty log.",
            effect: Effect(.writesNewLog), synopsis: ["create LOG"],
            arguments: [ArgumentSpec("LOG", .newFile, doc: "The new log's path; nothing may stand there.")],
            examples: [.init("create alice.evlog", "an empty log in this folder")])
    }

    static func run(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        let path = context.arguments.argument("LOG") ?? ""
        try LogFiles.checkTarget(path, argument: "LOG")
        let log: EventLog
        do throws(LogError) { log = try EventLog.create(at: path) } catch {
            throw ToolError(log: error, path: path, program: context.program)
        }
        let identity = try context.reading { try log.identity() }
        log.close()
        if context.mode == .json {
            var line = JSONLine(kind: "created")
            line.string("log_id", identity.logID.hex)
            context.console.write(line)
        } else {
            context.console.print("created \(path), log id \(identity.logID)")
        }
        return context.end(.yes)
    }
}
