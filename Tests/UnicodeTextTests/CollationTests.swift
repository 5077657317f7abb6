import Foundation
import TestSupport
import Testing
import UnicodeText

@Suite struct CollationTests {
    private func sorted(_ texts: [String]) -> [String] {
        texts.map { (UnicodeText.collationKey($0), $0) }
            .sorted { $0.0.lexicographicallyPrecedes($1.0) }
            .map(\.1)
    }

    @Test(arguments: [
        ["\u{C5}land", "Bahamas", "Belarus"],
        ["Ecuador", "\u{C9}gypte", "Estonia"],
        ["cote", "cot\u{E9}", "c\u{F4}te", "c\u{F4}t\u{E9}", "cotf"],
        ["strand", "Stra\u{DF}e", "strassf"],
        ["I", "i", "\u{130}", "Istanbul", "istanbul"],
        ["\u{3B1}\u{3B1}", "\u{1FBC}\u{3B2}", "\u{3B1}\u{3B9}"],
        ["", "\u{0}", "\u{0}\u{0}", "\u{1}", " ", "a", "a\u{0}", "a\u{0}b", "a\u{1}", "ab"],
        ["\u{FB01}n", "Fio"],
        ["z", "\u{E6}", "\u{3B1}", "\u{4E00}", "\u{FFFD}", "\u{10000}"],
    ])
    func `Names sort by their letters without marks and case, then by their bytes`(expected: [String]) {
        #expect(sorted(expected.reversed()).map(\.bytes) == expected.map(\.bytes))
    }

    @Test func `The key is the folded text, a zero byte, and the composed bytes`() {
        #expect(UnicodeText.collationKey("Ab") == [0x61, 0x62, 0, 0x41, 0x62])
        #expect(UnicodeText.collationKey("u\u{308}") == [0x75, 0, 0xC3, 0xBC])
        #expect(UnicodeText.collationKey("a\u{0}") == [0x61, 0, 0xFF, 0, 0x61, 0])
    }

    @Test func `Composed and decomposed spellings have one key`() {
        let seed: UInt64 = 0x5EED_0004
        var random = SplitMix64(seed: seed)
        for round in 0..<2000 {
            let text = Samples.text(upTo: 10, using: &random)
            let key = UnicodeText.collationKey(text)
            let composed = text.precomposedStringWithCanonicalMapping
            let decomposed = text.decomposedStringWithCanonicalMapping
            #expect(UnicodeText.collationKey(composed) == key, "seed \(seed), round \(round)")
            #expect(UnicodeText.collationKey(decomposed) == key, "seed \(seed), round \(round)")
        }
    }

    @Test func `The fast path for ASCII gives the general answer`() {
        let marker = "\u{300}"
        for value in UInt8(0)..<0x80 {
            let text = String(Unicode.Scalar(value))
            // A mark is stripped, so it forces the general path without changing the folded part.
            let general = UnicodeText.collationKey("." + text + "." + marker)
            let fast = UnicodeText.collationKey("." + text + ".")
            #expect(fast.prefix { $0 != 0 } == general.prefix { $0 != 0 })
        }
    }

    @Test func `The order is that of folded scalars, then of bytes`() {
        let seed: UInt64 = 0x5EED_0005
        var random = SplitMix64(seed: seed)
        for round in 0..<3000 {
            let left = Samples.text(upTo: 3, using: &random)
            let right = Samples.text(upTo: 3, using: &random)
            let keys = (UnicodeText.collationKey(left), UnicodeText.collationKey(right))
            let folded = (keys.0.prefix { $0 != 0 }, keys.1.prefix { $0 != 0 })
            let composed = (UnicodeText.nfcBytes(left), UnicodeText.nfcBytes(right))
            let expected =
                folded.0 == folded.1
                ? composed.0.lexicographicallyPrecedes(composed.1)
                : folded.0.lexicographicallyPrecedes(folded.1)
            #expect(
                keys.0.lexicographicallyPrecedes(keys.1) == expected, "seed \(seed), round \(round)")
        }
    }
}
