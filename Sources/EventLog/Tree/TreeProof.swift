public import Digest

/// The two proofs of RFC 6962 over a log's tree: that an entry is in it, and that one tree begins another.
///
/// A proof is a list of digests, each the root over a stretch of leaves; `inclusion` and `consistency` say
/// which stretches, and `TreeDigests` computes them from a log.
public enum TreeProof {
    /// The stretches of leaves whose roots prove that leaf `index` is in the tree of `size` leaves, from the
    /// leaf's sibling up (RFC 6962, section 2.1.1).
    ///
    /// - Precondition: `index` is below `size`.
    /// - Complexity: O(log size).
    public static func inclusion(of index: UInt64, in size: UInt64) -> [Range<UInt64>] {
        precondition(index < size, "only a leaf of the tree can be proved to be in it")
        var (tree, path) = (0..<size, [Range<UInt64>]())
        while tree.count > 1 {
            let middle = split(tree)
            if index < middle {
                path.append(middle..<tree.upperBound)
                tree = tree.lowerBound..<middle
            } else {
                path.append(tree.lowerBound..<middle)
                tree = middle..<tree.upperBound
            }
        }
        return path.reversed()
    }

    /// The stretches of leaves whose roots prove that the tree of `size` leaves begins with that of `old`
    /// leaves (RFC 6962, section 2.1.2); none where the two are one, or the old one is empty.
    ///
    /// - Precondition: `old` is at most `size`.
    /// - Complexity: O(log size).
    public static func consistency(from old: UInt64, to size: UInt64) -> [Range<UInt64>] {
        precondition(old <= size, "a tree begins with a smaller one only")
        guard old > 0, old < size else { return [] }
        var (tree, path) = (0..<size, [Range<UInt64>]())
        var isWhole = true
        while old != tree.upperBound {
            let middle = split(tree)
            if old <= middle {
                path.append(middle..<tree.upperBound)
                tree = tree.lowerBound..<middle
            } else {
                path.append(tree.lowerBound..<middle)
                tree = middle..<tree.upperBound
                isWhole = false
            }
        }
        if !isWhole { path.append(tree) }
        return path.reversed()
    }

    /// Whether `proof` shows that `leaf` is leaf `index` of the tree of `size` leaves with that root.
    ///
    /// - Complexity: O(log size).
    public static func proves(
        _ leaf: SHA256Digest, at index: UInt64, in size: UInt64, root: SHA256Digest, _ proof: [SHA256Digest]
    ) -> Bool {
        guard index < size else { return false }
        let stretches = inclusion(of: index, in: size)
        guard stretches.count == proof.count else { return false }
        var hasher = LeafHasher()
        var digest = leaf
        for (stretch, other) in zip(stretches, proof) {
            digest = stretch.upperBound <= index ? hasher.node(other, digest) : hasher.node(digest, other)
        }
        return digest == root
    }

    /// Whether `proof` shows that the tree of `size` leaves and `root` begins with that of `old` leaves and
    /// `oldRoot`.
    ///
    /// - Complexity: O(log size).
    public static func proves(
        _ oldRoot: SHA256Digest, of old: UInt64, begins root: SHA256Digest, of size: UInt64,
        _ proof: [SHA256Digest]
    ) -> Bool {
        guard old <= size else { return false }
        let stretches = consistency(from: old, to: size)
        guard stretches.count == proof.count else { return false }
        if old == size { return oldRoot == root }
        if old == 0 { return oldRoot == MerkleFrontier().root }
        var hasher = LeafHasher()
        // Where the old tree is a whole subtree of the new one, its root is not sent again.
        let isWhole = stretches.first.map { $0.lowerBound >= old } ?? false
        var (small, large) = isWhole ? (oldRoot, oldRoot) : (proof[0], proof[0])
        for (stretch, digest) in zip(stretches, proof).dropFirst(isWhole ? 0 : 1) {
            if stretch.upperBound <= old {
                small = hasher.node(digest, small)
                large = hasher.node(digest, large)
            } else {
                large = hasher.node(large, digest)
            }
        }
        return small == oldRoot && large == root
    }

    /// Where a stretch of more than one leaf parts: after the largest power of two below its length.
    private static func split(_ tree: Range<UInt64>) -> UInt64 {
        let last = tree.upperBound - tree.lowerBound - 1
        return tree.lowerBound + 1 << UInt64(UInt64.bitWidth - 1 - last.leadingZeroBitCount)
    }
}
