import CommandLineKit
import Testing

@Suite struct TextTableTests {
    func sample() -> TextTable {
        var table = TextTable([.number("event"), .text("type"), .freeText("what")])
        table.append(["5101", "photo.viewed", "p17 \"Hallgrímskirkja\""])
        table.append(["9", "photo.unvisited", "東京タワーの夜"])
        table.append(["10", "x", ""])
        return table
    }

    func text(_ table: TextTable, _ width: Int?, _ marks: Marks = .unicode) -> [String] {
        table.lines(cutTo: width, marks: marks).map { $0.rendered(colored: false) }
    }

    @Test func columnsAreAlignedByDisplayWidth() {
        #expect(
            text(sample(), nil) == [
                "event  type             what",
                " 5101  photo.viewed     p17 \"Hallgrímskirkja\"",
                "    9  photo.unvisited  東京タワーの夜",
                "   10  x",
            ])
    }

    @Test func wideAndEmojiCellsPushNothing() {
        var table = TextTable([.freeText("title"), .number("n")])
        for title in ["abcd", "東京", "🏝️ab", "e\u{301}"] { table.append([title, "1"]) }
        #expect(
            text(table, nil) == ["title  n", "abcd   1", "東京   1", "🏝️ab   1", "e\u{301}      1"])
    }

    @Test func onlyFreeTextIsCutAndOnlyWhenAskedTo() {
        let lines = text(sample(), 40)
        #expect(lines[1] == " 5101  photo.viewed     p17 \"Hallgrímsk…")
        #expect(lines[2] == "    9  photo.unvisited  東京タワーの夜")
        #expect(text(sample(), 40, .ascii)[1] == " 5101  photo.viewed     p17 \"Hallgrím...")
        #expect(text(sample(), 33)[2] == "    9  photo.unvisited  東京タワ…")
        // Names and numbers stay whole even where they do not fit.
        #expect(text(sample(), 5)[2].hasPrefix("    9  photo.unvisited  東京"))
    }

    @Test func theWidestTextGivesWayFirst() {
        var table = TextTable([.freeText("a"), .freeText("b")])
        table.append(["short text", String(repeating: "x", count: 50)])
        #expect(text(table, 30)[1] == "short text  xxxxxxxxxxxxxxxxx…")
    }

    @Test func dataIsEscapedInEveryForm() {
        var table = TextTable([.text("key"), .freeText("title")])
        table.append(["a\tb", "\u{1B}[31mred\n\u{202E}"])
        #expect(text(table, nil)[1] == "a\\tb  \\u{1B}[31mred\\n\\u{202E}")
        #expect(table.plainLines == ["key\ttitle", "a\\tb\t\\u{1B}[31mred\\n\\u{202E}"])
    }

    @Test func noLineEndsInBlanks() {
        var table = TextTable([.text("a"), .number("b"), .freeText("c")])
        for row in [["x", "", ""], ["", "", ""], ["y  ", "1", "z   "], ["long enough", "22", ""]] {
            table.append(row)
        }
        for line in text(table, nil) { #expect(line.utf8.last != UInt8(ascii: " "), "\(line)|") }
    }

    @Test func laterRowsUseTheSameLayout() {
        let layout = sample().layout(cutTo: nil, marks: .unicode)
        let line = layout.line(["7", "photo.viewed", "later"]).rendered(colored: false)
        #expect(line == "    7  photo.viewed     later")
        let wide = layout.line(["123456789", "t", "w"]).rendered(colored: false)
        #expect(wide == "123456789  t                w")
    }

    @Test func styleSurroundsTheTextAndNotTheBlanks() {
        var table = TextTable([.text("a"), .text("b")])
        table.append([.init("x", .good), "y"])
        let line = table.lines(cutTo: nil, marks: .unicode)[1].rendered(colored: true)
        #expect(line == "\u{1B}[32mx\u{1B}[0m  y")
    }

    @Test func wrongRowsAreProgrammingErrors() async {
        await #expect(processExitsWith: .failure) {
            var table = TextTable([.text("a")])
            table.append(["x", "y"])
        }
    }
}
