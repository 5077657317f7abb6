import EventCoding
import TestSupport
import Testing

@testable import StrictJSON

/// The parser and the scanner for faults read by the same rules, or an error could not be explained.
@Suite struct AgreementTests {
    private static let pieces: [[UInt8]] =
        [
            "[", "]", "{", "}", ",", ":", "\"", "\\", "0", "1", "9", "-", "+", ".", "e", "E", " ", "\n",
            "null",
            "true", "false", "\"a\"", "\"b\":", "\\u", "\\uD800", "\\uDC00", "\\u00e9", "\\n", "1.5", "-0",
            "-0.0", "1e400", "18446744073709551616", "\u{E9}", "\u{1F600}", "x", "/", "'",
            "12345678901234567890123456789012345678901",
        ].map { Array($0.utf8) } + [
            [0], [0x1F], [0x7F], [0x80], [0xC3], [0xED, 0xA0, 0x80], [0xFF], [0xEF, 0xBB, 0xBF],
        ]

    private func agree(_ bytes: [UInt8], _ parser: inout JSONLineParser) -> Bool {
        var scanner = FaultScanner(bytes, limits: .standard)
        let isSound = scanner.find() == nil
        do throws(JSONError) {
            _ = try parser.parse(bytes.span)
            return isSound
        } catch {
            return !isSound && error.code != .unexplained
        }
    }

    @Test func `Both say the same of random pieces`() {
        let seed: UInt64 = 0x5EED_0020
        var random = SplitMix64(seed: seed)
        var parser = JSONLineParser()
        for round in 0..<30_000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...9, using: &random) {
                bytes += Self.pieces[Int.random(in: Self.pieces.indices, using: &random)]
            }
            let same = agree(bytes, &parser)
            #expect(same, "seed \(seed), round \(round): \(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test func `Both say the same of damaged documents`() {
        let seed: UInt64 = 0x5EED_0021
        var random = SplitMix64(seed: seed)
        var parser = JSONLineParser()
        for round in 0..<10_000 {
            let value = RandomValues.value(depth: 3, using: &random)
            var bytes = Array(Printer.print(value, using: &random).utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0...bytes.count, using: &random)
                let piece = Self.pieces[Int.random(in: Self.pieces.indices, using: &random)]
                let end = min(bytes.count, place + Int.random(in: 0...2, using: &random))
                bytes.replaceSubrange(place..<end, with: piece)
            }
            let same = agree(bytes, &parser)
            #expect(same, "seed \(seed), round \(round): \(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test func `Both refuse every cut of a document`() {
        let text = "{\"photo\":{\"id\":\"1\",\"tags\":[\"a\\u00e9\",\"\u{1F600}\"],\"x\":-1.5e3,\"y\":null}}"
        let bytes = Array(text.utf8)
        var parser = JSONLineParser()
        for length in 0..<bytes.count {
            let cut = Array(bytes[..<length])
            var scanner = FaultScanner(cut, limits: .standard)
            #expect(scanner.find() != nil, "\(length) bytes")
            let same = agree(cut, &parser)
            #expect(same, "\(length) bytes")
        }
    }
}
