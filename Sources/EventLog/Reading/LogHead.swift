public import Digest

/// Where a log ends: its last position and the root of the tree over everything up to there.
public struct LogHead: Hashable, Sendable {
    /// The last position; 0 when the log is empty.
    public let position: UInt64
    /// The root of the Merkle tree over all positions up to `position`.
    public let root: SHA256Digest
    /// The recorded time of the last event, in milliseconds since 1970; nil when the log is empty.
    public let recorded: Int64?

    /// A head.
    public init(position: UInt64, root: SHA256Digest, recorded: Int64?) {
        self.position = position
        self.root = root
        self.recorded = recorded
    }
}

extension LogHead: CustomStringConvertible {
    /// `POSITION:ROOT`, the form in which a head is kept outside the log.
    public var description: String { "\(position):\(root.hex)" }
}
