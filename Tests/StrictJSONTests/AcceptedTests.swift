import EventCoding
import StrictJSON
import Testing

@Suite struct AcceptedTests {
    @Test(arguments: [
        ("null", PayloadValue.null), ("true", .bool(true)), ("false", .bool(false)),
        (" \t\r\n null \t\r\n ", .null), ("\"\"", .text("")), ("[]", .list([])), ("{}", map([])),
        ("[ ]", .list([])), ("{ }", map([])), ("[[],{}]", .list([.list([]), map([])])),
        ("[null,true,false]", .list([.null, .bool(true), .bool(false)])),
        ("{\"a\":1}", map([("a", .integer(1))])), ("{\"\":0}", map([("", .integer(0))])),
        ("{\"b\":1,\"a\":{\"b\":2}}", map([("b", .integer(1)), ("a", map([("b", .integer(2))]))])),
        ("[\n1\n,\n2\n]", .list([.integer(1), .integer(2)])),
    ])
    func `Values of every kind are read`(text: String, expected: PayloadValue) throws {
        let value = try read(text).get()
        #expect(value == expected)
    }

    @Test(arguments: [
        ("0", PayloadValue.integer(0)), ("7", .integer(7)), ("-1", .integer(-1)),
        ("9007199254740993", .integer(9_007_199_254_740_993)),
        ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
        ("9223372036854775808", .unsigned(9_223_372_036_854_775_808)),
        ("18446744073709551615", .unsigned(.max)),
        ("1.0", .real(1)), ("1e2", .real(100)), ("1E+2", .real(100)), ("1e-2", .real(0.01)),
        ("0.5", .real(0.5)), ("-0.0", .real(-0.0)), ("0e0", .real(0)), ("-0e1", .real(-0.0)),
        ("0.1", .real(0.1)), ("1.7976931348623157e308", .real(.greatestFiniteMagnitude)),
        ("5e-324", .real(.leastNonzeroMagnitude)), ("1e-400", .real(0)),
        ("2.2250738585072011e-308", .real(Double(bitPattern: 0xF_FFFF_FFFF_FFFF))),
        ("0.1000000000000000055511151231257827021", .real(0.1)),
        ("123456789012345678901234567890.0", .real(1.2345678901234568e29)),
    ])
    func `Numbers keep their kind and their value`(text: String, expected: PayloadValue) throws {
        let alone = try read(text).get()
        #expect(alone == expected)
        let inside = try read("{\"a\":[" + text + " ]}").get()
        #expect(inside == map([("a", .list([expected]))]))
    }

    @Test(arguments: [
        (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041""#, "A"),
        (#""\u00e9\u00E9""#, "\u{E9}\u{E9}"), (#""\u20ac""#, "\u{20AC}"),
        (#""\uD83D\uDE00""#, "\u{1F600}"), (#""\ud83d\ude00x""#, "\u{1F600}x"),
        (#""\u0000""#, "\u{0}"), ("\"\u{7F}\"", "\u{7F}"), ("\"\u{1F600}\"", "\u{1F600}"),
        ("\"e\u{301}\"", "e\u{301}"), ("\"\u{2028}\"", "\u{2028}"), ("\"\u{FEFF}\"", "\u{FEFF}"),
        (#""\uFFFF""#, "\u{FFFF}"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
        ("\"https://example.org/a?b=c\"", "https://example.org/a?b=c"),
    ])
    func `Strings are decoded byte by byte`(text: String, expected: String) throws {
        let value = try read(text).get()
        #expect(value == .text(expected))
    }

    @Test func `Keys that only look alike are different`() throws {
        let value = try read("{\"\u{E9}\":1,\"e\\u0301\":2}").get()
        #expect(value.map?["\u{E9}"] == .integer(1))
        #expect(value.map?["e\u{301}"] == .integer(2))
    }

    @Test(arguments: [("[", "]"), ("{\"a\":", "}")])
    func `64 levels are read`(open: String, close: String) throws {
        let text = String(repeating: open, count: 64) + "1" + String(repeating: close, count: 64)
        var value = try read(text).get()
        var depth = 0
        while let next = value.list?.first ?? value.map?["a"] {
            value = next
            depth += 1
        }
        #expect(depth == 64)
        #expect(value == .integer(1))
    }

    @Test func `40 digits are read`() throws {
        let text = "0." + String(repeating: "1", count: 39)
        let value = try read(text).get()
        #expect(value == .real(1.0 / 9))
    }

    @Test func `A long string comes back whole`() throws {
        let long = String(repeating: "\u{6771}\u{4EAC} ", count: 50_000)
        let value = try read("[\"" + long + "\"]").get()
        #expect(value == .list([.text(long)]))
    }
}
