package import Digest

/// The tree of a log, computed anew from what its readers see, place by place.
package final class EntryTree {
    private let identity: LogIdentity
    private var hasher = LeafHasher()
    private var frontier = MerkleFrontier()
    /// Whether every place so far has a leaf: an unreadable or undeclared one has none, and then no root is known.
    package private(set) var isWhole = true

    /// A tree without leaves, for the log that is `identity`.
    package init(of identity: LogIdentity) { self.identity = identity }

    /// The root over everything added; nil where a place had no leaf.
    package var root: SHA256Digest? { isWhole ? frontier.root(using: &hasher) : nil }

    /// Adds the entry at `index` and gives its leaf, where it has one of its own.
    ///
    /// - Precondition: The entry follows the one added before, in a reading of the whole log.
    @discardableResult
    package func add(_ block: borrowing EventBlock, at index: Int) -> SHA256Digest? {
        let leaf: SHA256Digest
        switch block.entry(at: index) {
        case .event(let event): leaf = hasher.leaf(of: event)
        case .withheld(let event): leaf = hasher.leaf(of: event)
        case .missing(_, .undeclared), .unreadable:
            isWhole = false
            return nil
        case .missing(let range, let reason):
            let gap = GapRecord(logID: identity.logID(at: range.upperBound), range: range, reason: reason)
            frontier.append(hasher.leaf(of: gap), count: UInt64(range.count), using: &hasher)
            return nil
        }
        frontier.append(leaf, using: &hasher)
        return leaf
    }
}
