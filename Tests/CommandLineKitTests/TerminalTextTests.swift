import CommandLineKit
import TestSupport
import Testing

@Suite struct TerminalTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("Zürich 東京 🏝️ é", "Zürich 東京 🏝️ é"),
        ("\u{1B}[2J", "\\u{1B}[2J"), ("\u{1B}]0;title\u{7}", "\\u{1B}]0;title\\u{07}"),
        ("a\rb", "a\\rb"), ("a\tb\nc", "a\\tb\\nc"), ("a\r\nb", "a\\r\\nb"),
        ("\u{7F}\u{0}", "\\u{7F}\\u{00}"),
        ("\u{9B}31m", "\\u{9B}31m"), ("\u{202E}gpj.", "\\u{202E}gpj."),
        ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
        ("a\u{2028}b\u{2029}c", "a\\u{2028}b\\u{2029}c"), ("\u{E0041}", "\\u{E0041}"),
        ("a\u{200B}b\u{200D}c\u{FEFF}", "a\\u{200B}b\\u{200D}c\\u{FEFF}"),
        ("\u{AD}\u{61C}", "\\u{AD}\\u{61C}"),
        ("back\\slash", "back\\slash"),
    ])
    func escapes(text: String, expected: String) {
        #expect(TerminalText.escaped(text) == expected)
        #expect(TerminalText.escaped(expected) == expected)
        #expect(TerminalText.escaped(Array(text.utf8)) == expected)
    }

    @Test func bytesThatAreNotUTF8AreShown() {
        #expect(TerminalText.escaped([0x61, 0xFF, 0x62]) == "a\\x{FF}b")
        #expect(TerminalText.escaped([0xC3]) == "\\x{C3}")
        #expect(TerminalText.escaped([0xC0, 0x80]) == "\\x{C0}\\x{80}")
        #expect(TerminalText.escaped([0xED, 0xA0, 0x80, 0x7A]).hasSuffix("z"))
        #expect(TerminalText.escaped([0x9B]) == "\\x{9B}")
        #expect(TerminalText.escaped([UInt8]()) == "")
    }

    @Test func plainCellsCanBeReadBack() {
        #expect(TerminalText.plainCell("a\tb\\t\n") == "a\\tb\\\\t\\n")
        #expect(TerminalText.plainCell("plain") == "plain")
    }

    @Test func everyControlAndRandomBytesAreHarmless() {
        for value in UInt32(0)...0x2FFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            #expect(isHarmless(TerminalText.escaped(String(scalar))), "U+\(String(value, radix: 16))")
        }
        let seed: UInt64 = 7
        var random = SplitMix64(seed: seed)
        for round in 0..<10_000 {
            let bytes = (0..<Int(random.next() % 24)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            #expect(isHarmless(TerminalText.escaped(bytes)), "seed \(seed), round \(round)")
            #expect(isHarmless(TerminalText.escaped(String(decoding: bytes, as: UTF8.self))))
        }
    }

    @Test(arguments: [
        ("plain-word_1.json", "plain-word_1.json"), ("", "''"), ("two words", "'two words'"),
        ("it's", "'it'\\''s'"), ("$HOME", "'$HOME'"), ("a#b", "'a#b'"), ("é", "'é'"), ("~", "'~'"),
    ])
    func shellWordsAreQuoted(word: String, expected: String) {
        #expect(ShellText.quoted(word) == expected)
    }
}
