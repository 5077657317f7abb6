public import EventCoding
public import EventLog

/// Which events an export takes along.
public struct ExportScope: Sendable {
    /// The first and the last position; nil for the whole log.
    public var range: ClosedRange<UInt64>?
    /// The only stream; nil for all.
    public var stream: StreamName?
    /// The only event types; nil for all.
    public var types: [EventType]?
    /// The condition that events must meet, as the user wrote it; nil for none.
    public var condition: String?

    /// A scope; without arguments, the whole log.
    public init(
        range: ClosedRange<UInt64>? = nil, stream: StreamName? = nil, types: [EventType]? = nil,
        condition: String? = nil
    ) {
        self.range = range
        self.stream = stream
        self.types = types
        self.condition = condition
    }

    /// Whether events inside the range may be left out.
    public var isFiltered: Bool { stream != nil || types != nil || condition != nil }
}
