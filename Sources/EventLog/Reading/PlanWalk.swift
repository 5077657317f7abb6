/// The walk along a plan that every source shares: where it begins, what comes next, what counts.
enum PlanWalk {
    /// A cursor at the start of `plan`.
    ///
    /// - Parameters:
    ///   - head: The last position now.
    ///   - revisions: The positions of the plan's stream by revision; nil where the plan names none.
    static func cursor(for plan: ReadPlan, head: UInt64, revisions: [UInt64]?) -> ReadCursor {
        let bounds = bounds(of: plan, head: head).flatMap { positions in
            guard let revisions else { return positions }
            return placesOfStream(within: positions, revisions)
        }
        return cursor(for: plan, bounds: bounds)
    }

    /// A cursor over these places: positions, or revisions of the plan's stream.
    static func cursor(for plan: ReadPlan, bounds: ClosedRange<UInt64>?) -> ReadCursor {
        let start = plan.direction == .forward ? bounds?.lowerBound : bounds?.upperBound
        return ReadCursor(bounds: bounds, next: start ?? 0, limit: plan.limit)
    }

    /// The positions that a plan covers in a log that ends at `head`.
    static func bounds(of plan: ReadPlan, head: UInt64) -> ClosedRange<UInt64>? {
        let first = max(plan.range?.lowerBound ?? 1, 1)
        let last = min(plan.range?.upperBound ?? head, head)
        return first <= last ? first...last : nil
    }

    private static func placesOfStream(
        within positions: ClosedRange<UInt64>, _ revisions: [UInt64]
    ) -> ClosedRange<UInt64>? {
        let first = revisions.firstIndex { $0 >= positions.lowerBound }
        let last = revisions.lastIndex { $0 <= positions.upperBound && $0 > 0 }
        guard let first, let last, first <= last else { return nil }
        return UInt64(first) + 1...UInt64(last) + 1
    }

    /// The next place to read, or nil when the slice is full or the plan is done; moves the cursor past it.
    static func step(_ cursor: inout ReadCursor, _ plan: ReadPlan, _ block: borrowing EventBlock) -> UInt64? {
        guard !cursor.isAtEnd, block.hasRoom else { return nil }
        let place = cursor.next
        advance(&cursor, plan)
        return place
    }

    /// Moves the cursor past the place it stands at.
    static func advance(_ cursor: inout ReadCursor, _ plan: ReadPlan) {
        guard let bounds = cursor.bounds else { return }
        switch plan.direction {
        case .forward:
            if cursor.next == bounds.upperBound { cursor.isAtEnd = true } else { cursor.next += 1 }
        case .backward:
            if cursor.next == bounds.lowerBound { cursor.isAtEnd = true } else { cursor.next -= 1 }
        }
    }

    /// Reads the store's nearest entry into the slice, after a note of what is missing before it.
    ///
    /// - Parameters:
    ///   - key: The entry's key: the last position inside it.
    ///   - value: Its bytes: a record, or a declared gap.
    ///   - streamNumber: The number of the plan's stream; nil where the plan names none.
    /// - Returns: Whether the walk goes on with the next entry.
    static func take(
        _ key: UInt64, _ value: Span<UInt8>, _ cursor: inout ReadCursor, _ plan: ReadPlan,
        streamNumber: UInt32?, _ block: inout EventBlock
    ) -> Bool {
        let gap = GapRecord(value, foundAt: key)
        guard reach(gap?.range ?? key...key, &cursor, plan, &block) else { return false }
        if let gap {
            pass(gap, &cursor, plan, &block)
        } else if plan.share?.holds(value) == false {
            advance(&cursor, plan)
        } else {
            block.append(copying: value, foundAt: key)
            advance(&cursor, plan)
            keepIfWanted(&block, by: plan, streamNumber: streamNumber, &cursor)
        }
        return block.hasRoom && !cursor.isAtEnd
    }

    /// Notes positions whose records cannot be read at all, after a note of what is missing before them.
    ///
    /// - Parameter capacity: More positions than this cannot have stood there: they are one gap.
    /// - Returns: Whether the walk goes on behind them.
    static func lose(
        _ range: ClosedRange<UInt64>, capacity: UInt64, _ cursor: inout ReadCursor, _ plan: ReadPlan,
        _ block: inout EventBlock
    ) -> Bool {
        guard reach(range, &cursor, plan, &block) else { return false }
        if range.upperBound - range.lowerBound >= capacity {
            let gap = GapRecord(logID: LogID(high: 0, low: 0), range: range, reason: .unreadable)
            pass(gap, &cursor, plan, &block)
        } else {
            while block.hasRoom, !cursor.isAtEnd, range.contains(cursor.next) {
                let lost = cursor.next
                advance(&cursor, plan)
                guard plan.readsRest else { continue }
                block.append(unreadable: lost, RecordFault(.lostPage, at: 0))
                count(&cursor)
            }
        }
        return block.hasRoom && !cursor.isAtEnd
    }

    /// Notes that the store has no more entries for the plan.
    static func finish(_ cursor: inout ReadCursor, _ plan: ReadPlan, _ block: inout EventBlock) {
        _ = reach(nil, &cursor, plan, &block)
    }

    /// Moves the cursor to the store's nearest entry, which covers `found`, and notes a gap in between.
    ///
    /// - Returns: Whether that entry is to be read into this slice.
    private static func reach(
        _ found: ClosedRange<UInt64>?, _ cursor: inout ReadCursor, _ plan: ReadPlan,
        _ block: inout EventBlock
    ) -> Bool {
        guard let bounds = cursor.bounds else { return false }
        // An entry behind the cursor means keys out of order: a damaged page. What follows is not trusted.
        guard let found, bounds.overlaps(found), isAhead(found, of: cursor, plan.direction) else {
            let rest =
                plan.direction == .forward
                ? cursor.next...bounds.upperBound : bounds.lowerBound...cursor.next
            note(missing: rest, &cursor, plan, &block)
            cursor.isAtEnd = true
            return false
        }
        guard !found.contains(cursor.next) else { return true }
        switch plan.direction {
        case .forward:
            note(missing: cursor.next...found.lowerBound - 1, &cursor, plan, &block)
            cursor.next = found.lowerBound
        case .backward:
            note(missing: found.upperBound + 1...cursor.next, &cursor, plan, &block)
            cursor.next = found.upperBound
        }
        return block.hasRoom && !cursor.isAtEnd
    }

    private static func isAhead(
        _ found: ClosedRange<UInt64>, of cursor: ReadCursor, _ direction: ReadPlan.Direction
    ) -> Bool {
        switch direction {
        case .forward: found.upperBound >= cursor.next
        case .backward: found.lowerBound <= cursor.next
        }
    }

    /// Notes the part of a declared gap that the plan covers, and moves the cursor past it.
    private static func pass(
        _ gap: GapRecord, _ cursor: inout ReadCursor, _ plan: ReadPlan, _ block: inout EventBlock
    ) {
        guard let bounds = cursor.bounds else { return }
        let part: ClosedRange<UInt64>
        switch plan.direction {
        case .forward:
            part = cursor.next...min(gap.range.upperBound, bounds.upperBound)
            cursor.next = part.upperBound
        case .backward:
            part = max(gap.range.lowerBound, bounds.lowerBound)...cursor.next
            cursor.next = part.lowerBound
        }
        advance(&cursor, plan)
        guard plan.readsRest else { return }
        block.append(missing: part, reason: gap.reason)
        count(&cursor)
    }

    private static func note(
        missing range: ClosedRange<UInt64>, _ cursor: inout ReadCursor, _ plan: ReadPlan,
        _ block: inout EventBlock
    ) {
        guard plan.readsRest else { return }
        block.append(missing: range, reason: .undeclared)
        count(&cursor)
    }

    /// Drops the block's last entry when the plan does not want it; counts it otherwise.
    ///
    /// - Parameters:
    ///   - block: A slice that was begun for the plan.
    ///   - streamNumber: The number of the plan's stream, where entries of others may come along.
    static func keepIfWanted(
        _ block: inout EventBlock, by plan: ReadPlan, streamNumber: UInt32? = nil, _ cursor: inout ReadCursor
    ) {
        if plan.types != nil, !block.lastIsOfWantedType { return block.removeLast() }
        if let streamNumber, !block.lastIsOf(streamNumber: streamNumber) { return block.removeLast() }
        count(&cursor)
    }

    private static func count(_ cursor: inout ReadCursor) {
        cursor.remaining -= 1
        if cursor.remaining == 0 { cursor.isAtEnd = true }
    }
}

extension ReadPlan {
    /// Whether what stands in place of records is to be told of.
    fileprivate var readsRest: Bool { share?.holdsRest ?? true }
}
