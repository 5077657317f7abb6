internal import Platform

/// Random bytes bought in bulk: one system call serves many salts and ids.
struct RandomPool {
    private static let poolBytes = 4096
    private var bytes: [UInt8] = []
    private var next = 0

    /// 64 random bits.
    mutating func next64() -> UInt64 {
        if next + 8 > bytes.count {
            bytes = Randomness.bytes(Self.poolBytes)
            next = 0
        }
        defer { next += 8 }
        return bytes.span.littleEndian64(at: next)
    }
}
