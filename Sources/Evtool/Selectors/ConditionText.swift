internal import CommandLineKit
internal import Projections

/// Writes a condition so that reading it gives the same condition.
enum ConditionText {
    /// The text of a condition; parentheses only where they matter.
    static func text(_ condition: ParsedCondition) -> String {
        switch condition {
        case .test(let test): text(test)
        case .not(let inner): "not " + part(inner, needsParentheses: isJoined)
        case .all(let parts): parts.map { part($0, needsParentheses: isJoined) }.joined(separator: " and ")
        case .any(let parts): parts.map { part($0, needsParentheses: isAny) }.joined(separator: " or ")
        }
    }

    /// The text of a condition on rows.
    static func text(_ condition: RowCondition) -> String {
        text(condition.map { ParsedTest(kind: .row($0), offset: 0) })
    }

    private static func part(
        _ condition: ParsedCondition, needsParentheses: (ParsedCondition) -> Bool
    ) -> String {
        needsParentheses(condition) ? "(\(text(condition)))" : text(condition)
    }

    private static func isJoined(_ condition: ParsedCondition) -> Bool {
        if case .all = condition { true } else { isAny(condition) }
    }

    private static func isAny(_ condition: ParsedCondition) -> Bool {
        if case .any = condition { true } else { false }
    }

    private static func text(_ test: ParsedTest) -> String {
        switch test.kind {
        case .event(let field, let comparison): "\(name(field)) \(text(comparison))"
        case .row(let test):
            switch test.question {
            case .has(let key): "\(name(test.table)) has \(value(key))"
            case .count(let comparison): "\(name(test.table)) count \(text(comparison))"
            case .field(let name, let key, let comparison):
                "\(self.name(test.table))[\(value(key))].\(field(name)) \(text(comparison))"
            }
        }
    }

    private static func text(_ comparison: Comparison) -> String {
        "\(comparison.relation.rawValue) \(value(comparison.value))"
    }

    /// The name of a row's field, where no keyword can stand.
    private static func field(_ text: String) -> String { text == "count" ? text : name(text) }

    private static let keywords: Set<String> = ["and", "or", "not", "has", "count", "AND", "OR"]

    /// A name, quoted where it could be taken for something else.
    private static func name(_ text: String) -> String {
        isPlain(withoutLists(text), "_.-:") ? text : quoted(text)
    }

    /// A path with a plain mark for each `[]`: a list in a path is no key.
    private static func withoutLists(_ path: String) -> String {
        var result = ""
        var rest = path[...]
        while let character = rest.popFirst() {
            if character == "[", rest.first == "]" {
                rest.removeFirst()
                result.append("_")
            } else {
                result.append(character)
            }
        }
        return result
    }

    /// A value or a key, quoted where it could be taken for something else.
    private static func value(_ text: String) -> String { isPlain(text, "_.-:/,+%@") ? text : quoted(text) }

    private static func isPlain(_ text: String, _ marks: String) -> Bool {
        guard !text.isEmpty, !keywords.contains(text) else { return false }
        return text.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII
                ? scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    || marks.unicodeScalars.contains(scalar)
                : scalar.properties.isAlphabetic
                    && TerminalText.escaped(String(Character(scalar))).utf8
                        .elementsEqual(String(Character(scalar)).utf8)
        }
    }

    /// A text in double quotes.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            default: result += TerminalText.escaped(String(Character(scalar)))
            }
        }
        return result + "\""
    }
}
