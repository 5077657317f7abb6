public import EventCoding
public import EventLog

/// Writes a log, or a part of it, as an export: a header, a line for each place, and an end.
///
/// The bytes are a function of the log and the scope alone. Events are written as stored, never upcast. Each line
/// ends with a line feed.
public struct ExportWriter: Sendable {
    /// The bytes that are handed over at once, about.
    public static let chunkBytes = 1 << 16

    private let source: any EventSource
    private let scope: ExportScope
    /// The end of the log when this was made: what is appended later is left out.
    public let head: LogHead
    /// The first line.
    public let header: ExportHeader

    /// An export of what `source` holds now.
    ///
    /// - Throws: `LogError` where the log cannot say who it is.
    public init(_ source: any EventSource, scope: ExportScope = ExportScope()) throws(LogError) {
        self.source = source
        self.scope = scope
        head = try source.head()
        let whole = head.position > 0 ? 1...head.position : nil
        let range = whole.flatMap { whole -> ClosedRange<UInt64>? in
            guard let asked = scope.range else { return whole }
            return whole.overlaps(asked) ? asked.clamped(to: whole) : nil
        }
        let filter =
            scope.isFiltered
            ? ExportFilter(
                stream: scope.stream?.text, types: scope.types?.map(\.name), condition: scope.condition)
            : nil
        header = ExportHeader(
            identity: try source.identity(), range: range, isPartial: range != whole, filter: filter)
    }

    /// Writes everything.
    ///
    /// - Parameters:
    ///   - catalogue: Brings payloads to today's form for `matches`; what is written stays as stored.
    ///   - matches: Whether an event meets the scope's condition.
    ///   - sink: Takes the bytes, some at a time, and the last position in them.
    /// - Throws: `LogError` where the log cannot be read, and what `sink` throws.
    /// - Complexity: O(n) in the positions of the range.
    public func write(
        upcasting catalogue: EventCatalogue? = nil, where matches: (borrowing Event) -> Bool = { _ in true },
        to sink: (_ bytes: [UInt8], _ position: UInt64) throws -> Void
    ) throws -> ExportSummary {
        let lines = ExportLines(header)
        if let range = header.range {
            let plan = ReadPlan(range: range, stream: scope.stream, types: scope.types)
            try source.forEachBlock(plan, upcasting: catalogue) { (block: borrowing EventBlock) in
                for index in 0..<block.count {
                    if let event = block.event(at: index), !matches(event) { continue }
                    lines.add(block, at: index)
                    if lines.pendingBytes >= Self.chunkBytes {
                        try sink(lines.take(), block.lastPosition(at: index))
                    }
                }
                return .proceed
            }
        }
        let summary = lines.end(head: head)
        try sink(lines.take(), header.range?.upperBound ?? 0)
        return summary
    }
}

/// What an export holds.
public struct ExportSummary: Hashable, Sendable {
    /// Events, whole.
    public internal(set) var events = 0
    /// Events without their content.
    public internal(set) var withheld = 0
    /// Stretches of positions that hold nothing, said to be so.
    public internal(set) var gaps = 0
    /// Bytes written.
    public internal(set) var bytes = 0
    /// Whether everything that the log should hold in this range could be read.
    public internal(set) var isComplete = true
    /// The end of the log.
    public let head: LogHead

    init(head: LogHead) { self.head = head }
}
