import Foundation
import TestSupport
import Testing
import UnicodeText

@Suite struct NormalizationTests {
    @Test(arguments: [
        ("plain", "plain"), ("", ""), ("a\u{0}b", "a\u{0}b"),
        ("u\u{308}ber", "\u{FC}ber"), ("\u{FC}ber", "\u{FC}ber"),
        ("\u{212B}", "\u{C5}"), ("\u{1100}\u{1161}\u{11A8}", "\u{AC01}"),
        ("\u{ACFC}\u{11B1}", "\u{AD06}"), ("q\u{307}\u{323}", "q\u{323}\u{307}"), ("\u{FB01}", "\u{FB01}"),
        ("\u{958}", "\u{915}\u{93C}"),
    ])
    func `Composition gives the published forms`(text: String, expected: String) {
        #expect(UnicodeText.normalizedNFC(text).bytes == expected.bytes)
        #expect(UnicodeText.nfcBytes(text) == expected.bytes)
    }

    @Test func `An independent implementation agrees`() {
        let seed: UInt64 = 0x5EED_0002
        var random = SplitMix64(seed: seed)
        for round in 0..<3000 {
            let text = Samples.text(upTo: 12, using: &random)
            let composed = UnicodeText.normalizedNFC(text)
            let expected = text.precomposedStringWithCanonicalMapping
            #expect(composed.bytes == expected.bytes, "seed \(seed), round \(round)")
            let again = UnicodeText.normalizedNFC(composed)
            #expect(again.bytes == composed.bytes, "seed \(seed), round \(round)")
        }
    }

    @Test func `Texts that the fast path leaves alone are already composed`() {
        for value in UInt32(0)..<0x300 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = String(scalar)
            #expect(text.precomposedStringWithCanonicalMapping.bytes == text.bytes)
            #expect(UnicodeText.nfcBytes(text) == text.bytes)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `A text of nothing but unordered marks takes no quadratic time`() {
        let pairs = 100_000
        let text = "a" + String(repeating: "\u{301}\u{323}", count: pairs)
        let bytes = UnicodeText.nfcBytes(text)
        #expect(bytes.starts(with: "\u{1EA1}".utf8))
        #expect(bytes.count == 3 + 2 * (2 * pairs - 1))
    }

    @Test func `The version of Unicode has three numbers`() {
        let parts = UnicodeText.unicodeVersion.split(separator: ".")
        #expect(parts.count == 3)
        #expect(parts.allSatisfy { Int($0) != nil })
    }
}
