public import EventCoding

/// What to read: declared before reading starts, so that the source can choose the cheapest way.
public struct ReadPlan: Sendable {
    /// The order of reading.
    public enum Direction: Hashable, Sendable {
        /// Oldest first.
        case forward
        /// Newest first.
        case backward
    }

    /// The first and the last position, both included; nil for the whole log as it is when reading starts.
    public var range: ClosedRange<UInt64>?
    /// The only stream to read; nil for all.
    public var stream: StreamName?
    /// The event types to read; nil for all.
    ///
    /// Withheld, missing and unreadable places are always read.
    public var types: [EventType]?
    /// The order of reading.
    public var direction: Direction
    /// The most entries to read; nil for all.
    public var limit: Int?
    /// The share of the streams to read, from a source that is `StreamShared`; nil for all.
    package var share: StreamShare?

    /// A plan; without arguments, the whole log forward.
    public init(
        range: ClosedRange<UInt64>? = nil, stream: StreamName? = nil, types: [EventType]? = nil,
        direction: Direction = .forward, limit: Int? = nil
    ) {
        self.range = range
        self.stream = stream
        self.types = types
        self.direction = direction
        self.limit = limit
    }
}

/// Where a reader stands in its plan: the plan's end is pinned when reading starts.
public struct ReadCursor: Hashable, Sendable {
    /// The plan's bounds, pinned; nil when nothing is to be read.
    var bounds: ClosedRange<UInt64>?
    /// The next place: a position, or a revision where the plan names a stream.
    var next: UInt64
    /// How many entries may still be read.
    var remaining: Int
    /// Whether everything was read.
    public internal(set) var isAtEnd: Bool
    /// Whether places are revisions, for a source that can read a stream either way.
    var countsRevisions = false
    /// The position of the event at the place before `next`, where places are revisions; 0 for none.
    var passed: UInt64 = 0

    init(bounds: ClosedRange<UInt64>?, next: UInt64, limit: Int?) {
        self.bounds = bounds
        self.next = next
        self.remaining = limit ?? .max
        self.isAtEnd = bounds == nil || remaining <= 0
    }
}

/// Whether a reader wants more.
public enum ReadControl: Hashable, Sendable {
    /// Read on.
    case proceed
    /// Stop here.
    case stop
}
