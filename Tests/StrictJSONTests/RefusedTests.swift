import EventCoding
import StrictJSON
import Testing

/// A text, what is wrong with it, and the column of the fault on the first line.
private typealias Case = (text: String, code: JSONError.Code, column: Int)

@Suite struct RefusedTests {
    private func expect(_ text: String, _ code: JSONError.Code, column: Int) {
        guard case .failure(let error) = read(text) else {
            Issue.record("\(text.prefix(40)) was accepted")
            return
        }
        #expect(error.code == code)
        #expect(error.line == 1)
        #expect(error.column == column)
        #expect(error.message.hasSuffix("."))
        #expect(error.description == "Line 1, column \(column): \(error.message)")
    }

    @Test(
        arguments: [
            ("", .empty, 1), ("   ", .empty, 4), ("[1,]", .trailingComma, 3),
            ("{\"a\":1,}", .trailingComma, 7),
            ("[1 , ]", .trailingComma, 4), ("[,1]", .expectedValue, 2), ("[1,,2]", .expectedValue, 4),
            ("[,]", .expectedValue, 2), ("{,}", .expectedKey, 2), ("[1 2]", .expectedComma, 4),
            ("[1;2]", .expectedComma, 3), ("[1:2]", .expectedComma, 3), ("[1}", .expectedComma, 3),
            ("{\"a\":1]", .expectedComma, 7), ("{\"a\" 1}", .expectedColon, 6),
            ("{\"a\",1}", .expectedColon, 5),
            ("{\"a\":}", .expectedValue, 6), ("{\"a\"::1}", .expectedValue, 6),
            ("{\"a\"}", .expectedColon, 5),
            ("{a:1}", .expectedKey, 2), ("{'a':1}", .expectedKey, 2), ("{1:1}", .expectedKey, 2),
            ("{null:1}", .expectedKey, 2), ("{\"a\":1 \"b\":2}", .expectedComma, 8),
            ("{\"a\":1,,\"b\":2}", .expectedKey, 8), ("{[]:1}", .expectedKey, 2), ("]", .expectedValue, 1),
            ("}", .expectedValue, 1), ("['a']", .expectedValue, 2), (",", .expectedValue, 1),
            (":", .expectedValue, 1), ("/* */1", .expectedValue, 1), ("1//x", .trailingText, 2),
            ("#1", .expectedValue, 1), ("\u{E9}", .expectedValue, 1), ("[\u{A0}1]", .expectedValue, 2),
            ("[1\u{2028}]", .expectedComma, 3), ("[\u{C}1]", .expectedValue, 2),
        ] as [Case])
    fileprivate func `Structure outside the grammar is refused`(example: Case) {
        expect(example.text, example.code, column: example.column)
    }

    @Test(
        arguments: [
            ("1 2", .trailingText, 3), ("[]]", .trailingText, 3), ("{}{}", .trailingText, 3),
            ("null,", .trailingText, 5), ("\"a\"\"b\"", .trailingText, 4), ("true false", .trailingText, 6),
            ("[1]x", .trailingText, 4), ("1 ]", .trailingText, 3), ("{} }", .trailingText, 4),
            ("[", .unexpectedEnd, 2), ("{", .unexpectedEnd, 2), ("[1", .unexpectedEnd, 3),
            ("[1,", .unexpectedEnd, 4), ("{\"a\"", .unexpectedEnd, 5), ("{\"a\":", .unexpectedEnd, 6),
            ("{\"a\":1", .unexpectedEnd, 7), ("{\"a\":1,", .unexpectedEnd, 8), ("[[1]", .unexpectedEnd, 5),
            ("\"a", .unexpectedEnd, 3), ("\"a\\\"", .unexpectedEnd, 5), ("\"a\\", .unexpectedEnd, 4),
            ("\"\\u00", .unexpectedEnd, 6), ("\"", .unexpectedEnd, 2), ("{\"a", .unexpectedEnd, 4),
        ] as [Case])
    fileprivate func `Texts that are too long or too short are refused`(example: Case) {
        expect(example.text, example.code, column: example.column)
    }

    @Test(
        arguments: [
            ("nul", .invalidLiteral, 1), ("nulll", .invalidLiteral, 1), ("True", .invalidLiteral, 1),
            ("[NaN]", .invalidLiteral, 2), ("[Infinity]", .invalidLiteral, 2),
            ("undefined", .invalidLiteral, 1),
            ("[truE]", .invalidLiteral, 2), ("[null1]", .invalidLiteral, 2), ("[tru]", .invalidLiteral, 2),
            ("[abc]", .invalidLiteral, 2), ("[fals ]", .invalidLiteral, 2), ("n", .invalidLiteral, 1),
        ] as [Case])
    fileprivate func `Other words are refused`(example: Case) {
        expect(example.text, example.code, column: example.column)
    }

    @Test(
        arguments: [
            ("01", .invalidNumber, 1), ("-01", .invalidNumber, 1), ("+1", .invalidNumber, 1),
            (".5", .invalidNumber, 1), ("[1.]", .invalidNumber, 2), ("[1.e1]", .invalidNumber, 2),
            ("[1e]", .invalidNumber, 2), ("[1e+]", .invalidNumber, 2), ("-", .invalidNumber, 1),
            ("[--1]", .invalidNumber, 2), ("[1-2]", .invalidNumber, 2), ("[1.2.3]", .invalidNumber, 2),
            ("[1e2e3]", .invalidNumber, 2), ("[-.5]", .invalidNumber, 2), ("00", .invalidNumber, 1),
            ("[0x10]", .expectedComma, 3), ("[1_000]", .expectedComma, 3), ("[1a]", .expectedComma, 3),
            ("[-a]", .invalidNumber, 2), ("[-Infinity]", .invalidNumber, 2), ("[1e1.5]", .invalidNumber, 2),
            ("-0", .negativeZero, 1), ("[ -0 ]", .negativeZero, 3), ("{\"a\":-0}", .negativeZero, 6),
            ("18446744073709551616", .integerOutOfRange, 1),
            ("[-9223372036854775809]", .integerOutOfRange, 2),
            ("[99999999999999999999]", .integerOutOfRange, 2),
            ("1e400", .realOutOfRange, 1), ("[-1e400]", .realOutOfRange, 2),
            ("1.8e308", .realOutOfRange, 1), ("1E1000000000", .realOutOfRange, 1),
        ] as [Case])
    fileprivate func `Numbers outside the grammar or the range are refused`(example: Case) {
        expect(example.text, example.code, column: example.column)
    }

    @Test(arguments: [
        #""\a""#, #""\x41""#, #""\'""#, #""\u12""#, #""\u12G4""#, #""\U0041""#, #""\ ""#, "\"\\\u{E9}\"",
        #""\0""#, #""\u-123""#, #""\uD83D\u12""#,
    ])
    func `Escapes outside the grammar are refused`(text: String) {
        guard case .failure(let error) = read(text) else {
            Issue.record("\(text) was accepted")
            return
        }
        #expect(error.code == .invalidEscape)
        #expect(error.column == (text.contains("D83D") ? 8 : 2))
    }

    @Test(arguments: [
        (#""\uD800""#, 2), (#""\uDC00""#, 2), (#""a\uD800\uD800""#, 3), (#""\uD800x""#, 2),
        (#""\uD800\n""#, 2), (#""\uDC00\uD800""#, 2), (#""\uD800\u0041""#, 2), (#""\uDFFF""#, 2),
        (#"{"\uD800":1}"#, 3), (#""\uD83D\uDE00\uDE00""#, 14),
    ])
    func `Lone surrogates are refused`(text: String, column: Int) {
        expect(text, .loneSurrogate, column: column)
    }

    @Test(arguments: [
        ("{\"a\":1,\"a\":2}", 8), ("{\"a\":1,\"\\u0061\":1}", 8), ("{\"\":1,\"\":1}", 7),
        ("{\"x\":{\"a\":1,\"b\":2,\"a\":3}}", 19), ("{\"\u{E9}\":1,\"\\u00E9\":2}", 8),
        ("[{\"a\":1},{\"b\":1,\"c\":1,\"b\":1}]", 23), ("{\"\\/\":1,\"/\":2}", 9),
    ])
    func `A repeated key is refused, however it is spelt`(text: String, column: Int) {
        expect(text, .duplicateKey, column: column)
    }
}
