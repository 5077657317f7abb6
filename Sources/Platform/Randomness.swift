#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Random numbers from the operating system, fit for keys.
public enum Randomness {
    /// The most bytes that `getentropy` gives in one call.
    private static let bytesPerCall = 256

    /// A random number of 64 bits.
    public static func uint64() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    /// `count` random bytes: a system call for every 256 of them.
    ///
    /// - Complexity: O(`count`), one system call for every 256 bytes.
    public static func bytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        unsafe bytes.withUnsafeMutableBytes { buffer in
            for start in stride(from: 0, to: count, by: bytesPerCall) {
                let part = unsafe UnsafeMutableRawBufferPointer(
                    rebasing: buffer[start..<min(start + bytesPerCall, count)])
                unsafe fill(part)
            }
        }
        return bytes
    }

    private static func fill(_ part: UnsafeMutableRawBufferPointer) {
        #if canImport(Darwin)
        unsafe arc4random_buf(part.baseAddress, part.count)
        #else
        let result = unsafe getentropy(part.baseAddress, part.count)
        precondition(result == 0, "the system has no random bytes (error \(lastErrorNumber))")
        #endif
    }
}
