import CXXHash

/// The XXH3 hashes of libxxhash: fast, stable across versions and machines, not cryptographic.
///
/// They find accidental damage; they prove nothing against an attacker. Use `SHA256` for that.
public enum XXH3 {
    /// The 64-bit hash of `bytes`.
    public static func hash64(_ bytes: Span<UInt8>) -> UInt64 {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe XXH3_64bits(buffer.baseAddress, buffer.count)
        }
    }

    /// The 64-bit hash of `bytes` under `seed`; seed zero gives the plain hash.
    public static func hash64(_ bytes: Span<UInt8>, seed: UInt64) -> UInt64 {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe XXH3_64bits_withSeed(buffer.baseAddress, buffer.count, seed)
        }
    }

    /// The 128-bit hash of `bytes`.
    public static func hash128(_ bytes: Span<UInt8>) -> Hash128 {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            Hash128(unsafe XXH3_128bits(buffer.baseAddress, buffer.count))
        }
    }

    /// The 128-bit hash of `bytes` under `seed`; seed zero gives the plain hash.
    public static func hash128(_ bytes: Span<UInt8>, seed: UInt64) -> Hash128 {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            Hash128(unsafe XXH3_128bits_withSeed(buffer.baseAddress, buffer.count, seed))
        }
    }
}

extension Hash128 {
    fileprivate init(_ hash: XXH128_hash_t) {
        self.init(low: hash.low64, high: hash.high64)
    }
}
