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
    var size: Int { events.reduce(0) { $0 + $1.size } }

    /// The ids under which the events are found again: given, derived from the key, or nil (generated).
    func id(at index: Int) -> EventID? {
        events[index].id ?? key.map { EventID.derived(stream: stream, key: $0, index: index) }
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
        var size = 0
        for event in events {
            try event.validate()
            size += event.size
            // The key would be forgotten: only ids are kept, and these events have their own.
            guard key == nil || event.id == nil else {
                throw LogError(
                    .invalidKey, "events with ids of their own take no idempotency key beside them")
            }
        }
        guard size <= LogLimits.batchBytes else {
            throw LogError(
                .tooLarge,
                "a batch of \(size) bytes is too large; at most \(LogLimits.batchBytes) are accepted")
        }
        guard !stream.isReserved, !events.contains(where: { $0.type.isReserved }) else {
            throw LogError(.reservedName, "streams and types that begin with $ belong to the log itself")
        }
    }
}
