import CCrypto

/// SHA-256 (FIPS 180-4) of bytes that arrive in pieces, by libcrypto.
///
/// One value serves many hashes: `finalize()` starts the next. It holds its state itself, so making one costs
/// nothing.
@safe public struct SHA256: ~Copyable, Sendable {
    private var context = SHA256_CTX()

    /// A hash of nothing yet.
    public init() { start() }

    /// Adds `bytes` to what is hashed.
    public mutating func update(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe update(start: buffer.baseAddress, count: buffer.count)
        }
    }

    /// Adds one byte to what is hashed.
    public mutating func update(byte: UInt8) {
        unsafe withUnsafeBytes(of: byte) { buffer in
            unsafe update(start: buffer.baseAddress, count: buffer.count)
        }
    }

    /// Adds the 32 bytes of `digest` to what is hashed.
    public mutating func update(_ digest: SHA256Digest) {
        unsafe withUnsafeBytes(of: digest.memoryWords) { buffer in
            unsafe update(start: buffer.baseAddress, count: buffer.count)
        }
    }

    /// The hash of everything added since the start or the last `finalize()`, which this ends.
    public mutating func finalize() -> SHA256Digest {
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        let succeeded = unsafe withUnsafeMutableBytes(of: &words) { buffer in
            unsafe SHA256_Final(buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), &context)
        }
        precondition(succeeded == 1, "libcrypto could not finish a SHA-256 hash.")
        start()
        return SHA256Digest(memoryWords: words)
    }

    /// The hash of `bytes`.
    public static func hash(_ bytes: Span<UInt8>) -> SHA256Digest {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finalize()
    }

    private mutating func update(start: UnsafeRawPointer?, count: Int) {
        precondition(
            unsafe SHA256_Update(&context, start, count) == 1, "libcrypto could not hash more bytes.")
    }

    private mutating func start() {
        precondition(unsafe SHA256_Init(&context) == 1, "libcrypto could not start a SHA-256 hash.")
    }
}
