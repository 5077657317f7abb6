import Digest
import EventCoding
import EventLog
import Foundation
import Testing

/// The proofs, held against the definition in RFC 6962, section 2.1, written down as it stands there.
@Suite("Proofs over the tree")
struct TreeProofTests {
    private static let size = 256

    /// The roots over all stretches that proofs name, by the recursive definition.
    private final class Definition {
        private let leaves: [SHA256Digest]
        private var known: [Range<UInt64>: SHA256Digest] = [:]

        init(_ count: Int) {
            leaves = (0..<count).map { SHA256.hash([UInt8(0), UInt8($0 & 0xFF), UInt8($0 >> 8)].span) }
        }

        func leaf(_ index: UInt64) -> SHA256Digest { leaves[Int(index)] }

        func root(_ stretch: Range<UInt64>) -> SHA256Digest {
            if stretch.count == 1 { return leaf(stretch.lowerBound) }
            if let root = known[stretch] { return root }
            var k: UInt64 = 1
            while k * 2 < UInt64(stretch.count) { k *= 2 }
            let middle = stretch.lowerBound + k
            let root = SHA256.hash(
                ([1] + root(stretch.lowerBound..<middle).bytes + root(middle..<stretch.upperBound).bytes).span
            )
            known[stretch] = root
            return root
        }
    }

    private func flipped(_ digest: SHA256Digest, _ bit: Int) -> SHA256Digest {
        var bytes = digest.bytes
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        return SHA256Digest(bytes: bytes.span) ?? digest
    }

    /// The digests of a proof of which a bit is flipped: one of them, another one for each pair, or all where
    /// `TRAVELOG_ALL_FLIPS` is set.
    private func flippedPlaces(_ proof: [SHA256Digest], _ pair: Int) -> [Int] {
        if ProcessInfo.processInfo.environment["TRAVELOG_ALL_FLIPS"] != nil { return Array(proof.indices) }
        return proof.isEmpty ? [] : [pair % proof.count]
    }

    /// Each of the 32 896 pairs is proved, and refused with a flipped bit in leaf, root or proof, with another
    /// index and with another length.
    @Test func inclusionOfEveryLeafInEveryTree() {
        let tree = Definition(Self.size)
        var pairs = 0
        for size in 1...UInt64(Self.size) {
            let root = tree.root(0..<size)
            for index in 0..<size {
                pairs += 1
                let bit = pairs % 256
                let leaf = tree.leaf(index)
                let proof = TreeProof.inclusion(of: index, in: size).map(tree.root)
                var wrong = 0
                if !TreeProof.proves(leaf, at: index, in: size, root: root, proof) { wrong += 1 }
                if TreeProof.proves(flipped(leaf, bit), at: index, in: size, root: root, proof) { wrong += 1 }
                if TreeProof.proves(leaf, at: index, in: size, root: flipped(root, bit), proof) { wrong += 1 }
                for place in flippedPlaces(proof, pairs) {
                    var other = proof
                    other[place] = flipped(other[place], bit)
                    if TreeProof.proves(leaf, at: index, in: size, root: root, other) { wrong += 1 }
                }
                if TreeProof.proves(leaf, at: index ^ 1, in: size, root: root, proof), size > 1 { wrong += 1 }
                if TreeProof.proves(leaf, at: index, in: size, root: root, proof + [leaf]) { wrong += 1 }
                if TreeProof.proves(leaf, at: size, in: size, root: root, proof) { wrong += 1 }
                #expect(wrong == 0, "leaf \(index) of \(size)")
            }
        }
        #expect(pairs == 32_896)
    }

    @Test func consistencyOfEveryTreeWithEveryLaterOne() {
        let tree = Definition(Self.size)
        var pairs = 0
        for size in 1...UInt64(Self.size) {
            let root = tree.root(0..<size)
            for old in 1...size {
                pairs += 1
                let bit = pairs % 256
                let before = tree.root(0..<old)
                let proof = TreeProof.consistency(from: old, to: size).map(tree.root)
                func holds(_ one: SHA256Digest, _ other: SHA256Digest, _ proof: [SHA256Digest]) -> Bool {
                    TreeProof.proves(one, of: old, begins: other, of: size, proof)
                }
                var wrong = holds(before, root, proof) ? 0 : 1
                if holds(flipped(before, bit), root, proof) { wrong += 1 }
                if holds(before, flipped(root, bit), proof) { wrong += 1 }
                for place in flippedPlaces(proof, pairs) {
                    var other = proof
                    other[place] = flipped(other[place], bit)
                    if holds(before, root, other) { wrong += 1 }
                }
                if holds(before, root, proof + [before]) { wrong += 1 }
                if TreeProof.proves(root, of: size + 1, begins: root, of: size, []) { wrong += 1 }
                #expect(wrong == 0, "\(old) to \(size)")
            }
        }
        #expect(pairs == 32_896)
    }

    @Test func nothingBeginsEverything() {
        let tree = Definition(5)
        #expect(
            TreeProof.proves(MerkleFrontier().root, of: 0, begins: tree.root(0..<5), of: 5, []))
        #expect(!TreeProof.proves(tree.root(0..<5), of: 0, begins: tree.root(0..<5), of: 5, []))
    }

    @Test func digestsOfALogProveItsEvents() throws {
        let log = MemoryLog(clock: { 1_000 })
        let type = try EventType(validating: "thing.happened")
        let stream = try StreamName("me")
        for number in 0..<37 {
            let event = ProposedEvent(type: type, payload: PayloadValue.integer(Int64(number)).cbor)
            _ = try log.append([AppendRequest([event], to: stream)])
        }
        for size in [1, 2, 20, 37] as [UInt64] {
            for position in 1...size {
                let found = try #require(try TreeDigests.inclusion(of: position, in: size, of: log))
                #expect(
                    TreeProof.proves(found.leaf, at: position - 1, in: size, root: found.root, found.proof))
            }
            let roots = try TreeDigests(
                [0..<size, 0..<37] + TreeProof.consistency(from: size, to: 37), in: log
            ).roots.compactMap { $0 }
            #expect(roots[1] == log.head().root)
            #expect(TreeProof.proves(roots[0], of: size, begins: roots[1], of: 37, Array(roots.dropFirst(2))))
        }
        #expect(throws: LogError.self) { try TreeDigests.inclusion(of: 38, in: 38, of: log) }
        #expect(throws: LogError.self) { try TreeDigests([0..<38], in: log) }
    }

    @Test func aDeclaredGapHasALeafForEachPlace() throws {
        let log = MemoryLog(clock: { 1_000 })
        let type = try EventType(validating: "thing.happened")
        let event = ProposedEvent(type: type, payload: PayloadValue.integer(1).cbor)
        _ = try log.append([AppendRequest([event, event], to: try StreamName("me"))])
        var restoration = LogRestoration(
            identity: LogIdentity(
                of: .random(), created: 0,
                from: LogOrigin(
                    logID: log.identity().logID, position: 2, root: nil, epochs: log.identity().epochs,
                    recordsThrough: 2, traits: .salvaged)))
        var block = EventBlock()
        try log.read(1, into: &block)
        if let first = block.event(at: 0) { try restoration.append(RestoredEvent(first)) }
        try restoration.append(missing: 2...1_000_001, reason: .salvaged)
        let salvaged = MemoryLog(restoring: restoration)
        for (position, size) in [(1, 2), (2, 7), (900_000, 1_000_001)] as [(UInt64, UInt64)] {
            let found = try #require(try TreeDigests.inclusion(of: position, in: size, of: salvaged))
            #expect(TreeProof.proves(found.leaf, at: position - 1, in: size, root: found.root, found.proof))
        }
        #expect(try TreeDigests([0..<1_000_001], in: salvaged).roots[0] == salvaged.head().root)
    }
}
