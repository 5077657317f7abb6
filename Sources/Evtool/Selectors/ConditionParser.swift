internal import CommandLineKit
internal import Projections

/// The grammar of conditions, shared by `--where` and `when`.
///
///     condition = all { "or" all }          all = one { "and" one }
///     one       = "not" one | "(" condition ")" | test
///     test      = NAME OP VALUE | NAME "has" VALUE | NAME "count" OP NUMBER | NAME "[" KEY "]." NAME OP VALUE
///
/// A bare value goes on to `and`, `or`, a parenthesis that nothing opened, or the end; so most values need no
/// quotes. In double quotes `\"`, `\\`, `\n`, `\r`, `\t` and `\u{…}` are escapes; in single quotes nothing is.
struct ConditionParser {
    /// The most bytes of a condition.
    static let longest = 8_192
    /// The most parentheses and `not`s within one another.
    static let deepest = 64

    private var scanner: ConditionScanner
    private var depth = 0

    private init(_ scanner: ConditionScanner) { self.scanner = scanner }

    /// Reads a condition; names are taken as they are.
    ///
    /// - Throws: `E-CONDITION` with a caret, `E-CONDITION-LIMIT`.
    static func parse(_ text: String, argument: String) throws(ToolError) -> ParsedCondition {
        var parser = ConditionParser(ConditionScanner(text, argument: argument))
        guard text.utf8.count <= longest else {
            throw parser.scanner.error.limit("is \(text.utf8.count) bytes long")
        }
        let condition = try parser.any()
        guard parser.scanner.isAtEnd else {
            let isParenthesis = parser.scanner.isNext(")")
            throw parser.scanner.error.syntax(
                isParenthesis ? "nothing opened this parenthesis" : "and, or, or the end is expected",
                at: parser.scanner.at)
        }
        return condition
    }

    // MARK: Joining

    private mutating func any() throws(ToolError) -> ParsedCondition {
        var conditions = [try all()]
        while takes("or") { conditions.append(try all()) }
        return conditions.count == 1 ? conditions[0] : .any(conditions)
    }

    private mutating func all() throws(ToolError) -> ParsedCondition {
        var conditions = [try one()]
        while takes("and") { conditions.append(try one()) }
        return conditions.count == 1 ? conditions[0] : .all(conditions)
    }

    private mutating func takes(_ word: String) -> Bool {
        scanner.skipBlanks()
        return scanner.take(word: word)
    }

    private mutating func one() throws(ToolError) -> ParsedCondition {
        scanner.skipBlanks()
        let start = scanner.at
        let isNegated = scanner.take(word: "not")
        guard isNegated || scanner.isNext("(") else { return .test(try test()) }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else {
            throw scanner.error.limit("is nested more than \(Self.deepest) levels deep")
        }
        if isNegated { return .not(try one()) }
        scanner.at += 1
        let condition = try any()
        scanner.skipBlanks()
        guard scanner.isNext(")") else {
            throw scanner.error.syntax("the parenthesis is not closed", at: start)
        }
        scanner.at += 1
        return condition
    }

    // MARK: Tests

    private mutating func test() throws(ToolError) -> ParsedTest {
        let start = scanner.at
        let isQuoted = scanner.isNext("\"")
        let first = isQuoted ? try scanner.quoted(isName: true) : scanner.namePart()
        var end = scanner.at
        guard isQuoted || end > start else {
            throw scanner.error.syntax("a field name is missing", at: start)
        }
        while true {
            scanner.skipBlanks()
            if scanner.isAtEnd { break }
            let name = isQuoted ? first : scanner.text(start..<end)
            if let comparison = takeOperator() {
                return ParsedTest(
                    kind: .event(field: name, Comparison(comparison, try scanner.value("a value"))),
                    offset: start)
            }
            if scanner.isKeyStart { return try field(of: name, start) }
            if scanner.take(word: "has") {
                return row(name, .has(key: try scanner.value("a key")), start)
            }
            if let test = try count(of: name, start) { return test }
            // Names of foreign fields may hold blanks.
            let word = scanner.word(from: scanner.at)
            if isQuoted || ["and", "or"].contains(word) || scanner.namePart().isEmpty { break }
            end = scanner.at
        }
        throw scanner.error.syntax("no operator found", at: end)
    }

    private mutating func takeOperator() -> Comparison.Operator? {
        guard let comparison = scanner.comparison else { return nil }
        scanner.at += comparison.rawValue.utf8.count
        return comparison
    }

    private func row(_ table: String, _ question: RowTest.Question, _ start: Int) -> ParsedTest {
        ParsedTest(kind: .row(RowTest(table, question)), offset: start)
    }

    /// `TABLE count OP N`, where that comes next; a field may be called `count` too.
    private mutating func count(of table: String, _ start: Int) throws(ToolError) -> ParsedTest? {
        var ahead = scanner
        guard ahead.namePart() == "count" else { return nil }
        ahead.skipBlanks()
        guard ahead.isAtEnd || ahead.comparison != nil else { return nil }
        scanner = ahead
        guard let comparison = takeOperator() else {
            throw scanner.error.syntax("no operator found", at: scanner.at)
        }
        scanner.skipBlanks()
        let place = scanner.at
        let value = try scanner.value("a number")
        guard Int64(value) != nil else {
            throw scanner.error.syntax("\"\(value)\" is not a whole number", at: place)
        }
        return row(table, .count(Comparison(comparison, value)), start)
    }

    /// `TABLE[KEY].FIELD OP VALUE`, from the bracket on.
    private mutating func field(of table: String, _ start: Int) throws(ToolError) -> ParsedTest {
        let key = try scanner.key()
        guard scanner.isNext(".") else {
            throw scanner.error.syntax(
                "a dot and a field are missing behind the bracket", at: scanner.at)
        }
        scanner.at += 1
        let place = scanner.at
        let isQuoted = scanner.isNext("\"")
        let field = isQuoted ? try scanner.quoted(isName: true) : scanner.namePart()
        guard isQuoted || !field.isEmpty else {
            throw scanner.error.syntax("a field name is missing", at: place)
        }
        let end = scanner.at
        scanner.skipBlanks()
        guard let comparison = takeOperator() else {
            throw scanner.error.syntax("no operator found", at: end)
        }
        let value = try scanner.value("a value")
        let test = RowTest(table, .field(field, key: key, Comparison(comparison, value)))
        return ParsedTest(kind: .row(test), offset: start, fieldOffset: place)
    }
}
