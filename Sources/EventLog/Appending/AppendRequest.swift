internal import EventCoding

/// One batch for one stream: appended whole, or not at all.
public struct AppendRequest: Sendable {
    /// The events in order.
    public var events: [ProposedEvent]
    /// The stream they go to.
    public var stream: StreamName
    /// What the stream must look like.
    public var expected: ExpectedRevision
    /// The caller's name for this very append, at most 1 KiB: a retry under it appends nothing.
    ///
    /// The events' ids are derived from it, so they must have none of their own.
    public var key: String?

    /// A batch for one stream.
    public init(
        _ events: [ProposedEvent], to stream: StreamName, expecting expected: ExpectedRevision = .any,
        key: String? = nil
    ) {
        self.events = events
        self.stream = stream
        self.expected = expected
        self.key = key
    }

    /// What the batch weighs, in bytes.
    var weight: Int {
        let events = events.span
        var weight = 0
        for index in events.indices { weight += events[index].size }
        return weight
    }

    /// The id under which an event is found again: given, derived from the key, or nil (generated).
    func id(at index: Int) -> EventID? {
        events[index].id ?? key.map { EventID.derived(stream: stream, key: $0, index: index) }
    }

    /// The ids of all events; nil where every one is generated, which is most often so.
    var knownIDs: [EventID?]? {
        key != nil || hasGivenID ? events.indices.map { id(at: $0) } : nil
    }

    /// Checks the batch and each event against the limits.
    func validate() throws(LogError) {
        guard !events.isEmpty else {
            throw LogError(.emptyBatch, "a batch without events cannot be appended")
        }
        if let key {
            guard !key.isEmpty, key.utf8.count <= LogLimits.keyBytes else {
                throw LogError(
                    .invalidKey,
                    "an idempotency key of \(key.utf8.count) bytes is not accepted; 1 to \(LogLimits.keyBytes) are"
                )
            }
        }
        guard events.count <= LogLimits.batchEvents else {
            throw LogError(
                .tooLarge,
                "a batch of \(events.count) events is too large; at most \(LogLimits.batchEvents) are accepted"
            )
        }
        let size = try validateEvents()
        guard size <= LogLimits.batchBytes else {
            throw LogError(
                .tooLarge,
                "a batch of \(size) bytes is too large; at most \(LogLimits.batchBytes) are accepted")
        }
        guard !stream.isReserved, !hasReservedType else {
            throw LogError(.reservedName, "streams and types that begin with $ belong to the log itself")
        }
    }

    /// Checks each event and gives what they weigh together, in bytes.
    private func validateEvents() throws(LogError) -> Int {
        let events = events.span
        var size = 0
        for index in events.indices {
            try events[index].validate()
            size += events[index].size
            // The key would be forgotten: only ids are kept, and these events have their own.
            guard key == nil || events[index].id == nil else {
                throw LogError(
                    .invalidKey, "events with ids of their own take no idempotency key beside them")
            }
        }
        return size
    }

    private var hasGivenID: Bool {
        let events = events.span
        for index in events.indices where events[index].id != nil { return true }
        return false
    }

    private var hasReservedType: Bool {
        let events = events.span
        for index in events.indices where events[index].type.isReserved { return true }
        return false
    }
}

// Requests and events are gone through as spans: an iterator would copy each of them.
extension [AppendRequest] {
    /// What the batches weigh together, in bytes.
    var weight: Int {
        let requests = span
        var weight = 0
        for index in requests.indices { weight += requests[index].weight }
        return weight
    }

    /// Checks every batch and each of its events against the limits.
    func validate() throws(LogError) {
        let requests = span
        for index in requests.indices { try requests[index].validate() }
    }
}
