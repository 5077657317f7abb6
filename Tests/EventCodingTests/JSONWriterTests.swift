import EventCoding
import Foundation
import Testing

@Suite struct JSONWriterTests {
    /// Texts and how they are spelled between the quotes.
    static let spellings: [(String, String)] = [
        ("", ""), ("plain", "plain"), ("<a href='x'>&</a>", "<a href='x'>&</a>"), ("/", "/"),
        ("\"\\", #"\"\\"#), ("\u{8}\t\n\u{c}\r", #"\b\t\n\f\r"#), ("\u{0}\u{1b}[2J", #"\u0000\u001b[2J"#),
        ("\u{1f} \u{7f}~", #"\u001f \u007f~"#), ("\u{80}\u{9b}\u{9f}\u{a0}", "\\u0080\\u009b\\u009f\u{a0}"),
        ("\u{61b}\u{61c}\u{61d}", "\u{61b}\\u061c\u{61d}"),
        ("\u{200d}\u{200e}\u{200f}\u{2010}", "\u{200d}\\u200e\\u200f\u{2010}"),
        ("\u{2027}\u{2028}\u{2029}\u{202a}\u{202b}", "\u{2027}\\u2028\\u2029\\u202a\\u202b"),
        ("\u{202c}\u{202d}\u{202e}\u{202f}", "\\u202c\\u202d\\u202e\u{202f}"),
        ("\u{2065}\u{2066}\u{2067}\u{2068}\u{2069}\u{206a}", "\u{2065}\\u2066\\u2067\\u2068\\u2069\u{206a}"),
        ("Tram 28 – Lisboa é 日本 😀", "Tram 28 – Lisboa é 日本 😀"), ("e\u{301}", "e\u{301}"),
        ("x\u{202e}gpj\u{2069}", "x\\u202egpj\\u2069"),
    ]

    @Test(arguments: spellings) func texts(_ text: String, _ spelling: String) throws {
        var fromString = JSONWriter()
        fromString.string(text)
        #expect(fromString.bytes == Array("\"\(spelling)\"".utf8))
        var fromSpan = JSONWriter()
        let utf8 = Array(text.utf8)
        fromSpan.string(utf8.span)
        #expect(fromSpan.bytes == fromString.bytes)
        let read = try JSONDecoder().decode([String].self, from: Data("[\(fromString.text)]".utf8))
        #expect(read.first?.utf8.elementsEqual(text.utf8) == true)
    }

    /// Every scalar at the edge of what is escaped, on its own.
    @Test func exactlyTheDangerousScalarsAreEscaped() {
        let dangerous: [ClosedRange<UInt32>] = [
            0...0x1f, 0x22...0x22, 0x5c...0x5c, 0x7f...0x9f, 0x61c...0x61c, 0x200e...0x200f, 0x2028...0x202e,
            0x2066...0x2069,
        ]
        for value in UInt32(0)...0x3000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = String(Character(scalar))
            let isEscaped = PayloadValue.text(text).json != "\"\(text)\""
            #expect(isEscaped == dangerous.contains { $0.contains(value) }, "U+\(String(value, radix: 16))")
        }
    }

    @Test func invalidUTF8IsReplaced() {
        let bytes: [UInt8] = [0x61, 0xff, 0x1b, 0xe2, 0x80]
        var json = JSONWriter()
        json.beginObject()
        json.key(bytes.span)
        json.string(bytes.span)
        json.endObject()
        #expect(json.text == #"{"a\#u{fffd}\u001b\#u{fffd}":"a\#u{fffd}\u001b\#u{fffd}"}"#)
    }

    static let numbers: [(PayloadValue, String)] = [
        (.integer(0), "0"), (.integer(-1), "-1"), (.integer(.min), "-9223372036854775808"),
        (.integer(9_007_199_254_740_993), "9007199254740993"), (.unsigned(.max), "18446744073709551615"),
        (.real(1), "1.0"), (.real(-0.0), "-0.0"), (.real(0.1), "0.1"), (.real(1e16), "1e+16"),
        (.real(1e300), "1e+300"), (.real(.leastNonzeroMagnitude), "5e-324"),
        (.real(123456789.5), "123456789.5"),
        (.bool(true), "true"), (.bool(false), "false"), (.null, "null"),
    ]

    @Test(arguments: numbers) func numbersAndWords(_ value: PayloadValue, _ spelling: String) {
        #expect(value.json == spelling)
    }

    @Test func realsReadBackAsThemselvesAndAsReals() {
        var source = RandomPayload(seed: 5)
        for _ in 0..<5000 {
            let value = source.real()
            let text = PayloadValue.real(value).json
            #expect(Double(text)?.bitPattern == value.bitPattern)
            #expect(text.contains(".") || text.contains("e"))
        }
    }

    @Test func structure() {
        var json = JSONWriter()
        json.beginObject()
        json.key("a")
        json.beginArray()
        json.endArray()
        json.key("b")
        json.beginArray()
        json.integer(1)
        json.beginObject()
        json.endObject()
        json.null()
        json.endArray()
        json.key("c")
        json.unsigned(2)
        json.endObject()
        json.endLine()
        json.bool(true)
        json.endLine()
        #expect(json.text == "{\"a\":[],\"b\":[1,{},null],\"c\":2}\ntrue\n")
        json.removeAll()
        json.real(2)
        #expect(json.text == "2.0")
        #expect(JSONWriter(reusing: json.bytes).bytes.isEmpty)
    }

    @Test func viewAndValueGiveOneText() throws {
        let seed: UInt64 = 99
        var source = RandomPayload(seed: seed)
        for round in 0..<1000 {
            let value = source.value()
            let bytes = value.cbor
            var json = JSONWriter()
            json.write(try CBORView(validating: bytes.span))
            #expect(json.bytes == Array(value.json.utf8), "seed \(seed), round \(round)")
        }
    }

    @Test func foundationReadsWhatIsWritten() throws {
        var source = RandomPayload(seed: 3)
        for _ in 0..<200 {
            let json = PayloadValue.list([.map(source.map())]).json
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(json.utf8)) }
        }
    }
}
