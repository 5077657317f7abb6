import EventLog

/// A source that stands before a log in memory and does only its reading of slices in a way of its own.
protocol ForwardingSource: EventSource {
    /// The log that answers everything else.
    var log: MemoryLog { get }
}

extension ForwardingSource {
    func identity() throws(LogError) -> LogIdentity { log.identity() }
    func head() throws(LogError) -> LogHead { log.head() }
    func streams() throws(LogError) -> [StreamSummary] { log.streams() }
    func stream(named name: StreamName) throws(LogError) -> StreamSummary? { log.stream(named: name) }
    func position(of id: EventID) throws(LogError) -> UInt64? { try log.position(of: id) }
    func cursor(for plan: ReadPlan) throws(LogError) -> ReadCursor { try log.cursor(for: plan) }
}
