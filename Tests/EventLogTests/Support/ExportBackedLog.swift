import EventLog
import Exchange
import Synchronization

/// A log that is read only through its own export, so that the reading contract holds an export to account.
///
/// Appends go to a log in memory; each read is answered by the export of what was appended so far.
final class ExportBackedLog: EventAppender, SideStore {
    private let memory: MemoryLog
    private let latest = Mutex<(position: UInt64, export: ExportedLog)?>(nil)

    init(clock: @escaping @Sendable () -> Int64) { memory = MemoryLog(clock: clock) }

    /// The export of everything appended so far.
    private func export() throws(LogError) -> ExportedLog {
        let position = memory.head().position
        if let known = latest.withLock({ $0 }), known.position == position { return known.export }
        let export: ExportedLog
        do {
            var bytes: [UInt8] = []
            _ = try ExportWriter(memory).write { line, _ in bytes += line }
            export = try ExportedLog(reading: bytes)
        } catch {
            throw LogError(.inputOutput, "the log cannot be exported: \(error)", cause: error)
        }
        latest.withLock { $0 = (position, export) }
        return export
    }

    func append(_ requests: [AppendRequest]) throws(LogError) -> [Receipt] { try memory.append(requests) }

    // MARK: Reading

    func identity() throws(LogError) -> LogIdentity { try export().identity() }
    func head() throws(LogError) -> LogHead { try export().head() }
    func streams() throws(LogError) -> [StreamSummary] { try export().streams() }
    func stream(named name: StreamName) throws(LogError) -> StreamSummary? {
        try export().stream(named: name)
    }
    func position(of id: EventID) throws(LogError) -> UInt64? { try export().position(of: id) }
    func storedBytes(at position: UInt64) throws(LogError) -> [UInt8]? {
        try export().storedBytes(at: position)
    }
    func cursor(for plan: ReadPlan) throws(LogError) -> ReadCursor { try export().cursor(for: plan) }
    func fill(
        _ block: inout EventBlock, from plan: ReadPlan, at cursor: inout ReadCursor
    ) throws(LogError) {
        try export().fill(&block, from: plan, at: &cursor)
    }

    // MARK: Side tables

    func readSide<Result>(_ body: (any SideReader) throws -> Result) throws -> Result {
        try memory.readSide(body)
    }
    func changeSide<Result>(_ body: (any SideReader) throws -> ([SideChange], Result)) throws -> Result {
        try memory.changeSide(body)
    }
    func setParticipant(_ participant: (any AppendParticipant)?) { memory.setParticipant(participant) }
}
