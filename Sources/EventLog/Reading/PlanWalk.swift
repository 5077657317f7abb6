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

    /// Moves the cursor to the store's nearest entry, at `found`, and notes a gap in between.
    ///
    /// - Parameter found: The entry's position; nil when the store has no more.
    /// - Returns: Whether that entry is to be read into this slice.
    static func reach(
        _ found: UInt64?, _ cursor: inout ReadCursor, _ plan: ReadPlan, _ block: inout EventBlock
    ) -> Bool {
        guard let bounds = cursor.bounds else { return false }
        guard let found, bounds.contains(found) else {
            let rest =
                plan.direction == .forward
                ? cursor.next...bounds.upperBound : bounds.lowerBound...cursor.next
            note(missing: rest, &cursor, &block)
            cursor.isAtEnd = true
            return false
        }
        guard found != cursor.next else { return true }
        let gap = plan.direction == .forward ? cursor.next...found - 1 : found + 1...cursor.next
        note(missing: gap, &cursor, &block)
        cursor.next = found
        return block.hasRoom && !cursor.isAtEnd
    }

    private static func note(
        missing range: ClosedRange<UInt64>, _ cursor: inout ReadCursor, _ block: inout EventBlock
    ) {
        block.append(missing: range, reason: .undeclared)
        count(&cursor)
    }

    /// Drops the block's last entry when the plan does not want its type; counts it otherwise.
    static func keepIfWanted(_ block: inout EventBlock, by plan: ReadPlan, _ cursor: inout ReadCursor) {
        if let types = plan.types, !block.lastIsOf(types) {
            block.removeLast()
            return
        }
        count(&cursor)
    }

    private static func count(_ cursor: inout ReadCursor) {
        cursor.remaining -= 1
        if cursor.remaining == 0 { cursor.isAtEnd = true }
    }
}
