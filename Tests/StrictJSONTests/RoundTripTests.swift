import EventCoding
import StrictJSON
import TestSupport
import Testing

@Suite struct RoundTripTests {
    @Test func `What is printed is read back`() throws {
        let seed: UInt64 = 0x5EED_0010
        var random = SplitMix64(seed: seed)
        var parser = JSONLineParser()
        for round in 0..<2000 {
            let value = RandomValues.value(depth: 4, using: &random)
            let text = Printer.print(value, using: &random)
            let bytes = Array(text.utf8)
            let back = try parser.parse(bytes.span)
            #expect(back == value, "seed \(seed), round \(round): \(text)")
        }
    }

    @Test func `A parser survives faults`() throws {
        var parser = JSONLineParser()
        for text in ["[1", "{\"a\":", "\"", "[1,]", ""] {
            let bad = Array(text.utf8)
            _ = #expect(throws: JSONError.self) { _ = try parser.parse(bad.span) }
            let good = Array("{\"a\":[1,\"b\"]}".utf8)
            let value = try parser.parse(good.span)
            #expect(value == map([("a", .list([.integer(1), .text("b")]))]))
        }
    }
}

/// Values of every kind.
enum RandomValues {
    private static let texts = [
        "", "a", "id", "title", "\u{E9}", "e\u{301}", "\u{1F600}", "\u{0}", "\"", "\\", "/", "\n\t", "\u{7F}",
        "\u{2028}", "\u{FFFF}", "a longer text that needs the heap",
    ]

    static func value(depth: Int, using random: inout SplitMix64) -> PayloadValue {
        switch UInt64.random(in: 0..<(depth > 0 ? 10 : 7), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .integer(Int64(bitPattern: random.next()) >> Int64.random(in: 0...63, using: &random))
        case 3: return .unsigned(random.next() | 1 << 63)
        case 4:
            let real = Double(bitPattern: random.next())
            return .real(real.isFinite ? real : 0.25)
        case 5, 6: return .text(text(using: &random))
        case 7:
            let count = Int.random(in: 0...4, using: &random)
            return .list((0..<count).map { _ in value(depth: depth - 1, using: &random) })
        default:
            var map = PayloadMap()
            for _ in 0..<Int.random(in: 0...5, using: &random) {
                map[text(using: &random)] = value(depth: depth - 1, using: &random)
            }
            return .map(map)
        }
    }

    private static func text(using random: inout SplitMix64) -> String {
        (0..<Int.random(in: 1...2, using: &random))
            .map { _ in texts[Int.random(in: texts.indices, using: &random)] }
            .joined()
    }
}

/// Writes JSON with random white space and random escapes.
enum Printer {
    static func print(_ value: PayloadValue, using random: inout SplitMix64) -> String {
        blank(&random) + body(value, &random) + blank(&random)
    }

    private static func body(_ value: PayloadValue, _ random: inout SplitMix64) -> String {
        switch value {
        case .null: return "null"
        case .bool(let value): return value ? "true" : "false"
        case .integer(let value): return String(value)
        case .unsigned(let value): return String(value)
        case .real(let value): return real(value)
        case .text(let value): return string(value, &random)
        case .list(let values):
            return "[" + values.map { print($0, using: &random) }.joined(separator: ",") + blank(&random)
                + "]"
        case .map(let map):
            let members = map.entries.shuffled(using: &random).map { entry in
                blank(&random) + string(entry.key, &random) + blank(&random) + ":"
                    + print(entry.value, using: &random)
            }
            return "{" + members.joined(separator: ",") + blank(&random) + "}"
        }
    }

    /// Swift's own shortest spelling, which always has a fraction or an exponent.
    private static func real(_ value: Double) -> String { value.description }

    private static func string(_ text: String, _ random: inout SplitMix64) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
            if mustEscape || UInt64.random(in: 0..<4, using: &random) == 0 {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16, uppercase: Bool.random(using: &random))
                    result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
                }
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static func blank(_ random: inout SplitMix64) -> String {
        ["", "", " ", "\n", "\t", "\r\n  "][Int.random(in: 0..<6, using: &random)]
    }
}
