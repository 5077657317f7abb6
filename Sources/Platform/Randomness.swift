#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Random numbers from the operating system, fit for keys.
public enum Randomness {
    /// The most bytes that one system call gives (POSIX.1-2024, `getentropy`).
    private static let callBytes = 256

    /// A random number of 64 bits.
    public static func uint64() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    /// `count` random bytes: a system call for every 256 of them.
    ///
    /// - Complexity: O(`count`).
    public static func bytes(_ count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let size = min(count - filled, callBytes)
                guard let start = buffer.baseAddress, unsafe getentropy(start + filled, size) == 0 else {
                    fatalError("The system gives no random bytes (error \(errno)).")
                }
                filled += size
            }
        }
    }
}
