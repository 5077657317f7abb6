/// The events of an import in the order in which they are to be appended, and what became of the rows.
public struct ImportBatch: Sequence, Sendable {
    /// The events, in order.
    public let events: [ImportedEvent]

    /// What became of the rows.
    public let summary: ImportSummary

    /// A batch with its summary.
    public init(events: [ImportedEvent], summary: ImportSummary) {
        self.events = events
        self.summary = summary
    }

    /// Runs over the events in order.
    public func makeIterator() -> IndexingIterator<[ImportedEvent]> { events.makeIterator() }
}

/// What an import made of the rows it was given.
public struct ImportSummary: Hashable, Sendable {
    /// Rows that were passed over for one reason.
    public struct Skipped: Hashable, Sendable {
        /// Why, as the end of a sentence: `repeats an earlier row`.
        public let reason: String

        /// How many rows.
        public let count: Int

        /// Rows that were passed over.
        public init(reason: String, count: Int) {
            self.reason = reason
            self.count = count
        }
    }

    /// Rows read, without headers.
    public var rows: Int

    /// Events made.
    public var events: Int

    /// Different streams among the events.
    public var streams: Int

    /// What was passed over; reasons without a row are left out.
    public var skipped: [Skipped]

    /// What the user should know, each a sentence.
    public var notes: [String]

    /// A summary.
    public init(rows: Int, events: Int, streams: Int, skipped: [Skipped] = [], notes: [String] = []) {
        self.rows = rows
        self.events = events
        self.streams = streams
        self.skipped = skipped
        self.notes = notes
    }
}
