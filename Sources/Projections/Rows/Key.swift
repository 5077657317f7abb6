import Digest

/// The key of a row while one event is applied: hashed once, used for several rows.
///
/// It is valid only during the call of `apply` that made it.
public struct Key: BitwiseCopyable, Sendable {
    /// The hash of a key's bytes.
    struct HashValue: BitwiseCopyable, Hashable, Sendable {
        let low: UInt64
        let high: UInt64
    }

    /// The hash of the key's bytes.
    let hash: HashValue
    /// Where the key's bytes begin in the store's memory.
    let start: Int
    /// How many bytes the key has.
    let length: Int

    init(hash: HashValue, start: Int, length: Int) {
        self.hash = hash
        self.start = start
        self.length = length
    }
}

extension Key.HashValue {
    /// The hash of a key's bytes: 128 bits of XXH3.
    @inline(__always)
    init(_ bytes: Span<UInt8>) {
        let hash = XXH3.hash128(bytes)
        self.init(low: hash.low, high: hash.high)
    }
}
