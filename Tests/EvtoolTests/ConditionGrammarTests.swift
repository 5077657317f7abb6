import CommandLineKit
import Projections
import TestSupport
import Testing

@testable import Evtool

/// The grammar of conditions: what is read, what is written, and what is refused with a caret.
@Suite("Conditions")
struct ConditionGrammarTests {
    private static func parse(_ text: String) throws(ToolError) -> ParsedCondition {
        try ConditionParser.parse(text, argument: "--where")
    }

    @Test(
        "a condition is read as it is meant, and written in one form",
        arguments: [
            ("subject=p17", "subject = p17"), ("  type  !=  photo.viewed ", "type != photo.viewed"),
            ("photo.title = Philosopher's path", "photo.title = \"Philosopher's path\""),
            ("photo.title ~ 'a and b'", "photo.title ~ \"a and b\""),
            ("photo.title = \"\"", "photo.title = \"\""), ("photo.title ~ 'tis", "photo.title ~ \"'tis\""),
            ("a=1 and b=2 or c=3", "a = 1 and b = 2 or c = 3"),
            ("a=1 and (b=2 or c=3)", "a = 1 and (b = 2 or c = 3)"),
            ("not a=1 and b=2", "not a = 1 and b = 2"), ("not (a=1 and b=2)", "not (a = 1 and b = 2)"),
            ("not not a=1", "not not a = 1"), ("((a=1))", "a = 1"), ("(a=1)and(b=2)", "a = 1 and b = 2"),
            ("t ~ Alfama (dusk) and b=2", "t ~ \"Alfama (dusk)\" and b = 2"),
            ("t = Thailand and b = 2", "t = Thailand and b = 2"), ("t = b (c)", "t = \"b (c)\""),
            ("places[].name = x", "places[].name = x"), ("e.my key = 2", "\"e.my key\" = 2"),
            ("recents has p17", "recents has p17"),
            (
                "itinerary has Europe/Lisbon, Portugal",
                "itinerary has \"Europe/Lisbon, Portugal\""
            ),
            ("recents count>20", "recents count > 20"), ("t[a].count>=3", "t[a].count >= 3"),
            ("tags[ Europe/beach ].count = 3", "tags[Europe/beach].count = 3"),
            ("t[a[b]c].x = 1", "t[\"a[b]c\"].x = 1"), ("t[\"]\"].x = 1", "t[\"]\"].x = 1"),
            ("t has \"\\u{1F35C} \\\"\\\\ \\n\"", "t has \"\u{1F35C} \\\"\\\\ \\n\""),
            ("t has \u{6771}\u{4EAC}", "t has \u{6771}\u{4EAC}"), ("t\nhas\tx", "t has x"),
            ("not\n(t has x\n or u has y)", "not (t has x or u has y)"),
        ])
    func forms(_ typed: String, _ written: String) throws {
        let condition = try Self.parse(typed)
        #expect(ConditionText.text(condition) == written)
        #expect(try Self.parse(written) == condition)
    }

    @Test(
        "what cannot be read is refused with a caret under the place",
        arguments: [
            ("", 0, "a field name is missing"), ("a", 1, "no operator found"),
            ("a = 1 and", 9, "a field name is missing"), ("a = and b = 2", 4, "a value is missing"),
            ("(a = 1", 0, "the parenthesis is not closed"), ("a = 1)", 5, "nothing opened"),
            ("a = \"x", 4, "not closed"), ("a = \"x\\q\"", 6, "in quotes"), ("a = \"x\"y", 7, "a blank"),
            ("a = \"\\u{D800}\"", 5, "in quotes"), ("a = \"\\u{110000}\"", 5, "in quotes"),
            ("a = 1 && b = 2", 6, "write and"), ("a = 1 OR b = 2", 6, "write or"),
            ("t[a]", 4, "a dot and a field"), ("t[a", 1, "the bracket is not closed"),
            ("t[a].", 5, "a field name is missing"), ("t[a].x", 6, "no operator found"),
            ("t has", 5, "a key is missing"), ("t count", 7, "no operator found"),
            ("t count > many", 10, "is not a whole number"), ("a = \"x\" b = 2", 8, "is expected"),
            ("\u{6771}\u{4EAC} \u{1F35C}", 11, "no operator found"),
        ])
    func carets(_ typed: String, _ offset: Int, _ problem: String) throws {
        let error = #expect(throws: ToolError.self) { try Self.parse(typed) }
        #expect(error?.code == .condition && error?.exit == .usage)
        #expect(error?.message.contains(problem) == true, "\(error?.message ?? "")")
        let expected = ConditionError(text: typed, argument: "--where").caret(at: offset)
        #expect(error?.details.prefix(2) == expected[...], "\(error?.details ?? [])")
    }

    @Test("the caret stands under the place, however wide the letters before it are")
    func width() {
        func caret(_ text: String, _ offset: Int) -> Int {
            ConditionError(text: text, argument: "").caret(at: offset)[1].utf8.count - 1
        }
        #expect(caret("ab x", 3) == 3)
        #expect(caret("\u{6771}\u{4EAC} x", 7) == 5, "wide letters take two columns")
        #expect(caret("e\u{301}t x", 5) == 3, "marks take none")
        #expect(caret("\u{202E}x", 3) == 8, "what is shown escaped is as wide as it is shown")
    }

    @Test("a condition that is too long or too deep is refused")
    func limits() throws {
        let deepest = ConditionParser.deepest
        func nested(_ depth: Int) -> String {
            String(repeating: "(", count: depth) + "a = 1" + String(repeating: ")", count: depth)
        }
        #expect(try Self.parse(nested(deepest)).tests.count == 1)
        for text in [
            nested(deepest + 1), String(repeating: "not ", count: deepest + 1) + "a = 1",
            String(repeating: "(", count: ConditionParser.longest),
            "a = " + String(repeating: "x", count: ConditionParser.longest),
        ] {
            let error = #expect(throws: ToolError.self) { try Self.parse(text) }
            #expect(error?.code == .conditionLimit)
        }
    }

    // MARK: Properties

    private static let pieces = [
        "and", "or", "not", "has", "count", "AND", "&&", "a", "p17", "t", "photo.title", "[]", "[", "]", ".",
        "(", ")", "\"", "'", "\\", "\\u{", "}", "=", "!=", "<=", ">", "~", " ", "  ", "\t", "\n", "3", "-1",
        "2026-03-02", "\u{6771}", "e\u{301}", "\u{202E}", "\u{0}", "\u{1F468}\u{200D}\u{1F469}", "/", ",",
    ]

    private static func text(_ random: inout SplitMix64, _ most: Int) -> String {
        (0..<random.number(0...most)).map { _ in pieces[random.number(0...pieces.count - 1)] }.joined()
    }

    private static func condition(_ random: inout SplitMix64, _ depth: Int) -> ParsedCondition {
        func part(_ random: inout SplitMix64) -> ParsedCondition { condition(&random, depth - 1) }
        switch depth > 0 ? random.number(0...5) : 5 {
        case 0: return .not(part(&random))
        case 1: return .all((0..<random.number(2...3)).map { _ in part(&random) })
        case 2: return .any((0..<random.number(2...3)).map { _ in part(&random) })
        default: return .test(test(&random))
        }
    }

    private static func test(_ random: inout SplitMix64) -> ParsedTest {
        let relations = Comparison.Operator.allCases
        let relation = relations[random.number(0...relations.count - 1)]
        let (name, key, value) = (text(&random, 4), text(&random, 6), text(&random, 6))
        let kind: ParsedTest.Kind =
            switch random.number(0...3) {
            case 0: .event(field: name, Comparison(relation, value))
            case 1: .row(.has(key, in: name))
            case 2: .row(.count(of: name, relation, random.number(-9...9)))
            default: .row(.field(text(&random, 3), of: key, in: name, relation, value))
            }
        return ParsedTest(kind: kind, offset: 0)
    }

    @Test("writing a condition and reading it gives the same condition, whatever its names hold")
    func roundTrip() throws {
        for seed in 0..<2_000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let condition = Self.condition(&random, 3)
            let text = ConditionText.text(condition)
            #expect(try Self.parse(text) == condition, "seed \(seed): \(text)")
        }
    }

    @Test("any text is read, or refused with a place inside it; what was read is read again")
    func hostile() throws {
        var read = 0
        for seed in 0..<5_000 as Range<UInt64> {
            var random = SplitMix64(seed: 0xBAD + seed)
            let text = Self.text(&random, 20)
            do throws(ToolError) {
                let condition = try Self.parse(text)
                read += 1
                #expect(try Self.parse(ConditionText.text(condition)) == condition, "seed \(seed): \(text)")
            } catch {
                #expect(error.code == .condition, "seed \(seed): \(text)")
                #expect(error.details.first == text, "seed \(seed)")
                #expect(error.details[1].hasSuffix("^"), "seed \(seed)")
            }
        }
        #expect(read > 20, "some of the texts are conditions: \(read)")
    }
}
