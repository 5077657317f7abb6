import CommandLineKit
import EventCoding
import Testing

@Suite struct JSONLineTests {
    @Test func fieldsStandInOrderWithKindFirst() {
        var line = JSONLine(kind: "row")
        line.string("table", "recents")
        line.integer("at", 5214)
        line.bool("stored", false)
        line.null("key")
        line.time("viewed", Timestamp(milliseconds: 1_772_446_446_880, zoneMinutes: 60))
        line.object("fields") { fields in fields.string("title", "a\"b") }
        line.objects("list", [1, 2]) { line, number in line.count("n", number) }
        line.strings("names", ["x", "y"])
        line.real("share", 0.5)
        #expect(
            line.text == """
                {"kind":"row","table":"recents","at":5214,"stored":false,"key":null,\
                "viewed":"2026-03-02T10:14:06.880Z","fields":{"title":"a\\"b"},"list":[{"n":1},{"n":2}],\
                "names":["x","y"],"share":0.5}
                """)
        #expect(line.bytes.last == UInt8(ascii: "\n"))
    }

    @Test func numbersThatADoubleCannotHoldAreStrings() {
        var line = JSONLine(kind: "n")
        line.integer("a", 1 << 53)
        line.integer("b", 1 << 53 + 1)
        line.integer("c", Int64.min)
        line.unsigned("d", UInt64.max)
        line.unsigned("e", 7)
        line.integers("f", [1, Int64.max])
        #expect(
            line.text == """
                {"kind":"n","a":9007199254740992,"b":"9007199254740993","c":"-9223372036854775808",\
                "d":"18446744073709551615","e":7,"f":[1,"9223372036854775807"]}
                """)
    }

    @Test func missingValuesAreNull() {
        var line = JSONLine(kind: "n")
        line.string("a", nil)
        line.integer("b", nil)
        line.unsigned("c", nil)
        line.bool("d", nil)
        line.time("e", nil)
        line.count("f", nil)
        #expect(
            line.text == "{\"kind\":\"n\",\"a\":null,\"b\":null,\"c\":null,\"d\":null,\"e\":null,\"f\":null}")
    }

    @Test func timesOutsideTheCalendarAreMilliseconds() {
        var line = JSONLine(kind: "n")
        line.time("t", Timestamp(milliseconds: Int64.max))
        #expect(line.text == "{\"kind\":\"n\",\"t\":\"9223372036854775807\"}")
    }

    @Test func theEndHasCountsFormatCompletenessAndExit() {
        let line = JSONLine.end(
            counts: [("rows", 20), ("skipped", 0)], complete: false, exit: .cannotTell, format: 1)
        #expect(
            line.text
                == "{\"kind\":\"end\",\"rows\":20,\"skipped\":0,\"format\":1,\"complete\":false,\"exit\":2}"
        )
    }

    @Test func textFromDataStaysOnOneHarmlessLine() {
        var line = JSONLine(kind: "n")
        line.string("t", "\u{1B}[2J\u{9B}\n\u{7F}\u{202E}</script>")
        #expect(isHarmless(line.text))
        #expect(line.bytes.count { $0 == UInt8(ascii: "\n") } == 1)
    }
}
