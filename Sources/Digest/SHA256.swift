import CCrypto

/// SHA-256 (FIPS 180-4) of bytes that arrive in pieces, by libcrypto.
///
/// One value serves many hashes: `finalize()` starts the next. Running out of memory inside
/// libcrypto traps, for nothing else can fail here.
///
/// It may move between tasks: it alone owns its context, and every use is exclusive.
@safe public struct SHA256: ~Copyable, @unchecked Sendable {
    /// The algorithm, fetched once per process: each implicit fetch would cost more than a short hash.
    private static let algorithm = Algorithm()

    private let context: OpaquePointer
    private var isStarted = false

    /// A hash of nothing yet.
    public init() {
        guard let context = unsafe EVP_MD_CTX_new() else {
            fatalError("libcrypto gave no hashing context: out of memory.")
        }
        unsafe self.context = context
    }

    deinit {
        unsafe EVP_MD_CTX_free(context)
    }

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
        start()
        isStarted = false
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        let succeeded = unsafe withUnsafeMutableBytes(of: &words) { buffer in
            unsafe EVP_DigestFinal_ex(
                context, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), nil)
        }
        precondition(succeeded == 1, "libcrypto could not finish a SHA-256 hash.")
        return SHA256Digest(memoryWords: words)
    }

    /// The hash of `bytes`.
    ///
    /// It makes and frees a context; keep a `SHA256` where many short texts are hashed.
    public static func hash(_ bytes: Span<UInt8>) -> SHA256Digest {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finalize()
    }

    private mutating func update(start: UnsafeRawPointer?, count: Int) {
        self.start()
        precondition(
            unsafe EVP_DigestUpdate(context, start, count) == 1, "libcrypto could not hash more bytes.")
    }

    private mutating func start() {
        guard !isStarted else { return }
        precondition(
            unsafe EVP_DigestInit_ex(context, Self.algorithm.pointer, nil) == 1,
            "libcrypto could not start a SHA-256 hash.")
        isStarted = true
    }

    /// The fetched algorithm, which lives until the process ends.
    ///
    /// It may be shared: libcrypto's algorithms are reference-counted and constant once fetched.
    @safe private struct Algorithm: @unchecked Sendable {
        let pointer: OpaquePointer

        init() {
            guard let pointer = unsafe EVP_MD_fetch(nil, "SHA256", nil) else {
                fatalError("libcrypto has no SHA-256: its configuration switches the algorithm off.")
            }
            unsafe self.pointer = pointer
        }
    }
}
