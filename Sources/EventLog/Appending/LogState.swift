/// Everything an append needs to know of the log's end: what the `head` record holds.
struct LogState: Hashable, Sendable {
    /// The last position; 0 when the log is empty.
    var position: UInt64 = 0
    /// The last event's recorded time; nil when the log is empty.
    var recorded: Int64?
    /// The last id that the log generated; ids rise from here.
    var lastGeneratedID = EventID(high: 0, low: 0)
    /// The number of streams.
    var streamCount: UInt32 = 0
    /// The right edge of the tree.
    var frontier = MerkleFrontier()

    /// Where the log ends.
    var head: LogHead { LogHead(position: position, root: frontier.root, recorded: recorded) }
}

/// A stream's number and how far it is.
struct StreamState: Hashable, Sendable {
    var number: UInt32
    var revision: UInt64
}
