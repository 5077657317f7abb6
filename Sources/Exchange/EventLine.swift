public import EventLog

/// One event that a line of JSON states.
public struct EventLine: Hashable, Sendable {
    /// The line's number, from 1.
    public let line: Int

    /// The stream that the line names, or nil.
    public let stream: StreamName?

    /// The event, its payload in the stored form.
    public let event: ProposedEvent

    /// Whether the time was given with a second 60, which counts as 59.
    public let hasLeapSecond: Bool

    /// The position behind which the event is thought to stand, where lines say so.
    public let after: UInt64?
}

/// The events that lines of JSON state.
public struct EventLines: Hashable, Sendable {
    /// The events in the order of the lines.
    public let lines: [EventLine]

    /// How many have no id of their own: sent twice, they are recorded twice.
    public var withoutID: Int { lines.count { $0.event.id == nil } }

    /// How many times were given with a second 60, which counts as 59.
    public var leapSeconds: Int { lines.count { $0.hasLeapSecond } }
}
