import Testing
import UnicodeText

@Suite struct WhiteSpaceTests {
    @Test(arguments: [
        ("", ""), (" ", ""), ("  Paris , France ", "Paris , France"), ("a", "a"),
        ("\u{A0}\u{3000}\t\r\na b\u{2028}\u{85}", "a b"), ("\u{200B}a\u{200B}", "\u{200B}a\u{200B}"),
        (" \u{301}a ", "\u{301}a"), ("\u{FEFF}a", "\u{FEFF}a"),
    ])
    func `White space goes at both ends only`(text: String, expected: String) {
        #expect(UnicodeText.trimmed(text).bytes == expected.bytes)
    }

    @Test(arguments: [
        ("", true), (" ", true), ("\u{A0}\u{3000}\t\n", true), ("\u{200B}", false), (" a ", false),
        ("\u{0}", false),
    ])
    func `Blank means white space alone`(text: String, expected: Bool) {
        #expect(UnicodeText.isBlank(text) == expected)
        #expect(UnicodeText.trimmed(text).isEmpty == expected)
    }
}
