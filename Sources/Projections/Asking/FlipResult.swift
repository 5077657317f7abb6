/// What became of a condition over a range of events.
public struct FlipResult: Sendable {
    /// The events looked at; nil where the log has none.
    public let range: ClosedRange<UInt64>?
    /// Whether the condition held before the first of them.
    public let isTrueBefore: Bool
    /// Whether it held after the last one that was looked at.
    public let isTrueAtEnd: Bool
    /// How often it changed.
    public let flipCount: Int
    /// The last event at which it changed; nil for none in the range.
    public let lastFlip: UInt64?
    /// The first event of the range after which it held; nil for none.
    public let firstTrue: UInt64?
    /// The last event that was looked at: the end of the range unless the search ended early.
    public let end: UInt64
    /// The events up to there that a projection concerned could not apply.
    public let failures: [FoldFailure]
    /// The places up to there that held no event.
    public let incompleteness: [Incompleteness]
    /// Keys without a group that stood for rows of several groups at once.
    public let ambiguousKeys: [String]
    /// The tests whose value is of another kind than the column's, so that only `!=` can hold.
    public let unsuitedTests: [RowTest]

    /// Whether the condition held after some event of the range.
    public var isEverTrue: Bool { firstTrue != nil }

    /// Whether every event up to the end was there and was applied.
    public var isComplete: Bool { failures.isEmpty && incompleteness.isEmpty }

    /// Whether it is certain that the condition held at some time, or never: whether nothing is in doubt before
    /// the event that decided it.
    public var isCertain: Bool {
        let decided = firstTrue ?? end
        return !failures.contains { $0.position <= decided }
            && !incompleteness.contains { $0.position <= decided }
    }
}
