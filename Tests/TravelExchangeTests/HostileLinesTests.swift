import EventCoding
import EventLog
import Exchange
import StrictJSON
import Testing
import TravelEvents

/// Event lines that somebody wrote to do harm, each with what was decided about it.
@Suite("Hostile event lines") struct HostileLinesTests {
    /// What was decided.
    private enum Verdict: Equatable {
        case accepted
        case refused(ExchangeError.Code)
        case json(JSONError.Code)
    }

    private static func verdict(_ bytes: [UInt8]) -> Verdict {
        var reader = EventLineReader(catalogue: TravelCatalogue.catalogue)
        do throws(ExchangeError) {
            _ = try reader.read(bytes.span)
            return .accepted
        } catch {
            return error.json.map { .json($0.code) } ?? .refused(error.code)
        }
    }

    private func expect(
        _ text: String, _ verdict: Verdict, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let seen = Self.verdict(Array(text.utf8))
        #expect(seen == verdict, "\(text.prefix(200))", sourceLocation: sourceLocation)
    }

    /// A line whose photo has `value` under a key of its source.
    private func extra(_ value: String) -> String {
        "{\"type\":\"photo.viewed\",\"data\":{\"photo\":{\"id\":\"1\",\"x\":\(value)}}}"
    }

    private func line(_ more: String) -> String {
        "{\"type\":\"vacation.created\",\"data\":{\"name\":\"Rome\"}\(more)}"
    }

    // MARK: Keys

    private static let keys = [
        "type", "data", "id", "occurred", "subject", "stream", "schema_version", "metadata",
    ]
    /// A value that each key takes.
    private static let good = [
        "type": "\"vacation.created\"", "data": "{\"name\":\"Rome\"}",
        "id": "\"c3cd7f61-37e0-55ec-b862-a67f85b9b5a2\"", "occurred": "\"2026-03-02T10:14:06Z\"",
        "subject": "\"Rome\"", "stream": "\"alice\"", "schema_version": "1", "metadata": "{\"app\":\"x\"}",
    ]

    private func whole(_ key: String, _ value: String) -> String {
        let members = Self.keys.map { name in
            "\"\(name)\":\(name == key ? value : Self.good[name] ?? "null")"
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    @Test("a value of the wrong kind is refused under each key", arguments: keys)
    func kinds(_ key: String) {
        expect(whole(key, Self.good[key] ?? ""), .accepted)
        let values = ["true", "false", "0", "-1", "1.0", "1e2", "\"\"", "\"x\"", "[]", "[1]", "{}", "[[[]]]"]
        for value in values {
            let isObject = value == "{}"
            let seen = Self.verdict(Array(whole(key, value).utf8))
            switch key {
            case "metadata" where isObject: #expect(seen == .accepted)
            case "stream" where value == "\"x\"": #expect(seen == .accepted)
            default: #expect(seen != .accepted, "\(key): \(value)")
            }
        }
    }

    @Test("a key that stands twice is refused, however it is spelt", arguments: keys)
    func repeated(_ key: String) {
        let value = Self.good[key] ?? ""
        expect("{\"\(key)\":\(value),\"\(key)\":\(value)}", .json(.duplicateKey))
        let escaped = key.unicodeScalars.map { scalar in
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
        expect("{\"\(key)\":\(value),\"\(escaped)\":\(value)}", .json(.duplicateKey))
        expect("{\"\(escaped)\":\(value),\"\(key)\":\(value)}", .json(.duplicateKey))
    }

    @Test("keys that only look like a key are unknown", arguments: keys)
    func lookalikes(_ key: String) {
        for other in [
            key + " ", " " + key, key + "\u{200B}", key.uppercased(), key + "\\u0000", "\u{FEFF}" + key,
        ] {
            let text = "{\"type\":\"vacation.created\",\"data\":{\"name\":\"Rome\"},\"\(other)\":1}"
            expect(text, .refused(.unknownKey))
        }
    }

    @Test("canonically equal keys of a photo's source are two, and both survive")
    func canonicallyEqual() throws {
        let text = """
            {"type":"photo.viewed","data":{"photo":{"id":"1","\u{E9}":1,"e\u{301}":2}}}
            """
        let bytes = Array(text.utf8)
        var reader = EventLineReader(catalogue: TravelCatalogue.catalogue)
        let payload = try #require(try reader.read(bytes.span).lines.first).event.payload
        let value = try PayloadValue(cbor: payload.span)
        let extra = value.map?["photo"]?.map?.entries.filter {
            $0.value == .integer(1) || $0.value == .integer(2)
        }
        #expect(extra?.count == 2 || value.map?["photo"]?.map?["extra"]?.map?.entries.count == 2)
    }

    // MARK: Numbers

    @Test(
        "numbers that a payload can hold",
        arguments: [
            "0", "-1", "9007199254740993", "9223372036854775807", "9223372036854775808",
            "18446744073709551615",
            "-9223372036854775808", "1.0", "1e2", "-0.0", "5e-324", "1e-400", "0.1", "1.7976931348623157e308",
        ])
    func numbers(_ number: String) { expect(extra(number), .accepted) }

    @Test("numbers that are refused")
    func refusedNumbers() {
        for number in ["-0", "-0 "] { expect(extra(number), .json(.negativeZero)) }
        for number in ["18446744073709551616", "-9223372036854775809", "99999999999999999999"] {
            expect(extra(number), .json(.integerOutOfRange))
        }
        for number in ["1e400", "-1e400", "1E1000000000", "1.8e308"] {
            expect(extra(number), .json(.realOutOfRange))
        }
        for number in ["01", "+1", ".5", "1.", "1e", "--1", "1.2.3"] {
            expect(extra(number), .json(.invalidNumber))
        }
        for number in [String(repeating: "9", count: 41), String(repeating: "9", count: 1_000_000)] {
            expect(extra(number), .json(.numberTooLong))
        }
        for number in ["0x10", "1_000", "1a"] { expect(extra(number), .json(.expectedComma)) }
        for word in ["NaN", "Infinity", "undefined", "None", "True"] {
            expect(extra(word), .json(.invalidLiteral))
        }
        for version in ["1.0", "1e0", "0", "-1", "65536", "18446744073709551615", "\"1\""] {
            expect(line(",\"schema_version\":\(version)"), .refused(.wrongKind))
        }
        for version in ["2", "65535"] {
            expect(line(",\"schema_version\":\(version)"), .refused(.unsupportedVersion))
        }
    }

    @Test("a coordinate is a number, or a text that is one, and nothing else")
    func coordinates() {
        // Flickr writes coordinates as texts, and they are taken as what they say.
        for value in ["90", "-90", "0", "1.5", "-0.0", "1e1", "\"1.5\""] {
            expect(
                "{\"type\":\"photo.viewed\",\"data\":{\"photo\":{\"id\":\"1\",\"latitude\":\(value),\"longitude\":1}}}",
                .accepted)
        }
        for value in ["true", "[1]", "{}"] {
            expect(
                "{\"type\":\"photo.viewed\",\"data\":{\"photo\":{\"id\":\"1\",\"latitude\":\(value),\"longitude\":1}}}",
                .refused(.invalidPayload))
        }
    }

    // MARK: Bytes

    @Test("bytes that are not UTF-8 are refused in a key, in a value and between")
    func notUTF8() {
        let bad: [[UInt8]] = [
            [0xFF], [0xFE], [0xC0, 0x80], [0xC1, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xE2, 0x82],
            [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x80, 0x80, 0xAF], [0x80], [0xC3, 0x28],
            [0xF8, 0x88, 0x80, 0x80],
        ]
        let head = Array("{\"type\":\"vacation.created\",\"data\":{\"name\":\"Ro".utf8)
        for bytes in bad {
            #expect(Self.verdict(head + bytes + Array("me\"}}".utf8)) == .json(.invalidUTF8), "\(bytes)")
            #expect(Self.verdict(Array("{\"ty".utf8) + bytes + Array("pe\":1}".utf8)) == .json(.invalidUTF8))
            #expect(Self.verdict(Array("{".utf8) + bytes + Array("}".utf8)) == .json(.invalidUTF8))
        }
    }

    @Test("marks, other encodings, zero bytes and control characters are refused")
    func otherEncodings() {
        let text = Array(line("").utf8)
        #expect(Self.verdict([0xEF, 0xBB, 0xBF] + text) == .json(.byteOrderMark))
        #expect(Self.verdict([0xFF, 0xFE] + text.flatMap { [$0, 0] }) == .json(.utf16))
        #expect(Self.verdict([0xFE, 0xFF] + text.flatMap { [0, $0] }) == .json(.utf16))
        #expect(Self.verdict(text.flatMap { [$0, 0] }) == .json(.utf16))
        for place in [5, 20, text.count - 1] {
            var bytes = text
            bytes.insert(0, at: place)
            #expect(Self.verdict(bytes) == .json(.nulByte), "at \(place)")
        }
        for byte in UInt8(1)..<0x20 where byte != 0x0A {
            let bytes = Array("{\"type\":\"a".utf8) + [byte] + Array("\",\"data\":{}}".utf8)
            #expect(Self.verdict(bytes) == .json(.controlCharacter), "\(byte)")
        }
    }

    @Test(
        "lone surrogates are refused",
        arguments: [
            "\\uD800", "\\uDC00", "\\uD800\\uD800", "\\uD800x", "\\uDC00\\uD800", "\\uD800\\u0041", "\\uDFFF",
            "\\uD83D\\uDE00\\uDE00",
        ])
    func surrogates(_ text: String) { expect(extra("\"\(text)\""), .json(.loneSurrogate)) }

    @Test("what follows a line, or is missing from it, is refused")
    func garbage() {
        for tail in ["x", "}", "]", "{}", ",", "null", "\"\"", "0", "//", "#"] {
            expect(line("") + tail, .json(.trailingText))
        }
        let text = line("")
        for length in 1..<text.utf8.count {
            #expect(Self.verdict(Array(text.utf8.prefix(length))) == .json(.unexpectedEnd), "\(length) bytes")
        }
        for comma in ["{\"type\":\"vacation.created\",}", "{\"data\":{\"name\":\"Rome\",},\"type\":\"x\"}"] {
            expect(comma, .json(.trailingComma))
        }
    }

    // MARK: Depth and size

    @Test(
        "a payload may be as deep as the limit and no deeper",
        arguments: [
            ("[", "]"), ("{\"a\":", "}"),
        ])
    func depth(_ open: String, _ close: String) {
        func nested(_ depth: Int) -> String {
            String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
        }
        expect(extra(nested(61)), .accepted)
        for depth in [62, 63, 64, 65, 512, 513, 100_000] {
            expect(extra(nested(depth)), .json(.tooDeep))
        }
        expect(extra(String(repeating: open, count: 200_000)), .json(.tooDeep))
    }

    @Test("parts over their limits are refused with the limit")
    func sizes() {
        func long(_ count: Int) -> String { "\"" + String(repeating: "x", count: count) + "\"" }
        expect(line(",\"stream\":\(long(LogLimits.streamBytes))"), .accepted)
        expect(line(",\"stream\":\(long(LogLimits.streamBytes + 1))"), .refused(.invalidStream))
        expect(extra(long(LogLimits.payloadBytes)), .refused(.tooLarge))
        expect(extra(long(EventLineReader.maximumLineBytes)), .refused(.tooLarge))
        expect("{\"type\":\(long(65)),\"data\":{}}", .refused(.unknownType))
        expect(line(",\"metadata\":{\"note\":\(long(70_000))}"), .refused(.tooLarge))
    }

    // MARK: Names and times

    @Test("streams and types of the log itself, and empty names, are refused")
    func names() {
        for name in ["$log", "$", ""] { expect(line(",\"stream\":\"\(name)\""), .refused(.invalidStream)) }
        for type in ["$vacation.created", "vacation created", "", "vacation.created\\u0000", "../x", "a/b"] {
            expect("{\"type\":\"\(type)\",\"data\":{}}", .refused(.unknownType))
        }
        for id in ["7", "", "c3cd7f61-37e0-55ec-b862-a67f85b9b5a", "g3cd7f61-37e0-55ec-b862-a67f85b9b5a2"] {
            expect(line(",\"id\":\"\(id)\""), .refused(.invalidID))
        }
    }

    @Test(
        "times",
        arguments: [
            ("2016-12-31T23:59:60Z", true), ("2016-12-31T23:59:60+05:45", true),
            ("2026-03-02T10:14:06+05:45", true),
            ("2026-03-02T10:14:06-00:00", true), ("2026-03-02T10:14:06+14:00", true),
            ("2026-10-25T02:30:00+01:00", true), ("2026-10-25T02:30:00+02:00", true),
            ("0001-01-01T00:00:00Z", true), ("0000-01-01T00:00:00Z", true),
            ("9999-12-31T23:59:59.999Z", true),
            ("2026-03-02t10:14:06z", true), ("2026-03-02T10:14:06.123456789Z", true),
            ("2026-03-02T10:14:61Z", false), ("2026-03-02T24:00:00Z", false), ("2026-02-29T10:14:06Z", false),
            ("2026-03-02T10:14:06", false), ("2026-03-02", false), ("now", false), ("", false),
            ("1772446446", false), ("2026-03-02T10:14:06+24:00", false), ("10000-01-01T00:00:00Z", false),
            ("-0001-01-01T00:00:00Z", false), (" 2026-03-02T10:14:06Z", false),
            ("２026-03-02T10:14:06Z", false),
        ])
    func times(_ time: String, _ isAccepted: Bool) throws {
        let text = line(",\"occurred\":\"\(time)\"")
        expect(text, isAccepted ? .accepted : .refused(.invalidTime))
        guard time.contains(":60") else { return }
        let bytes = Array(text.utf8)
        var reader = EventLineReader(catalogue: TravelCatalogue.catalogue)
        #expect(try reader.read(bytes.span).lines.first?.hasLeapSecond == true)
    }

    @Test("no error shows the text that was refused")
    func silence() {
        let secret = "hunter2hunter2hunter2"
        for text in [
            extra("\"\(secret)\\x\""), extra("[\"\(secret)\""), line(",\"id\":\"\(secret)\""),
            line(",\"occurred\":\"\(secret)\""), line(",\"schema_version\":\"\(secret)\""),
            "{\"type\":\"vacation.created\",\"data\":\"\(secret)\"}",
            "{\"type\":\"photo.viewed\",\"data\":{\"photo\":{\"id\":\"1\",\"latitude\":\"\(secret)\"}}}",
        ] {
            let bytes = Array(text.utf8)
            var reader = EventLineReader(catalogue: TravelCatalogue.catalogue)
            let error = #expect(throws: ExchangeError.self) { _ = try reader.read(bytes.span) }
            #expect(error.map { "\($0)".contains(secret) } == false, "\(text)")
        }
    }
}
