public import EventLog
internal import Platform

/// A log that is read page by page with every number checked: no lock, no mapping, nothing written.
///
/// On a whole file it reads what the log in LMDB reads. On a damaged one it yields what cannot be read as
/// unreadable and goes on behind it. Never shows the state before the last commit unless asked for it.
public final class ForensicLog: EventSource {
    private let log: TableLog
    private let tables: PageTables
    /// The file.
    public let file: PageFile
    /// The snapshot that is read.
    public let meta: MetaPage

    /// Which snapshot of a file is read.
    public enum Snapshot: Hashable, Sendable {
        /// The state after the last commit.
        case newest
        /// The state before the last commit, or the only one whose meta page can be used.
        case older
    }

    /// Opens the log in `file`.
    ///
    /// - Throws: `LogError`: `notALog`, `unsupportedFormat`, `unsupportedFeature`; `damaged` where the meta
    ///   page of the snapshot, the log's identity or its head cannot be read.
    /// - Complexity: O(1) pages.
    public init(_ file: PageFile, snapshot: Snapshot = .newest) throws(LogError) {
        guard let layout = file.layout else { throw LogError(.notALog, "this is no LMDB data file") }
        guard let meta = snapshot == .newest ? file.newest : file.older ?? file.newest else {
            throw LogError(.damaged, "both meta pages are damaged")
        }
        self.file = file
        self.meta = meta
        tables = PageTables(file, layout, meta)
        log = try TableLog(tables)
    }

    /// What makes it doubtful that this is the newest state of the log; empty where nothing does.
    ///
    /// - Complexity: O(1) pages.
    public var doubts: [Finding] {
        var findings = file.metaFindings
        if file.pageCount <= meta.lastPage {
            findings.append(
                Finding(
                    ContainerFindings.cutOff,
                    "the file has \(file.pageCount) pages; page \(meta.lastPage) is the last one in use"))
        }
        let head = log.head().position
        if let last = tables.lastEvent, last != head {
            findings.append(
                Finding(
                    ContainerFindings.head,
                    "the log's head names event \(head); the last one is event \(last)"))
        }
        return findings
    }

    /// Who the log is, and what it needs of its readers.
    public func identity() -> LogIdentity { log.identity() }

    /// Where the log ends.
    public func head() -> LogHead { log.head() }

    /// The streams by their names' bytes.
    public func streams() throws(LogError) -> [StreamSummary] { try log.streams() }

    /// The stream of that name, or nil.
    public func stream(named name: StreamName) throws(LogError) -> StreamSummary? {
        try log.stream(named: name)
    }

    /// The position of the event with this id, or nil.
    public func position(of id: EventID) throws(LogError) -> UInt64? { try log.position(of: id) }

    /// The bytes that stand at a position, whole or damaged; nil where nothing does.
    public func storedBytes(at position: UInt64) throws(LogError) -> [UInt8]? {
        try log.storedBytes(at: position)
    }

    /// A cursor at the start of `plan`.
    public func cursor(for plan: ReadPlan) throws(LogError) -> ReadCursor { try log.cursor(for: plan) }

    /// Replaces the block's content by the next slice of `plan`.
    public func fill(
        _ block: inout EventBlock, from plan: ReadPlan, at cursor: inout ReadCursor
    ) throws(LogError) {
        try log.fill(&block, from: plan, at: &cursor)
    }
}

extension ForensicLog: StreamShared {}

extension ForensicLog: StreamIndexed {
    package func indexPage(
        holding revision: UInt64, ofStream number: UInt32
    ) throws(LogError) -> StreamIndexPage? { try log.indexPage(holding: revision, ofStream: number) }
}

extension ForensicLog: SideStore {
    package func readSide<Result>(_ body: (any SideReader) throws -> Result) throws -> Result {
        try log.readSide(body)
    }

    package func changeSide<Result>(
        _ body: (any SideReader) throws -> ([SideChange], Result)
    ) throws -> Result { try log.changeSide(body) }

    package func setParticipant(_ participant: (any AppendParticipant)?) {}
}
