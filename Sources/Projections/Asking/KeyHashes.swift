import Digest

/// Keys of one table by their hashes: tells quickly that a key is not among them.
struct KeyHashes {
    private var hashes: Set<UInt64> = []

    /// These keys.
    init(_ keys: some Sequence<RowKey> = []) { for key in keys { insert(key) } }

    /// Whether there is no key.
    var isEmpty: Bool { hashes.isEmpty }

    /// Adds a key.
    mutating func insert(_ key: RowKey) { hashes.insert(XXH3.hash128(key.bytes.span).low) }

    /// Whether a key may be among them; a wrong yes is rare.
    func mayContain(_ key: Span<UInt8>) -> Bool { hashes.contains(XXH3.hash128(key).low) }
}
