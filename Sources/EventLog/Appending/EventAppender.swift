/// A log that takes events: the one in LMDB, and the one in memory.
public protocol EventAppender: EventSource {
    /// Appends every request in one transaction: all of them, or nothing.
    ///
    /// A key or id that is known with the same content gives the first receipt again, for ever; that look-up
    /// comes before the expectation. Returning means that the events are durable and readable.
    ///
    /// - Throws: `LogError`: `unexpectedRevision` with both revisions, `idempotencyConflict` with the fields
    ///   that differ, `partiallyKnown`, or what is wrong with a part of the batch.
    func append(_ requests: [AppendRequest]) throws(LogError) -> [Receipt]
}

extension EventAppender {
    /// Appends `events` to one stream, all or nothing.
    ///
    /// - Parameters:
    ///   - events: At least one event; together at most 64 MiB.
    ///   - stream: The history they belong to.
    ///   - expected: What the stream must look like.
    ///   - key: The caller's name for this append; a retry under it appends nothing.
    /// - Throws: As `append(_:)`.
    @discardableResult
    public func append(
        _ events: [ProposedEvent], to stream: StreamName, expecting expected: ExpectedRevision = .any,
        key: String? = nil
    ) throws(LogError) -> Receipt {
        try append([AppendRequest(events, to: stream, expecting: expected, key: key)])[0]
    }
}
