public import EventLog

/// An export that is read like the log it was taken from.
///
/// A whole export is that log again: same id, positions and root. One that holds less is a log of its own, which
/// names its origin; what it lacks is yielded as missing, so that nothing folded from it looks whole.
public final class ExportedLog: EventSource {
    private let log: MemoryLog
    /// The export's first line.
    public let header: ExportHeader
    /// Whether the export holds a whole log.
    public let isWhole: Bool
    /// Whether the export lacks its end: then every whole line before the cut is here.
    public let isCutOff: Bool
    /// The last position that stands in the export; 0 for none.
    public let lastPosition: UInt64
    /// The end of the exported log, as `POSITION:ROOT`; nil where the export is cut off.
    public let sourceHead: String?

    /// Reads an export.
    ///
    /// - Throws: `ExchangeError` for the first line that cannot stand where it does.
    /// - Complexity: O(n log n) in the bytes.
    public init(reading bytes: [UInt8]) throws(ExchangeError) {
        var reader = ExportReader(bytes)
        let content = try reader.read(allowingCut: true)
        log = MemoryLog(restoring: content.restoration)
        header = content.header
        isWhole = content.isExact
        isCutOff = content.isCutOff
        lastPosition = content.lastPosition
        sourceHead = content.sourceHead
    }

    /// Who the log is.
    public func identity() -> LogIdentity { log.identity() }

    /// Where the log ends.
    public func head() -> LogHead { log.head() }

    /// The streams by their names' bytes.
    public func streams() -> [StreamSummary] { log.streams() }

    /// The stream of that name, or nil.
    public func stream(named name: StreamName) -> StreamSummary? { log.stream(named: name) }

    /// The position of the event with this id, or nil.
    public func position(of id: EventID) throws(LogError) -> UInt64? { try log.position(of: id) }

    /// A cursor at the start of `plan`.
    public func cursor(for plan: ReadPlan) throws(LogError) -> ReadCursor { try log.cursor(for: plan) }

    /// Replaces the block's content by the next slice of `plan`.
    public func fill(
        _ block: inout EventBlock, from plan: ReadPlan, at cursor: inout ReadCursor
    ) throws(LogError) {
        try log.fill(&block, from: plan, at: &cursor)
    }
}

extension ExportedLog: SideStore {
    package func readSide<Result>(_ body: (any SideReader) throws -> Result) throws -> Result {
        try log.readSide(body)
    }

    package func changeSide<Result>(
        _ body: (any SideReader) throws -> ([SideChange], Result)
    ) throws -> Result {
        throw LogError(.readOnly, "an export is only read; import it to store anything beside it")
    }

    package func setParticipant(_ participant: (any AppendParticipant)?) {}
}
