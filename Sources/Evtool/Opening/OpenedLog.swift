internal import CommandLineKit
internal import EventLog
internal import Platform

/// A log that a reading verb has open, and how it was opened.
struct OpenedLog {
    let log: EventLog
    let path: String
    /// Whether a process has it open: read through a reader slot then.
    let isLive: Bool
    /// The transaction at which a static copy was opened.
    private let transaction: UInt64?
    private let dataFile: String

    /// Opens the log at `path` for reading.
    ///
    /// The file is looked at before anything maps it. When nobody has it open it is read without locking, so
    /// that no lock file appears beside evidence; otherwise through a reader slot.
    static func open(_ path: String, _ context: ToolContext) throws(ToolError) -> OpenedLog {
        let files = try LogFiles(finding: path, context)
        let preflight = try files.preflight(program: context.program)
        let holder = try files.holder()
        let access: EventLog.Access = holder == nil ? .readUnlocked : .read
        do throws(LogError) {
            let log = try EventLog.open(at: path, access: access)
            return OpenedLog(
                log: log, path: path, isLive: holder != nil,
                transaction: holder == nil ? preflight.newest?.transaction : nil,
                dataFile: files.data)
        } catch { throw ToolError(log: error, path: path, program: context.program) }
    }

    /// Whether somebody wrote to a log that was taken for a static copy.
    var changedMeanwhile: Bool {
        guard let transaction, let now = try? LMDBPreflight(path: dataFile) else { return false }
        return now.newest?.transaction != transaction
    }
}
