import TestSupport
import Testing
import UnicodeText

@Suite struct WidthTests {
    @Test(arguments: [
        ("", 0), ("Paris", 5), ("\u{FC}ber", 4), ("u\u{308}ber", 4), ("\u{6771}\u{4EAC}", 4),
        ("\u{FF21}", 2), ("\u{FF71}", 1), ("\u{1F600}", 2), ("\u{1F44D}\u{1F3FD}", 2),
        ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", 2), ("\u{1F1EB}\u{1F1F7}", 2),
        ("\u{1F1EB}\u{1F1F7}\u{1F1E9}\u{1F1EA}", 4), ("\u{2764}\u{FE0F}", 2), ("\u{2764}", 1),
        ("1\u{FE0F}\u{20E3}", 2), ("a\u{FE0F}", 1), ("\u{1100}\u{1161}\u{11A8}", 2), ("\u{AC01}", 2),
        ("\u{200B}", 0), ("\u{1B}[0m", 3), ("e\u{301}\u{302}", 1), ("\u{3F1}\u{2026}", 2),
        ("\u{1FAE8}", 2), ("\u{915}\u{93F}", 1), ("\u{E000}", 1),
    ])
    func `Columns are those of a terminal`(text: String, expected: Int) {
        #expect(UnicodeText.displayWidth(text) == expected)
    }

    @Test func `Printable ASCII is text of it alone, without a control`() {
        for value: UInt8 in 0...0x7F {
            let text = "a" + String(Unicode.Scalar(value))
            #expect(UnicodeText.isPrintableASCII(text) == (0x20...0x7E).contains(value), "\(value)")
        }
        #expect(UnicodeText.isPrintableASCII(""))
        #expect(!UnicodeText.isPrintableASCII("\u{FC}ber"))
    }

    @Test(arguments: [
        ("Paris", 5, "Paris"), ("Paris", 4, "Par\u{2026}"), ("Paris", 1, "\u{2026}"), ("Paris", 0, ""),
        ("", 0, ""), ("\u{6771}\u{4EAC}\u{90FD}", 5, "\u{6771}\u{4EAC}\u{2026}"),
        ("\u{6771}\u{4EAC}\u{90FD}", 4, "\u{6771}\u{2026}"), ("e\u{301}e\u{301}e", 2, "e\u{301}\u{2026}"),
        ("\u{1F468}\u{200D}\u{1F469}ab", 3, "\u{1F468}\u{200D}\u{1F469}\u{2026}"),
        ("\u{1F468}\u{200D}\u{1F469}ab", 2, "\u{2026}"),
    ])
    func `A cut text ends in an ellipsis and splits no character`(
        text: String, width: Int, expected: String
    ) {
        #expect(UnicodeText.truncated(text, toWidth: width).bytes == expected.bytes)
    }

    @Test func `A cut text never exceeds its width, and whole ones come back`() {
        let seed: UInt64 = 0x5EED_0006
        var random = SplitMix64(seed: seed)
        for round in 0..<2000 {
            let text = Samples.text(upTo: 12, using: &random)
            let width = Int.random(in: 0...20, using: &random)
            let result = UnicodeText.truncated(text, toWidth: width)
            if UnicodeText.displayWidth(text) <= width {
                #expect(result.bytes == text.bytes, "seed \(seed), round \(round)")
            } else {
                #expect(UnicodeText.displayWidth(result) <= width, "seed \(seed), round \(round)")
                #expect(result.isEmpty == (width == 0), "seed \(seed), round \(round)")
            }
        }
    }
}
