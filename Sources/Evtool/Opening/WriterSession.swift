internal import CommandLineKit
internal import EventLog
internal import Projections
internal import UnicodeText

/// A log that a writing verb has open, with the model's projections kept inline.
final class WriterSession {
    let log: EventLog
    let path: String
    private let context: ToolContext
    private let stored: StoredProjections

    private init(_ log: EventLog, _ path: String, _ context: ToolContext) throws(ToolError) {
        self.log = log
        self.path = path
        self.context = context
        do {
            stored = try StoredProjections(
                context.model.projections, catalogue: context.model.catalogue, store: log,
                unicodeVersion: UnicodeText.unicodeVersion)
            try catchUp()
            stored.attach()
        } catch {
            log.close()
            throw context.toolError(error)
        }
    }

    /// Brings the stored rows to the head, so that the appends keep them there.
    ///
    /// Rows that cannot follow do not stop an append: they stay behind, and that is said.
    private func catchUp() throws {
        let folds = try stored.foldsToCatchUp()
        for projection in context.model.projections {
            do { try stored.catchUp(projection, sharing: folds) } catch let error as ProjectionError {
                context.console.note("stored rows stay behind: \(error)")
            }
        }
    }

    /// Opens a log that exists for appending.
    ///
    /// - Parameter creating: Whether to make it where it is missing.
    static func open(_ path: String, creating: Bool = false, _ context: ToolContext) throws(ToolError)
        -> WriterSession
    {
        if creating, try LogFiles.isMissing(path) {
            try LogFiles.checkTarget(path, argument: "--log")
            return try create(path, context)
        }
        _ = try LogFiles(finding: path, context).preflight(program: context.program)
        let log: EventLog
        do throws(LogError) { log = try EventLog.open(at: path) } catch {
            throw ToolError(log: error, path: path, program: context.program)
        }
        return try WriterSession(log, path, context)
    }

    /// Makes a new log and opens it for appending.
    static func create(_ path: String, _ context: ToolContext) throws(ToolError) -> WriterSession {
        let log: EventLog
        do throws(LogError) { log = try EventLog.create(at: path) } catch {
            throw ToolError(log: error, path: path, program: context.program)
        }
        return try WriterSession(log, path, context)
    }

    /// Appends one transaction and returns a receipt for each request.
    func append(_ requests: [AppendRequest]) throws(ToolError) -> [Receipt] {
        do throws(LogError) { return try log.append(requests) } catch {
            throw ToolError(log: error, path: path, program: context.program)
        }
    }

    /// Closes the log; what was appended is durable already.
    func close() { log.close() }
}
