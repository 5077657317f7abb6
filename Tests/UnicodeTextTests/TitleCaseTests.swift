import TestSupport
import Testing
import UnicodeText

@Suite struct TitleCaseTests {
    @Test(arguments: [
        ("", ""), ("paris", "Paris"), ("5pointz", "5pointz"), ("istanbul", "Istanbul"),
        ("\u{FC}ber", "\u{DC}ber"), ("u\u{308}ber", "U\u{308}ber"),
        ("\u{1C6}ungla", "\u{1C5}ungla"), ("\u{1C4}UNGLA", "\u{1C5}UNGLA"),
        ("\u{DF}a", "Ssa"), ("\u{FB01}re", "Fire"), ("\u{10D0}\u{10D1}", "\u{10D0}\u{10D1}"),
        ("\u{6771}\u{4EAC}", "\u{6771}\u{4EAC}"), ("\u{1F600}x", "\u{1F600}x"),
        ("NYC", "NYC"), ("iPhone", "IPhone"), ("\u{130}zmir", "\u{130}zmir"),
        ("\u{131}\u{15F}\u{131}k", "I\u{15F}\u{131}k"), ("new york", "New york"), (" x", " x"),
        ("\u{149}a", "\u{2BC}Na"), ("\u{1F80}", "\u{1F88}"), ("\u{301}a", "\u{301}a"),
    ])
    func `Only the first scalar is raised, to title case`(text: String, expected: String) {
        #expect(UnicodeText.titleCasedFirst(text).bytes == expected.bytes)
    }

    @Test func `Raising twice changes nothing more for tags that start with a letter`() {
        for text in ["paris", "\u{FC}ber", "\u{1C6}a", "\u{DF}a", "\u{FB01}re", "u\u{308}"] {
            let once = UnicodeText.titleCasedFirst(text)
            #expect(UnicodeText.titleCasedFirst(once).bytes == once.bytes)
        }
    }

    @Test func `The tail keeps its bytes`() {
        let seed: UInt64 = 0x5EED_0003
        var random = SplitMix64(seed: seed)
        for round in 0..<2000 {
            let text = Samples.text(upTo: 8, using: &random)
            let tail = String(text.unicodeScalars.dropFirst()).bytes
            let result = UnicodeText.titleCasedFirst(text).bytes
            #expect(result.suffix(tail.count).elementsEqual(tail), "seed \(seed), round \(round)")
        }
    }
}
