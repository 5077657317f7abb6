import EventLog
import Forensics

/// A log that is read only through the pages of its file, so that the reading contract holds them to account.
///
/// Appends go to the log in LMDB; each read opens the file anew.
final class PageBackedLog: EventAppender, SideStore {
    private let store: EventLog
    private let scratch: Scratch

    init(_ store: EventLog, _ scratch: Scratch) {
        self.store = store
        self.scratch = scratch
    }

    deinit { store.close() }

    private func pages() throws(LogError) -> ForensicLog {
        let file: PageFile
        do { file = try PageFile(path: store.path) } catch {
            throw LogError(.inputOutput, "the file cannot be read: \(error)", cause: error)
        }
        return try ForensicLog(file)
    }

    func append(_ requests: [AppendRequest]) throws(LogError) -> [Receipt] { try store.append(requests) }

    // MARK: Reading

    func identity() throws(LogError) -> LogIdentity { try pages().identity() }
    func head() throws(LogError) -> LogHead { try pages().head() }
    func streams() throws(LogError) -> [StreamSummary] { try pages().streams() }
    func stream(named name: StreamName) throws(LogError) -> StreamSummary? {
        try pages().stream(named: name)
    }
    func position(of id: EventID) throws(LogError) -> UInt64? { try pages().position(of: id) }
    func storedBytes(at position: UInt64) throws(LogError) -> [UInt8]? {
        try pages().storedBytes(at: position)
    }
    func cursor(for plan: ReadPlan) throws(LogError) -> ReadCursor { try pages().cursor(for: plan) }
    func fill(
        _ block: inout EventBlock, from plan: ReadPlan, at cursor: inout ReadCursor
    ) throws(LogError) {
        try pages().fill(&block, from: plan, at: &cursor)
    }
    func readSide<Result>(_ body: (any SideReader) throws -> Result) throws -> Result {
        try pages().readSide(body)
    }
    func changeSide<Result>(
        _ body: (any SideReader) throws -> ([SideChange], Result)
    ) throws -> Result { try store.changeSide(body) }
    func setParticipant(_ participant: (any AppendParticipant)?) { store.setParticipant(participant) }
}
