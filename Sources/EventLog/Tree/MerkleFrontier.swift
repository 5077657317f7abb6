public import Digest

/// The right edge of a Merkle tree (RFC 6962, section 2.1): enough to append leaves and to know the root.
///
/// It holds one digest for each 1 in the binary form of `size`: the roots of the perfect subtrees from
/// left to right.
public struct MerkleFrontier: Hashable, Sendable {
    /// The number of leaves.
    public private(set) var size: UInt64
    /// The roots of the perfect subtrees, largest first.
    public private(set) var digests: [SHA256Digest]

    /// The frontier of an empty tree.
    public init() {
        size = 0
        digests = []
    }

    /// A frontier read back; nil when the count of digests does not fit the size.
    public init?(size: UInt64, digests: [SHA256Digest]) {
        guard digests.count == size.nonzeroBitCount else { return nil }
        self.size = size
        self.digests = digests
    }

    /// Adds a leaf at the right.
    ///
    /// - Complexity: O(1) amortised, O(log n) at worst.
    public mutating func append(_ leaf: SHA256Digest, using hasher: inout LeafHasher) {
        var digest = leaf
        var carry = size
        while carry & 1 == 1 {
            digest = hasher.node(digests.removeLast(), digest)
            carry >>= 1
        }
        digests.append(digest)
        size += 1
    }

    /// Adds the same leaf `count` times, as a declared gap does.
    ///
    /// - Complexity: O(log² count), not O(count): equal leaves make equal subtrees.
    package mutating func append(_ leaf: SHA256Digest, count: UInt64, using hasher: inout LeafHasher) {
        var perfect = [leaf]
        var rest = count
        while rest > 0 {
            let level = min(size.trailingZeroBitCount, UInt64.bitWidth - 1 - rest.leadingZeroBitCount)
            while perfect.count <= level {
                let top = perfect[perfect.count - 1]
                perfect.append(hasher.node(top, top))
            }
            append(subtree: perfect[level], level: level, using: &hasher)
            rest -= 1 << UInt64(level)
        }
    }

    /// Adds the root of 2^`level` leaves where a subtree of that size begins.
    private mutating func append(subtree: SHA256Digest, level: Int, using hasher: inout LeafHasher) {
        var digest = subtree
        var carry = size >> UInt64(level)
        while carry & 1 == 1 {
            digest = hasher.node(digests.removeLast(), digest)
            carry >>= 1
        }
        digests.append(digest)
        size += 1 << UInt64(level)
    }

    /// The root over all leaves; SHA-256 of nothing for an empty tree.
    ///
    /// - Complexity: O(log n).
    public func root(using hasher: inout LeafHasher) -> SHA256Digest {
        guard var digest = digests.last else { return SHA256.hash([UInt8]().span) }
        for left in digests.dropLast().reversed() { digest = hasher.node(left, digest) }
        return digest
    }

    /// The root over all leaves, with a hasher of its own.
    public var root: SHA256Digest {
        var hasher = LeafHasher()
        return root(using: &hasher)
    }
}
