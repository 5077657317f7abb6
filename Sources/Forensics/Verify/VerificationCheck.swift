/// One of the things that `Verification` looks at.
public enum VerificationCheck: String, CaseIterable, Hashable, Sendable {
    /// The file below the records: pages, tables, lengths.
    case container
    /// Each record by itself: layout and checksum, payload included.
    case records
    /// Positions, log ids, batches and ids of events.
    case positions
    /// Numbers, names and revisions of streams.
    case streams
    /// The root over all leaves against the one that the log carries.
    case tree
    /// What the log keeps to find events quickly, read as the application reads it.
    case indexes
    /// Recorded times and clocks.
    case times
    /// Types, versions and the form of payloads.
    case schema
    /// Stored rows against a replay.
    case projections
    /// Roots that were kept elsewhere.
    case anchor
}
