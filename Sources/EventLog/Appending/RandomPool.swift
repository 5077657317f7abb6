internal import Digest
internal import Platform

/// Random bytes bought in bulk: one purchase serves many salts and ids.
struct RandomPool {
    /// Gives as many random bytes as it is asked for.
    typealias Source = @Sendable (_ count: Int) -> [UInt8]

    /// The first purchase, in bytes: enough for one event, the most frequent commit.
    private static let firstBytes = 64
    /// The largest purchase, in bytes.
    private static let mostBytes = 4096

    private let source: Source
    private var bytes: [UInt8] = []
    private var next = 0

    /// An empty pool that buys from `source`.
    init(_ source: @escaping Source = Self.fromSystem) { self.source = source }

    /// Random bytes for secrets: few from the system itself, many from a generator that it seeds.
    static let fromSystem: Source = { count in
        count > firstBytes ? RandomStream.bytes(count) : Randomness.bytes(count)
    }

    /// 64 random bits.
    mutating func next64() -> UInt64 {
        if next + 8 > bytes.count {
            bytes = source(bytes.isEmpty ? Self.firstBytes : Self.mostBytes)
            next = 0
        }
        defer { next += 8 }
        return bytes.span.littleEndian64(at: next)
    }
}
