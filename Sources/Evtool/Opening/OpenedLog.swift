internal import CommandLineKit
internal import EventLog
internal import Exchange
internal import Forensics
internal import Platform

/// A log or an export that a reading verb has open, and how it was opened.
struct OpenedLog {
    /// What is read; nothing is ever stored beside an export.
    let log: any EventSource & SideStore
    /// The log itself.
    private let kind: Kind
    let path: String
    /// Whether a process has it open: read through a reader slot then.
    let isLive: Bool
    /// The transaction at which a static copy was opened.
    private var transaction: UInt64?
    private var dataFile = ""
    /// What the pages of a damaged file make doubtful.
    private var pageDoubt: String?

    /// What can be open; casting an existential to find that out costs more than reading a short log.
    private enum Kind {
        case shared(EventLog)
        case pages(ForensicLog)
        case export(ExportedLog)

        var source: any EventSource & SideStore {
            switch self {
            case .shared(let log): log
            case .pages(let log): log
            case .export(let log): log
            }
        }
    }

    private init(_ kind: Kind, _ path: String, isLive: Bool = false, _ context: ToolContext) {
        log = WatchedLog.watching(kind.source, context)
        self.kind = kind
        self.path = path
        self.isLive = isLive
    }

    /// An export that was read from `path` already.
    init(export: ExportedLog, _ path: String, _ context: ToolContext) {
        self.init(.export(export), path, context)
    }

    /// Opens the log or the export at `path` for reading; `-` is an export on standard input.
    ///
    /// A file that nobody has open is read page by page with every number checked: without locking, so that no
    /// lock file appears beside evidence, and without mapping, so that no page of it can end the process. A log
    /// that is open elsewhere is read through a reader slot.
    /// - Parameter isShared: Whether to take a slot in any case, since writers may come.
    static func open(
        _ path: String, isShared: Bool = false, _ context: ToolContext
    ) throws(ToolError) -> OpenedLog {
        if let export = try ExportFile.read(path) { return OpenedLog(.export(export), path, context) }
        let files = try LogFiles(finding: path, context)
        if !isShared, try files.holder() == nil { return try openPages(of: files, context) }
        _ = try files.preflight(program: context.program)
        do throws(LogError) {
            let log = try EventLog.open(at: path, access: .read)
            return OpenedLog(.shared(log), path, isLive: true, context)
        } catch { throw ToolError(log: error, path: path, program: context.program) }
    }

    /// Opens a file that nobody has open.
    ///
    /// One that is cut off or lacks a meta page is read as far as it goes, and every answer from it is doubtful.
    private static func openPages(of files: LogFiles, _ context: ToolContext) throws(ToolError) -> OpenedLog {
        var refusal: ToolError?
        do throws(ToolError) { _ = try files.preflight(program: context.program) } catch {
            guard [.logTruncated, .logDamaged].contains(error.code) else { throw error }
            refusal = error
        }
        let file: PageFile
        do { file = try PageFile(path: files.data) } catch {
            throw ToolError(platform: error, path: files.path)
        }
        do throws(LogError) {
            let log = try ForensicLog(file)
            var opened = OpenedLog(.pages(log), files.path, context)
            opened.transaction = log.meta.transaction
            opened.dataFile = files.data
            opened.pageDoubt = log.doubts.first.map {
                "the log is damaged: \($0.message); what can be read is shown, and may not be the newest state"
            }
            return opened
        } catch {
            throw refusal ?? ToolError(log: error, path: files.path, program: context.program)
        }
    }

    /// The log for what is read of it beside something else, so that only one of both tells how far it is.
    var unwatched: any EventSource & SideStore { kind.source }

    /// The export, where this is one.
    var export: ExportedLog? { if case .export(let log) = kind { log } else { nil } }

    /// Lets go of a log that is open in this process.
    func close() { if case .shared(let log) = kind { log.close() } }

    /// The log in its own file, for what an export cannot give.
    ///
    /// - Parameter purpose: What is wanted, as the end of "an export cannot be".
    /// - Throws: `E-LOG-EXPORT` for an export.
    func store(_ purpose: String, _ context: ToolContext) throws(ToolError) -> EventLog {
        switch kind {
        case .shared(let log): return log
        case .pages(let log): return try Self.store(checking: log, path, context)
        case .export: throw ToolError.export(path, cannotBe: purpose, program: context.program)
        }
    }

    /// The log in a file that nobody has open, once all of its pages were found to be sound.
    private static func store(
        checking log: ForensicLog, _ path: String, _ context: ToolContext
    ) throws(ToolError) -> EventLog {
        let report = ContainerCheck.run(over: log.file, maxFindings: 1)
        if let finding = report.findings.first, finding.severity > .warning {
            throw ToolError(
                .logDamaged, exit: .unusableInput, "\(path) is damaged: \(finding.message)",
                argument: "--log", value: path, next: LogFiles.salvage(path, context.program))
        }
        do throws(LogError) { return try EventLog.open(at: path, access: .readUnlocked) } catch {
            throw ToolError(log: error, path: path, program: context.program)
        }
    }

    /// What makes every answer doubtful, as a sentence; nil where nothing does.
    ///
    /// - Parameter tellsOfDamage: Whether the answer itself says which pages are damaged.
    func doubt(_ context: ToolContext, tellsOfDamage: Bool = false) -> String? {
        if let export, export.isCutOff {
            return export.lastPosition == 0
                ? "the export is cut off before the first event"
                : "the export is cut off after event \(export.lastPosition); what stands before the cut was read"
        }
        guard changedMeanwhile else { return tellsOfDamage ? nil : pageDoubt }
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
