/// A history without some of its events: what the log would hold had they never been appended.
///
/// Positions and revisions stay as they are in the log, so what is said about the rest fits the log. The places
/// left out are not reported as missing.
public struct SelectedEvents: EventSource {
    private let source: any EventSource
    /// The positions that are left out.
    public let excluded: PositionSet

    /// A history without the events at some positions.
    ///
    /// - Parameters:
    ///   - source: The whole history.
    ///   - excluded: The positions to leave out; those that the history does not have do no harm.
    public init(_ source: any EventSource, without excluded: PositionSet) {
        self.source = source
        self.excluded = excluded
    }

    /// Who the whole history is.
    public func identity() throws(LogError) -> LogIdentity { try source.identity() }

    /// Where the whole history ends.
    public func head() throws(LogError) -> LogHead { try source.head() }

    /// The streams of the whole history.
    public func streams() throws(LogError) -> [StreamSummary] { try source.streams() }

    /// The stream of that name in the whole history, or nil.
    public func stream(named name: StreamName) throws(LogError) -> StreamSummary? {
        try source.stream(named: name)
    }

    /// The position of the event with this id, or nil where there is none or it is left out.
    public func position(of id: EventID) throws(LogError) -> UInt64? {
        guard let position = try source.position(of: id), !excluded.contains(position) else { return nil }
        return position
    }

    /// The bytes that stand at a position; nil where it is left out.
    public func storedBytes(at position: UInt64) throws(LogError) -> [UInt8]? {
        excluded.contains(position) ? nil : try source.storedBytes(at: position)
    }

    /// A cursor at the start of `plan`.
    public func cursor(for plan: ReadPlan) throws(LogError) -> ReadCursor {
        var cursor = try source.cursor(for: plan.withoutLimit)
        if let limit = plan.limit {
            cursor.remaining = limit
            cursor.isAtEnd = cursor.isAtEnd || limit <= 0
        }
        return cursor
    }

    /// Replaces the block's content by the next slice of `plan` that holds anything.
    public func fill(
        _ block: inout EventBlock, from plan: ReadPlan, at cursor: inout ReadCursor
    ) throws(LogError) {
        block.removeAll()
        // The limit counts what is left, so the source must not count what is dropped.
        let limit = cursor.remaining
        cursor.remaining = .max
        while block.isEmpty, !cursor.isAtEnd {
            try source.fill(&block, from: plan.withoutLimit, at: &cursor)
            block.remove { excluded.contains(all: $0) }
        }
        block.keep(first: limit)
        cursor.remaining = limit == .max ? .max : limit - block.count
        if cursor.remaining <= 0 { cursor.isAtEnd = true }
    }
}

extension ReadPlan {
    fileprivate var withoutLimit: ReadPlan {
        var plan = self
        plan.limit = nil
        return plan
    }
}

extension EventBlock {
    /// Drops the entries of whose positions `isDropped` says so; their bytes stay until the block is refilled.
    fileprivate mutating func remove(where isDropped: (ClosedRange<UInt64>) -> Bool) {
        let kept = slots.indices.filter { !isDropped(positions(at: $0)) }
        if kept.count < slots.count { slots = kept.map { slots[$0] } }
    }

    fileprivate mutating func keep(first count: Int) {
        if slots.count > count { slots.removeLast(slots.count - count) }
    }
}
