import CCrypto

/// Random bytes fit for secrets, in quantity: by libcrypto's generator, which the operating system seeds.
///
/// It costs a tenth of asking the operating system for each byte, and more than that for the first of a process.
public enum RandomStream {
    /// `count` random bytes.
    ///
    /// - Precondition: `count` is not negative, and below 2^31.
    public static func bytes(_ count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            let succeeded = unsafe RAND_bytes(buffer.baseAddress, CInt(count))
            precondition(succeeded == 1, "libcrypto has no random bytes: it could not be seeded.")
            initialized = count
        }
    }
}
