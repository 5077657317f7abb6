public import Digest

/// Where two logs part: how far they hold the same entries, and what stands in either after that.
///
/// Entries are the same when their leaves in the Merkle tree are, so the root over what both have in common
/// is the one that either log had at that size. It does not matter how a log is stored, whether events were
/// erased on one side, or which ids the logs go by: a full import keeps the leaves, and a copy that was
/// continued by itself shares those before.
public struct LogDivergence: Sendable {
    /// What one log holds after the common part.
    public struct Rest: Sendable {
        /// The log's last position when it was read; 0 for an empty log.
        public let last: UInt64
        /// How many positions come after the common part.
        public let count: UInt64
        /// The places from there on, and the one at which the comparison ended, that cannot be read.
        public internal(set) var unread: [Unread] = []
    }

    /// A place that has no leaf of its own, so that it can be compared with nothing.
    public struct Unread: Hashable, Sendable {
        /// The positions.
        public let positions: ClosedRange<UInt64>
        /// What stands there, in a few words.
        public let problem: String
    }

    /// An event that stands in both logs after they parted.
    public struct SharedEvent: Hashable, Sendable {
        /// The id.
        public let id: EventID
        /// The position in the left log.
        public let left: UInt64
        /// The position in the right log.
        public let right: UInt64
        /// Whether stream, type, subject, time, metadata and payload are the same too; nil where one was
        /// erased.
        public let isSame: Bool?
    }

    /// The last position up to which both logs hold the same entries; 0 where already the first ones differ.
    public let common: UInt64

    /// The root over the common part.
    public let root: SHA256Digest

    /// What the left log holds after it.
    public let left: Rest

    /// What the right log holds after it.
    public let right: Rest

    /// The events with an id that stands on both sides after the common part, by their positions on the
    /// right.
    public let shared: [SharedEvent]

    /// Compares two logs.
    ///
    /// Each log is read once, and each leaf is computed once: up to the place where the logs part, side by
    /// side.
    ///
    /// - Throws: `LogError` when a log cannot be read at all; single places that cannot be are named in
    ///   `unread`.
    /// - Complexity: O(n) in the entries of both; memory grows with what comes after the common part.
    public init(_ left: any EventSource, _ right: any EventSource) throws(LogError) {
        let (one, other) = (try LeafWalk(left), try LeafWalk(right))
        var hasher = LeafHasher()
        var frontier = MerkleFrontier()
        while let a = one.current, let b = other.current, let leaf = a.leaf, leaf == b.leaf,
            a.positions == b.positions
        {
            frontier.append(leaf, count: UInt64(a.positions.count), using: &hasher)
            try one.advance()
            try other.advance()
        }
        common = frontier.size
        root = frontier.root(using: &hasher)
        let (mine, theirs) = (try LogRemainder(one), try LogRemainder(other))
        self.left = Rest(last: one.last, count: one.last - common, unread: mine.unread)
        self.right = Rest(last: other.last, count: other.last - common, unread: theirs.unread)
        shared = theirs.events.compactMap { event in
            guard let match = mine.events[mine.numbers[event.id]] else { return nil }
            let isSame = event.content.flatMap { content in match.content.map { $0 == content } }
            return SharedEvent(id: event.id, left: match.position, right: event.position, isSame: isSame)
        }
    }

    /// Whether both logs hold the same, as far as every place could be read.
    public var isSame: Bool { left.count == 0 && right.count == 0 }

    /// Whether every place could be compared.
    public var isComplete: Bool { left.unread.isEmpty && right.unread.isEmpty }
}

extension Array {
    /// The element at a place that may not be known.
    fileprivate subscript(place: Int?) -> Element? { place.map { self[$0] } }
}
