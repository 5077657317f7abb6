import TestSupport

/// Texts that would drive a terminal, pose as other text, or hide, if they were shown as they are.
enum HostileText {
    static let listed: [String] =
        controls + sequences + invisible + sequences.map { "before \($0) after" } + csv + markup + argument

    /// C0, DEL and C1, each alone.
    private static let controls: [String] = ((0...0x1F) + [0x7F] + (0x80...0x9F)).compactMap {
        Unicode.Scalar(UInt32($0)).map { String($0) }
    }

    private static let sequences: [String] = [
        "\u{1B}[2J", "\u{1B}[H", "\u{1B}c", "\u{1B}]0;title\u{7}", "\u{1B}]2;title\u{1B}\\", "\u{1B}]0;open",
        "\u{1B}]52;c;ZWNobw==\u{7}", "\u{1B}]8;;https://example.org\u{1B}\\link",
        "\u{1B}]8;;https://example.org",
        "\u{1B}[6n", "\u{1B}[c", "\u{1B}[>c", "\u{1B}[5n", "\u{1B}[21t", "\u{1B}]10;?\u{7}",
        "\u{1B}P$q\"p\u{1B}\\",
        "\u{1B}P+q544e\u{1B}\\", "\u{1B}_G a=q\u{1B}\\", "\u{1B}^pm\u{1B}\\", "\u{1B}X sos\u{1B}\\",
        "\u{1B}[31m", "\u{1B}[0m", "\u{1B}[8m", "\u{1B}[1A\u{1B}[2K", "\u{1B}[?1049h", "\u{1B}[?25l",
        "\u{1B}[?1000h", "\u{1B}[?2004h", "\u{1B}(0", "\u{1B}#8", "\u{1B}[r", "\u{1B}[3g", "\u{1B}[!p",
        "\u{1B}]4;1;rgb:00/00/00\u{7}", "\u{1B}]1337;File=inline=1:AAAA\u{7}", "\u{1B}]777;notify;a;b\u{7}",
        "\u{1B}]9;4;1\u{7}", "\u{1B}[200~rm\u{1B}[201~", "\u{9B}31m", "\u{9D}0;title\u{9C}", "\u{90}q\u{9C}",
        "\u{9B}2J", "good\rbad", "good\u{8}\u{8}\u{8}\u{8}bad", "a\nb", "a\r\nb", "a\tb", "\u{7}\u{7}\u{7}",
        "a\u{B}b", "a\u{C}b", "a\u{0}b", "\u{E}shift\u{F}", "\u{5}", "\u{1B}", "\u{1B}[", "\u{1B}]",
        "\u{1B}P",
        "\u{85}next line", "\u{84}", "\u{8D}",
    ]

    private static let invisible: [String] = [
        "\u{202E}txt.exe", "\u{202D}a", "\u{202A}a", "\u{202B}a", "a\u{202C}", "\u{2066}a", "\u{2067}a",
        "\u{2068}a", "a\u{2069}", "\u{200E}a", "\u{200F}a", "\u{61C}a", "a\u{200B}b", "a\u{200C}b",
        "a\u{200D}b",
        "a\u{2060}b", "a\u{FEFF}b", "a\u{AD}b", "a\u{180E}b", "\u{E0041}\u{E0042}", "\u{E0001}", "a\u{2028}b",
        "a\u{2029}b", "\u{FFF9}a\u{FFFA}b\u{FFFB}", "a\u{34F}b", "\u{115F}", "\u{3164}", "\u{FFA0}",
        "\u{17B4}",
        "\u{206A}a\u{206F}", "\u{1D173}", "a\u{2061}b", "\u{180B}", "\u{FE0F}",
    ]

    private static let csv = [
        "=HYPERLINK(\"https://example.org\")", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "-5", "a\"b\nc",
        "a;b,c",
    ]

    private static let markup = [
        "</script><script>alert(1)</script>", "\" onmouseover=\"x", "<img src=x onerror=x>",
        "javascript:alert(1)",
        "<!--", "]]>", "&lt;", "' or 1=1 --", "$(id)", "`id`", "%s%n", "{{7*7}}",
    ]

    private static let argument = [
        "--all", "-n", "--", "../../etc/passwd", "/etc/passwd", "..", ".", "C:\\x", "a/b", "#", "~", "*",
        "\\",
        String(repeating: "x", count: 900), String(repeating: "e\u{301}", count: 200),
        "\u{1F468}\u{200D}\u{1F469}",
    ]

    /// Random strings of the same pieces.
    static func random(_ count: Int, seed: UInt64) -> [String] {
        var random = SplitMix64(seed: seed)
        let pieces = listed.filter { $0.utf8.count < 100 }
        return (0..<count).map { _ in
            (0..<random.number(1...4)).map { _ in pieces[random.number(0...pieces.count - 1)] }.joined()
        }
    }

    /// The first scalar of an answer that must not reach a terminal, other than the line ends and tabs that are
    /// the answer's own.
    static func harm(in text: String, allowingTabs: Bool, isJSON: Bool = false) -> Unicode.Scalar? {
        text.unicodeScalars.first { scalar in
            switch scalar.value {
            case 0x0A: return false
            case 0x09: return !allowingTabs
            case 0...0x1F, 0x7F...0x9F: return true
            case 0x61C, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xE0000...0xE0FFF: return !isJSON
            default: return false
            }
        }
    }
}
