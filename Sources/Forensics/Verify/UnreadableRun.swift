/// Unreadable events that follow each other for the same reason: one finding, not one for each.
struct UnreadableRun {
    private var positions: ClosedRange<UInt64>?
    private var reason = ""

    /// Adds the event at a position; the finding about the run before it, where that does not go on.
    mutating func add(_ position: UInt64, _ why: String) -> Finding? {
        if let positions, positions.upperBound + 1 == position, reason == why {
            self.positions = positions.lowerBound...position
            return nil
        }
        let before = end()
        (positions, reason) = (position...position, why)
        return before
    }

    /// The finding about the run, which ends here; nil where there is none.
    mutating func end() -> Finding? {
        guard let positions else { return nil }
        self.positions = nil
        let events = EventPass.text(positions)
        return Finding(
            VerifyFindings.unreadable,
            positions.count == 1
                ? "event \(events) is unreadable: \(reason)" : "events \(events) are unreadable: \(reason)",
            positions: positions)
    }
}
