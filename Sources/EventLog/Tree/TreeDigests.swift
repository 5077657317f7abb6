public import Digest

/// Roots over stretches of a log's leaves, computed in one reading of the log.
///
/// Nothing of the tree is stored but its edge: leaves are hashed from the records, so what comes out is what
/// the records say now. Memory grows with the number of stretches alone.
public struct TreeDigests: Sendable {
    /// The roots of the stretches that were asked for, in that order; nil where a place in one had no leaf.
    public let roots: [SHA256Digest?]

    /// Reads the log and computes the root over each of `stretches`, which count leaves from 0.
    ///
    /// - Throws: `LogError` when the log cannot be read, or ends before a stretch does (`outOfRange`).
    /// - Complexity: O(n) in the entries up to the end of the last stretch.
    public init(_ stretches: [Range<UInt64>], in log: any EventSource) throws(LogError) {
        let end = stretches.map(\.upperBound).max() ?? 0
        var parts = stretches.map { Part(stretch: $0) }
        // By their starts, so that only those under way are looked at for each leaf.
        let order = parts.indices.sorted { parts[$0].stretch.lowerBound < parts[$1].stretch.lowerBound }
        var (waiting, open) = (order[...], [Int]())
        var hasher = LeafHasher()
        var last: UInt64 = 0
        if end > 0 {
            let walk = try LeafWalk(log)
            while let entry = walk.current, entry.positions.lowerBound <= end {
                let leaves = entry.positions.lowerBound - 1..<entry.positions.upperBound
                while let next = waiting.first, parts[next].stretch.lowerBound < leaves.upperBound {
                    open.append(next)
                    waiting.removeFirst()
                }
                for index in open { parts[index].add(leaves, entry.leaf, &hasher) }
                open.removeAll { parts[$0].stretch.upperBound <= leaves.upperBound }
                last = leaves.upperBound
                try walk.advance()
            }
        }
        guard last >= end else { throw LogError.outOfRange(end, head: last) }
        roots = parts.map { $0.isWhole ? $0.frontier.root(using: &hasher) : nil }
    }

    private struct Part {
        let stretch: Range<UInt64>
        var frontier = MerkleFrontier()
        var isWhole = true

        mutating func add(_ leaves: Range<UInt64>, _ leaf: SHA256Digest?, _ hasher: inout LeafHasher) {
            let common = leaves.clamped(to: stretch)
            guard !common.isEmpty else { return }
            guard let leaf else {
                isWhole = false
                return
            }
            if common.count == 1 {
                frontier.append(leaf, using: &hasher)
            } else {
                frontier.append(leaf, count: common.upperBound - common.lowerBound, using: &hasher)
            }
        }
    }
}

extension TreeDigests {
    /// A leaf with the proof that it is in the tree of some size, or what stood in the way.
    public struct Inclusion: Hashable, Sendable {
        /// The leaf.
        public let leaf: SHA256Digest
        /// The proof, from the leaf's sibling up.
        public let proof: [SHA256Digest]
        /// The root of the tree.
        public let root: SHA256Digest
    }

    /// The proof that the event at `position` is among the first `size` ones; nil where a place among them
    /// has no leaf.
    ///
    /// - Throws: `LogError`: `outOfRange` where the log is shorter.
    /// - Complexity: O(size).
    public static func inclusion(
        of position: UInt64, in size: UInt64, of log: any EventSource
    ) throws(LogError) -> Inclusion? {
        guard position >= 1, position <= size else { throw LogError.outOfRange(position, head: size) }
        let stretches = TreeProof.inclusion(of: position - 1, in: size)
        let found = try TreeDigests([position - 1..<position, 0..<size] + stretches, in: log).roots
        let known = found.compactMap { $0 }
        guard known.count == found.count else { return nil }
        return Inclusion(leaf: known[0], proof: Array(known.dropFirst(2)), root: known[1])
    }
}
