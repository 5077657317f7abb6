public import EventCoding

/// Anything that holds a history: a log in LMDB, one in memory, an export, a salvaged log.
///
/// Folds, `explain`, `diff` and the tools know only this.
public protocol EventSource: Sendable {
    /// Who the log is, and what it needs of its readers.
    func identity() throws(LogError) -> LogIdentity

    /// Where the log ends now.
    func head() throws(LogError) -> LogHead

    /// The streams by their names' bytes.
    func streams() throws(LogError) -> [StreamSummary]

    /// The stream of that name, or nil when no event was ever appended to it.
    func stream(named name: StreamName) throws(LogError) -> StreamSummary?

    /// The position of the event with this id, or nil.
    func position(of id: EventID) throws(LogError) -> UInt64?

    /// The bytes that stand at a position, whole or damaged; nil where nothing does.
    func storedBytes(at position: UInt64) throws(LogError) -> [UInt8]?

    /// A cursor at the start of `plan`, its end pinned to the present head.
    ///
    /// - Throws: `LogError` with code `unknownStream` when the plan names a stream that the log lacks.
    func cursor(for plan: ReadPlan) throws(LogError) -> ReadCursor

    /// Replaces the block's content by the next slice of `plan` and moves the cursor.
    ///
    /// A slice holds at most `LogLimits.blockEvents` entries; it is empty only at the end, and no
    /// transaction stays open behind it. Each record is checked before it is shown. Concatenating the
    /// slices gives each entry of the plan exactly once, in order.
    func fill(_ block: inout EventBlock, from plan: ReadPlan, at cursor: inout ReadCursor) throws(LogError)

    /// Replaces the block's content by what stands at `position`.
    ///
    /// - Throws: `LogError` with code `outOfRange` when the position is not in the log.
    func read(_ position: UInt64, into block: inout EventBlock) throws(LogError)
}

extension EventSource {
    /// The record at a position, for sources that hold nothing but records that were checked.
    public func storedBytes(at position: UInt64) throws(LogError) -> [UInt8]? {
        var block = EventBlock()
        try read(position, into: &block)
        guard !block.isEmpty else { return nil }
        switch block.entry(at: 0) {
        case .event(let event): return [UInt8](copying: event.bytes)
        case .withheld(let event): return [UInt8](copying: event.bytes)
        case .missing, .unreadable: return nil
        }
    }

    /// Calls `body` with each slice of `plan` in order, until it says stop or fails.
    ///
    /// - Parameters:
    ///   - plan: What to read.
    ///   - catalogue: Brings older payloads to today's form first; nil leaves them as stored.
    ///   - body: Looks at a slice, and says whether to read on.
    public func forEachBlock(
        _ plan: ReadPlan = ReadPlan(), upcasting catalogue: EventCatalogue? = nil,
        _ body: (borrowing EventBlock) throws -> ReadControl
    ) throws {
        var block = EventBlock()
        var cursor = try cursor(for: plan)
        while !cursor.isAtEnd {
            try fill(&block, from: plan, at: &cursor)
            if let catalogue { block.upcast(with: catalogue) }
            if block.isEmpty { return }
            if try body(block) == .stop { return }
        }
    }

    /// Replaces the block's content by what stands at `position`.
    ///
    /// - Throws: `LogError` with code `outOfRange` when the position is not in the log.
    public func read(_ position: UInt64, into block: inout EventBlock) throws(LogError) {
        try readByPlan(position, into: &block)
    }

    /// Replaces the block's content by what stands at `position`, as a plan for this one position does.
    func readByPlan(_ position: UInt64, into block: inout EventBlock) throws(LogError) {
        let plan = ReadPlan(range: position...position)
        var cursor = try cursor(for: plan)
        // A plan has no bounds inside a log that lacks the position; the head costs hashing, so ask only then.
        guard position >= 1, cursor.bounds != nil else {
            throw LogError.outOfRange(position, head: try head().position)
        }
        try fill(&block, from: plan, at: &cursor)
    }

    /// The largest position whose event was recorded at or before `milliseconds` since 1970; 0 for none.
    ///
    /// Recorded times never fall, so this is a binary search. Places that hold nothing readable are passed over.
    ///
    /// - Complexity: O(log n) reads, and one for each place passed over.
    public func position(recordedAtOrBefore milliseconds: Int64) throws(LogError) -> UInt64 {
        // The answer is `found` or lies above `low`, up to `high`.
        var (found, low, high) = (UInt64(0), UInt64(0), try head().position)
        var block = EventBlock()
        while low < high {
            let middle = high - (high - low) / 2
            guard let known = try lastReadable(in: low + 1...middle, &block) else {
                low = middle
                continue
            }
            if known.recorded <= milliseconds {
                (found, low) = (known.position, middle)
            } else {
                high = known.position - 1
            }
        }
        return found
    }

    private func lastReadable(
        in positions: ClosedRange<UInt64>, _ block: inout EventBlock
    ) throws(LogError) -> (position: UInt64, recorded: Int64)? {
        try readable(ReadPlan(range: positions, direction: .backward, limit: 1), &block)
    }

    /// The first event within `positions`, whole or erased, and when it was recorded; nil where there is none.
    ///
    /// - Complexity: O(log n), and one read for each place that holds nothing readable.
    public func firstRecorded(
        within positions: ClosedRange<UInt64>
    ) throws(LogError) -> (position: UInt64, recorded: Int64)? {
        var block = EventBlock()
        return try readable(ReadPlan(range: positions, limit: 1), &block)
    }

    /// The first readable entry of a plan whose limit is 1; a gap is passed over in one step.
    private func readable(
        _ plan: ReadPlan, _ block: inout EventBlock
    ) throws(LogError) -> (position: UInt64, recorded: Int64)? {
        var plan = plan
        while let range = plan.range {
            var cursor = try cursor(for: plan)
            if cursor.isAtEnd { return nil }
            try fill(&block, from: plan, at: &cursor)
            guard !block.isEmpty else { return nil }
            if let recorded = block.recordedOfFirst { return (block.lastPosition(at: 0), recorded) }
            let passed = block.positions(at: 0)
            switch plan.direction {
            case .forward:
                guard passed.upperBound < range.upperBound else { return nil }
                plan.range = passed.upperBound + 1...range.upperBound
            case .backward:
                guard passed.lowerBound > range.lowerBound else { return nil }
                plan.range = range.lowerBound...passed.lowerBound - 1
            }
        }
        return nil
    }
}

extension EventSource {
    /// The position of an event whose id the log generated, or nil.
    ///
    /// - Complexity: As `GeneratedIDSearch`.
    func position(ofGenerated id: EventID) throws(LogError) -> UInt64? {
        try GeneratedIDSearch.position(of: id, upTo: try head().position) {
            position, block throws(LogError) in
            try read(position, into: &block)
        }
    }
}

extension EventBlock {
    /// The recorded time of the first entry, where it can be read.
    fileprivate var recordedOfFirst: Int64? {
        guard !isEmpty else { return nil }
        switch entry(at: 0) {
        case .event(let event): return event.recorded
        case .withheld(let event): return event.recorded
        case .missing, .unreadable: return nil
        }
    }
}
