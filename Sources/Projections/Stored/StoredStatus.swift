/// How one set of stored rows stands to the log.
public struct StoredStatus: Hashable, Sendable {
    /// What may be said of a set.
    public enum State: Hashable, Sendable {
        /// The rows are as of the log's last event.
        case current
        /// So many events came after the rows' checkpoint.
        case behind(UInt64)
        /// An event could not be applied; the rows stand just before it.
        case failed(at: UInt64)
        /// The checkpoint is an event that the log does not have: an older copy of the log was put in place.
        case ahead
        /// The rows were made from another log.
        case otherLog
        /// The rows were made under other schema or Unicode versions.
        case stale
        /// The record about the rows is damaged; its name and version are not known.
        case damaged
        /// No rows are stored.
        case missing
        /// The rows belong to another version, to other parameters, or to a projection that is not known
        /// here.
        case other
    }

    /// The projection's name; empty where the record is damaged.
    public let name: String

    /// The version of the fold that made the rows.
    public let version: UInt32

    /// The parameters under which they were made.
    public let parameters: [Parameter]

    /// The last event whose changes are in the rows.
    public let checkpoint: UInt64

    /// How many rows there are, in all streams.
    public let rowCount: UInt64

    /// When the rows were last built anew, in milliseconds since 1970; nil where they grew with the log.
    public let builtAt: Int64?

    /// Why they were built anew.
    public let reason: String?

    /// How the rows stand to the log.
    public let state: State
}
