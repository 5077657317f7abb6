public import EventLog

/// A state of a history: whose events, and up to which of them.
public struct HistoryMoment: Sendable {
    /// The history.
    public let source: any EventSource

    /// The last event that is folded; nil for all there are, 0 for none.
    public let position: UInt64?

    /// The only stream; nil for every one.
    public let stream: StreamName?

    /// A moment of a history.
    public init(of source: any EventSource, at position: UInt64? = nil, stream: StreamName? = nil) {
        self.source = source
        self.position = position
        self.stream = stream
    }
}
