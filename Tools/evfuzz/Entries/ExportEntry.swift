import EventLog
import Exchange

/// The reader of exports, which then stand for a log.
enum ExportEntry {
    static func run(_ input: Span<UInt8>) {
        let bytes = copied(input)
        guard let log = try? ExportedLog(reading: bytes) else { return }
        let head = log.head().position
        var seen: UInt64 = 0
        try? log.forEachBlock(ReadPlan()) { block in
            for index in 0..<block.count {
                precondition(block.positions(at: index).lowerBound == seen + 1, "positions are dense")
                seen = block.lastPosition(at: index)
            }
            return .proceed
        }
        precondition(seen == head, "an export shows what it counts")
    }
}

/// The bytes of an input as an array.
func copied(_ input: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(input.count)
    for index in input.indices { bytes.append(input[index]) }
    return bytes
}
