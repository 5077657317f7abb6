import Digest
import EventLog
import TestSupport
import Testing

/// The frontier gives the roots of RFC 6962, computed here by the RFC's own recursion.
@Suite struct MerkleFrontierTests {
    /// Section 2.1 over leaves that are hashed already.
    private static func root(_ leaves: ArraySlice<[UInt8]>) -> [UInt8] {
        guard let first = leaves.first else { return sha256([]) }
        if leaves.count == 1 { return first }
        var split = 1
        while split * 2 < leaves.count { split *= 2 }
        let middle = leaves.startIndex + split
        return sha256([0x01] + root(leaves[..<middle]) + root(leaves[middle...]))
    }

    private static func leaf(_ number: UInt64) -> [UInt8] {
        var random = SplitMix64(seed: number)
        return (0..<32).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }

    private static func digest(_ bytes: [UInt8]) throws -> SHA256Digest {
        let digest = SHA256Digest(bytes: bytes.span)
        return try #require(digest)
    }

    @Test func rootsOfAllSmallTrees() throws {
        var hasher = LeafHasher()
        var frontier = MerkleFrontier()
        var leaves: [[UInt8]] = []
        #expect(frontier.root.bytes == sha256([]))
        for size in 1...130 {
            leaves.append(Self.leaf(UInt64(size)))
            frontier.append(try Self.digest(leaves[size - 1]), using: &hasher)
            #expect(frontier.size == UInt64(size))
            #expect(frontier.root(using: &hasher).bytes == Self.root(leaves[...]), "size \(size)")
            #expect(frontier.digests.count == size.nonzeroBitCount)
        }
    }

    @Test func rootsOfRandomTrees() throws {
        var random = SplitMix64(seed: 6962)
        for _ in 0..<8 {
            let size = random.number(131...5_000)
            let leaves = (0..<size).map { Self.leaf(UInt64($0) &+ random.next()) }
            var hasher = LeafHasher()
            var frontier = MerkleFrontier()
            for leaf in leaves { frontier.append(try Self.digest(leaf), using: &hasher) }
            #expect(frontier.root.bytes == Self.root(leaves[...]), "size \(size)")
            // Read back in the middle, it goes on as before.
            var again = try #require(MerkleFrontier(size: frontier.size, digests: frontier.digests))
            again.append(try Self.digest(leaves[0]), using: &hasher)
            #expect(again.root.bytes == Self.root((leaves + [leaves[0]])[...]))
        }
    }

    @Test func aFrontierThatDoesNotFitIsRefused() {
        #expect(MerkleFrontier(size: 3, digests: [.zero]) == nil)
        #expect(MerkleFrontier(size: 4, digests: [.zero, .zero]) == nil)
        #expect(MerkleFrontier(size: 0, digests: [.zero]) == nil)
        #expect(MerkleFrontier(size: 0, digests: [])?.root == MerkleFrontier().root)
    }

    @Test(arguments: Implementation.allCases)
    func theHeadHoldsTheRootOverAllLeaves(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        var random = SplitMix64(seed: 5)
        for _ in 0..<30 {
            try subject.log.append(events(1...random.number(1...9)), to: stream("\(random.number(1...4))"))
        }
        var leaves: [[UInt8]] = []
        try subject.log.forEachBlock { block in
            for index in 0..<block.count {
                guard let event = block.event(at: index) else { continue }
                let record = bytes(of: event.bytes)
                let kept = Int(record[8]) | Int(record[9]) << 8
                let withheld = Array(record[(16 + kept)..<record.count - 8])
                leaves.append(sha256([0x00, 0x01] + record[16..<16 + kept] + sha256(withheld)))
            }
            return .proceed
        }
        #expect(try subject.log.head().root.bytes == Self.root(leaves[...]))
    }
}
