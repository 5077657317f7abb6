/// Random numbers from the operating system, fit for keys.
///
/// The source is Swift's `SystemRandomNumberGenerator`, which asks the kernel on every call.
public enum Randomness {
    /// A random number of 64 bits.
    public static func uint64() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    /// `count` random bytes.
    ///
    /// - Complexity: O(`count`).
    public static func bytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 7)
        while bytes.count < count {
            var word = generator.next()
            for _ in 0..<8 {
                bytes.append(UInt8(truncatingIfNeeded: word))
                word >>= 8
            }
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}
