internal import Digest
internal import EventCoding
internal import EventLog

/// Finds where a fold with a window may begin: by reading its stream backward.
enum WindowStart {
    /// The most events read backward before a fold of the whole stream is the better bet.
    static let mostEvents = 20_000

    /// The first position to fold for the rows at `end`, or nil when all of the stream is needed.
    ///
    /// - Parameters:
    ///   - subjects: How many different subjects the window holds.
    ///   - types: The event types that the fold wants.
    static func position(
        subjects: Int, types: [EventType], stream: StreamName, upTo end: UInt64, in source: any EventSource
    ) throws -> UInt64? {
        guard subjects > 0 else { return end + 1 }
        let plan = ReadPlan(
            range: 1...end, stream: stream, types: types, direction: .backward, limit: mostEvents)
        var seen: Set<Hash128> = []
        var start: UInt64?
        var isWhole = true
        try source.forEachBlock(plan) { (block: borrowing EventBlock) in
            for index in 0..<block.count {
                guard let event = block.event(at: index) else {
                    // Whatever is missing here may have mattered; the fold of everything says so.
                    isWhole = false
                    return .stop
                }
                if !event.subject.isEmpty { seen.insert(XXH3.hash128(event.subject)) }
                if seen.count == subjects {
                    start = event.position
                    return .stop
                }
            }
            return .proceed
        }
        return isWhole ? start : nil
    }
}
