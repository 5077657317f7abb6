public import Digest

/// Computes the leaf of a record: what the Merkle tree holds of one event.
///
/// Leaf = SHA-256(0x00 | leaf version | kept part | SHA-256(withheld part)), the withheld part beginning
/// with its salt. Node and leaf prefixes are those of RFC 6962, section 2.1. An erased record carries the
/// inner digest instead of the withheld part, so its leaf stays the same.
public struct LeafHasher: ~Copyable {
    private var hash = SHA256()

    /// A hasher that can be used for many records.
    public init() {}

    /// The leaf of an event.
    public mutating func leaf(of event: borrowing Event) -> SHA256Digest {
        leaf(record: event.record, geometry: event.geometry)
    }

    /// The leaf of an erased event.
    public mutating func leaf(of event: borrowing WithheldEvent) -> SHA256Digest {
        leaf(record: event.record, geometry: event.geometry)
    }

    mutating func leaf(record: Span<UInt8>, geometry: RecordGeometry) -> SHA256Digest {
        let kept = record.extracting(geometry.keptAt..<geometry.withheldAt)
        let withheld = record.extracting(geometry.withheldAt..<geometry.checksumAt)
        if geometry.isErased {
            start()
            hash.update(kept)
            hash.update(withheld)
            return hash.finalize()
        }
        hash.update(withheld)
        let inner = hash.finalize()
        start()
        hash.update(kept)
        hash.update(inner)
        return hash.finalize()
    }

    /// The leaf of every position that a declared gap covers.
    mutating func leaf(of gap: GapRecord) -> SHA256Digest {
        hash.update(byte: 0x00)
        hash.update(byte: GapRecord.leafVersion)
        hash.update(gap.content.span)
        return hash.finalize()
    }

    private mutating func start() {
        hash.update(byte: 0x00)
        hash.update(byte: RecordLayout.leafVersion)
    }

    /// The node above two digests.
    mutating func node(_ left: SHA256Digest, _ right: SHA256Digest) -> SHA256Digest {
        hash.update(byte: 0x01)
        hash.update(left)
        hash.update(right)
        return hash.finalize()
    }
}
