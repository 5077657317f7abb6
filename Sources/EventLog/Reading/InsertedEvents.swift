internal import Synchronization

/// An event that never was, and where it would have stood.
public struct InsertedEvent: Sendable {
    /// The position behind which it stands; 0 for the beginning.
    public let after: UInt64
    /// The stream.
    public let stream: StreamName
    /// The event.
    public let event: ProposedEvent

    /// An event behind a position.
    public init(after: UInt64, in stream: StreamName, _ event: ProposedEvent) {
        self.after = after
        self.stream = stream
        self.event = event
    }
}

/// A history with some events more: what the log would hold had they been appended.
///
/// Events behind an inserted one have higher positions than in the log; `position(of:)` tells them.
public struct InsertedEvents: Sendable {
    /// The history, in memory.
    public let log: MemoryLog
    /// The inserted events' positions, rising.
    public let positions: [UInt64]
    private let places: [UInt64]

    /// A history with some events more.
    ///
    /// - Parameters:
    ///   - events: The events to insert; those behind the same position keep their order.
    ///   - source: The whole history.
    /// - Throws: `LogError` where the history cannot be read or is not whole, where an event stands behind a
    ///   position that the history does not have, or where it cannot be appended.
    /// - Complexity: O(n) in time and memory: the whole history is copied.
    public init(_ events: [InsertedEvent], into source: any EventSource) throws {
        let head = try source.head().position
        let sorted = events.enumerated().sorted {
            ($0.element.after, $0.offset) < ($1.element.after, $1.offset)
        }
        .map(\.element)
        if let last = sorted.last, last.after > head {
            throw LogError(
                .outOfRange, "there is no event \(last.after); positions 0...\(head) are accepted",
                position: last.after)
        }
        let clock = HypotheticalClock()
        log = MemoryLog(clock: { clock.time.load(ordering: .relaxed) })
        places = sorted.map(\.after)
        positions = places.enumerated().map { $0.element + UInt64($0.offset) + 1 }
        var rest = sorted[...]
        func insert(behind position: UInt64, _ log: MemoryLog) throws(LogError) {
            while let next = rest.first, next.after == position {
                try log.append([next.event], to: next.stream)
                rest.removeFirst()
            }
        }
        try insert(behind: 0, log)
        try source.forEachBlock { (block: borrowing EventBlock) in
            for index in 0..<block.count {
                guard let event = block.event(at: index) else {
                    throw LogError(
                        .damaged, "events can be inserted only where every other one is there",
                        position: block.lastPosition(at: index))
                }
                clock.time.store(event.recorded, ordering: .relaxed)
                let restored = try RestoredEvent(event)
                try log.append([restored.proposed], to: restored.stream)
                try insert(behind: event.position, log)
            }
            return .proceed
        }
    }

    /// Where an event of the history stands with the inserted ones.
    public func position(of position: UInt64) -> UInt64 {
        position + UInt64(places.count { $0 < position })
    }
}

/// Says what time it was when an event was recorded.
private final class HypotheticalClock: Sendable {
    let time = Atomic<Int64>(0)
}
