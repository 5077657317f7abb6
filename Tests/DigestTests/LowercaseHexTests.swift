import Digest
import TestSupport
import Testing

@Suite struct LowercaseHexTests {
    /// The number that the digits spell, one after the other.
    private func plain(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(digit - 48)
            case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(digit - 87)
            default: return nil
            }
        }
        return number
    }

    @Test func `Every byte is a digit or none in every place`() {
        for place in 0..<16 {
            for byte in UInt8.min...UInt8.max {
                var text = Array("0123456789abcdef".utf8)
                text[place] = byte
                let word = LowercaseHex.word(in: text.span, at: 0)
                #expect(word == plain(text[...]), "\(byte) at \(place)")
            }
        }
    }

    @Test func `Random texts read as they do digit by digit`() {
        let seed: UInt64 = 0x5EED_0060
        var random = SplitMix64(seed: seed)
        let digits = Array("0123456789abcdef".utf8)
        for round in 0..<3000 {
            var text = (0..<64).map { _ in digits[random.number(0...15)] }
            if random.oneIn(2) { text[random.number(0...63)] = UInt8(random.number(0...255)) }
            let expected = (0..<4).map { plain(text[($0 * 16)..<($0 * 16 + 16)]) }
            let words = (0..<4).map { LowercaseHex.word(in: text.span, at: $0 * 16) }
            #expect(words == expected, "seed \(seed), round \(round)")
            let digest = SHA256Digest(lowercaseHex: text.span)
            let isSound = !expected.contains(nil)
            #expect((digest != nil) == isSound, "seed \(seed), round \(round)")
            if isSound { #expect(digest?.hex == String(decoding: text, as: UTF8.self)) }
        }
    }

    private func read(_ uuid: String) -> [UInt64]? {
        let bytes = Array(uuid.utf8)
        return LowercaseHex.uuid(bytes.span).map { [$0.high, $0.low] }
    }

    @Test func `A UUID has its hyphens in their places`() {
        let uuid = "01a22c36-96d2-71e9-b088-8cb420cc4edc"
        #expect(read(uuid) == [0x01a2_2c36_96d2_71e9, 0xb088_8cb4_20cc_4edc])
        for place in 0..<36 {
            for byte in [UInt8(ascii: "-"), UInt8(ascii: "A"), UInt8(ascii: "g"), 0, 0xFF] {
                var text = Array(uuid.utf8)
                if text[place] == byte { continue }
                text[place] = byte
                let found = LowercaseHex.uuid(text.span) != nil
                #expect(!found, "\(byte) at \(place)")
            }
        }
        for text in ["", "01a22c36", uuid + "0", String(uuid.dropLast())] {
            #expect(read(text) == nil)
        }
    }

    @Test func `Too few digits are none`() {
        let text = Array("0123456789abcdef".utf8)
        let words = [1, -1].compactMap { LowercaseHex.word(in: text.span, at: $0) }
        let digest = SHA256Digest(lowercaseHex: text.span)
        #expect(words.isEmpty && digest == nil)
    }
}
