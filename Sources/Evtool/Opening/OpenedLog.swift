internal import CommandLineKit
internal import EventLog
internal import Exchange
internal import Platform

/// A log or an export that a reading verb has open, and how it was opened.
struct OpenedLog {
    /// What is read; nothing is ever stored beside an export.
    let log: any EventSource & SideStore
    let path: String
    /// Whether a process has it open: read through a reader slot then.
    let isLive: Bool
    /// The transaction at which a static copy was opened.
    private var transaction: UInt64?
    private var dataFile = ""

    private init(_ log: any EventSource & SideStore, _ path: String, isLive: Bool = false) {
        self.log = log
        self.path = path
        self.isLive = isLive
    }

    /// An export that was read from `path` already.
    init(export: ExportedLog, _ path: String) { self.init(export, path) }

    /// Opens the log or the export at `path` for reading; `-` is an export on standard input.
    ///
    /// The file is looked at before anything maps it. When nobody has it open it is read without locking, so
    /// that no lock file appears beside evidence; otherwise through a reader slot.
    /// - Parameter isShared: Whether to take a slot in any case, since writers may come.
    static func open(
        _ path: String, isShared: Bool = false, _ context: ToolContext
    ) throws(ToolError) -> OpenedLog {
        if let export = try ExportFile.read(path) { return OpenedLog(export, path) }
        let files = try LogFiles(finding: path, context)
        let preflight = try files.preflight(program: context.program)
        let holder = try files.holder()
        let isLive = isShared || holder != nil
        let access: EventLog.Access = isLive ? .read : .readUnlocked
        do throws(LogError) {
            let log = try EventLog.open(at: path, access: access)
            var opened = OpenedLog(log, path, isLive: isLive)
            opened.transaction = isLive ? nil : preflight.newest?.transaction
            opened.dataFile = files.data
            return opened
        } catch { throw ToolError(log: error, path: path, program: context.program) }
    }

    /// The export, where this is one.
    var export: ExportedLog? { log as? ExportedLog }

    /// The log in its own file, for what an export cannot give.
    ///
    /// - Parameter purpose: What is wanted, as the end of "an export cannot be".
    /// - Throws: `E-LOG-EXPORT` for an export.
    func store(_ purpose: String, _ context: ToolContext) throws(ToolError) -> EventLog {
        if let log = log as? EventLog { return log }
        throw ToolError.export(path, cannotBe: purpose, program: context.program)
    }

    /// What makes every answer doubtful, as a sentence; nil where nothing does.
    func doubt(_ context: ToolContext) -> String? {
        if let export, export.isCutOff {
            return export.lastPosition == 0
                ? "the export is cut off before the first event"
                : "the export is cut off after event \(export.lastPosition); what stands before the cut was read"
        }
        guard changedMeanwhile else { return nil }
        return "the log was written to while it was read; take a copy first: "
            + ShellText.command([context.program, "copy", "--log", path, "--out", "COPY.evlog"])
    }

    /// Whether somebody wrote to a log that was taken for a static copy.
    var changedMeanwhile: Bool {
        guard let transaction, let now = try? LMDBPreflight(path: dataFile) else { return false }
        return now.newest?.transaction != transaction
    }
}

extension ToolError {
    /// What an export cannot do, and how it becomes a log.
    static func export(_ path: String, cannotBe purpose: String, program: String) -> ToolError {
        ToolError(
            .logExport, exit: .unusableInput,
            "\(path == "-" ? "this" : path) is an export, which cannot be \(purpose)",
            details: ["import it first: then it is a log"], argument: "--log", value: path,
            next: ShellText.command([program, "import", path, "--out", "NEW.evlog"]))
    }
}
