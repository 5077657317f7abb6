internal import CommandLineKit
internal import EventLog
internal import Projections

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
        stored = StoredProjections(
            context.model.projections, catalogue: context.model.catalogue, in: log)
        do {
            try stored.catchUp()
            try stored.attach()
        } catch {
            log.close()
            throw context.toolError(error)
        }
    }

    /// Opens a log that exists for appending.
    ///
    /// - Parameter creating: Whether to make it where it is missing.
    static func open(_ path: String, creating: Bool = false, _ context: ToolContext) throws(ToolError) -> WriterSession {
        if creating, try LogFiles.isMissing(path) { return try create(path, context) }
        _ = try LogFiles(finding: path, program: context.program).preflight(program: context.program)
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
