import EventCoding
import TestSupport

/// Makes payloads of every kind, with the corner values more often than chance would.
struct RandomPayload {
    var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func value(depth: Int = 0) -> PayloadValue {
        switch Int.random(in: 0..<(depth < 5 ? 9 : 6), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .integer(integer())
        case 3: return .real(real())
        case 4: return .text(text())
        case 5: return PayloadValue(random.next())
        case 6:
            let count = Int.random(in: 0...6, using: &random)
            return .list((0..<count).map { _ in value(depth: depth + 1) })
        default: return .map(map(depth: depth + 1))
        }
    }

    mutating func map(depth: Int = 1) -> PayloadMap {
        var map = PayloadMap()
        for _ in 0..<Int.random(in: 0...(depth == 1 ? 40 : 6), using: &random) {
            map[text()] = value(depth: depth)
        }
        return map
    }

    mutating func text() -> String {
        let pieces = [
            "", "a", "title", "é", "e\u{301}", "日本", "😀", "\u{0}", "\n", "\"", "\\", "\u{202e}", "\u{9b}",
        ]
        var text = ""
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            text += pieces.randomElement(using: &random) ?? ""
        }
        if Int.random(in: 0..<20, using: &random) == 0 { text += String(repeating: "x", count: 300) }
        return text
    }

    mutating func integer() -> Int64 {
        let corners: [Int64] = [
            0, 23, 24, 255, 256, 65_535, 65_536, 1 << 32, .max, .min, -1, -24, -25, -256, -257,
        ]
        if Bool.random(using: &random) { return corners.randomElement(using: &random) ?? 0 }
        return Int64(bitPattern: random.next()) >> Int64.random(in: 0..<64, using: &random)
    }

    mutating func real() -> Double {
        let corners = [
            0, -0.0, 1, 1.5, 0.1, 65_504, 65_505, 5.960464477539063e-8, 1e300, -Double.leastNonzeroMagnitude,
        ]
        if Bool.random(using: &random) { return corners.randomElement(using: &random) ?? 0 }
        let any = Double(bitPattern: random.next())
        return any.isFinite ? any : Double(Float(bitPattern: UInt32(truncatingIfNeeded: random.next() >> 34)))
    }
}
