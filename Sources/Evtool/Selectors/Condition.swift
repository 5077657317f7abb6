internal import CommandLineKit
internal import EventCoding
internal import EventLog

/// A condition on events: a field, an operator and a value.
struct Condition: Hashable {
    /// What is looked at.
    enum Field: Hashable {
        case type, stream, subject, position, occurred, recorded
        /// A path inside the payload: `photo.title`.
        case payload(String)
    }

    /// How it is compared.
    enum Operator: String, Hashable, CaseIterable {
        // Longer spellings first: `<=` is not `<` with a value that begins with `=`.
        case notEqual = "!="
        case atMost = "<="
        case atLeast = ">="
        case equal = "="
        case below = "<"
        case above = ">"
        case contains = "~"
    }

    let field: Field
    let comparison: Operator
    let value: String
    /// The value as a number, where it is one.
    private let number: Double?
    /// The value as a moment in milliseconds since 1970, for the two times.
    private let moment: Int64?

    private static let eventFields: [(String, Field)] = [
        ("type", .type), ("stream", .stream), ("subject", .subject), ("position", .position),
        ("occurred", .occurred), ("recorded", .recorded),
    ]

    /// Reads a condition; unknown fields are errors, since a silent empty answer misleads.
    ///
    /// - Parameter word: The model's word for a stream, accepted as a field name too.
    init(_ text: String, catalogue: EventCatalogue, word: String) throws(ToolError) {
        guard let (place, comparison) = Self.findOperator(in: text) else {
            throw Self.syntax("no operator found", text, at: text.utf8.count)
        }
        let name = Self.trimmed(text[..<place.lowerBound])
        let value = Self.unquoted(Self.trimmed(text[place.upperBound...]))
        guard !name.isEmpty else { throw Self.syntax("a field name is missing", text, at: 0) }
        guard !value.isEmpty || text.hasSuffix("\"\"") else {
            throw Self.syntax("a value is missing", text, at: text.utf8.count)
        }
        field = try Self.field(named: name == word ? "stream" : name, catalogue: catalogue)
        self.comparison = comparison
        self.value = value
        number = Double(value)
        moment = try Self.moment(value, for: field, comparison)
        if case .position = field, number == nil {
            throw ToolError(
                .condition, exit: .usage, "\"\(value)\" is not a position",
                details: ["accepted: a number, as in 'position >= 5100'"], argument: "--where", value: text)
        }
    }

    private static func findOperator(in text: String) -> (Range<String.Index>, Operator)? {
        var index = text.startIndex
        while index < text.endIndex {
            for comparison in Operator.allCases where text[index...].hasPrefix(comparison.rawValue) {
                return (index..<text.index(index, offsetBy: comparison.rawValue.count), comparison)
            }
            index = text.index(after: index)
        }
        return nil
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    private static func unquoted(_ text: String) -> String {
        for quote in ["\"", "'"] where text.count >= 2 && text.hasPrefix(quote) && text.hasSuffix(quote) {
            return String(text.dropFirst().dropLast())
        }
        return text
    }

    private static func syntax(_ problem: String, _ text: String, at offset: Int) -> ToolError {
        ToolError(
            .condition, exit: .usage, "the condition cannot be read: \(problem)",
            details: [
                text, String(repeating: " ", count: offset) + "^",
                "accepted: FIELD OP VALUE with = != < <= > >= ~ (contains), as in 'subject = p17'",
            ], argument: "--where", value: text)
    }

    private static func field(named name: String, catalogue: EventCatalogue) throws(ToolError) -> Field {
        if let known = eventFields.first(where: { $0.0 == name }) { return known.1 }
        let fields = catalogue.definitions.flatMap(\.fields)
        let paths = Set(fields.map(\.path)).sorted()
        // What a source brought along besides the known fields may have any name.
        let isExtra = fields.contains { $0.kind == .extra && name.hasPrefix($0.path + ".") }
        if isExtra || paths.contains(name) { return .payload(name) }
        let known = eventFields.map(\.0) + paths
        throw ToolError(
            .fieldUnknown, exit: .usage, "no event has a field \"\(name)\"",
            details: ["fields: " + known.joined(separator: ", ")], argument: "--where", value: name,
            candidates: Hints.nearest(to: name, in: known))
    }

    private static func moment(
        _ value: String, for field: Field, _ comparison: Operator
    ) throws(ToolError) -> Int64? {
        guard field == .occurred || field == .recorded else { return nil }
        if let milliseconds = Int64(value) { return milliseconds }
        do throws(TimestampError) {
            return value.utf8.count <= 10
                ? try Timestamp(startOfDay: value).milliseconds
                : try Timestamp(parsingRFC3339: value).milliseconds
        } catch {
            throw ToolError(
                .timeForm, exit: .usage, "\"\(value)\" is not a time: \(error)",
                details: ["accepted: 2026-03-02T10:30:00Z, 2026-03-02, or milliseconds since 1970"],
                argument: "--where", value: value)
        }
    }

    /// Whether the condition holds for an event.
    func holds(for event: borrowing Event) -> Bool {
        switch field {
        case .type: return compare(text: event.typeText)
        case .stream: return compare(text: event.streamText)
        case .subject: return compare(text: event.subjectText)
        case .position: return compare(Double(event.position), with: number)
        case .occurred: return compare(event.occurred.milliseconds, with: moment)
        case .recorded: return compare(event.recorded, with: moment)
        case .payload(let path):
            guard let value = event.fields.value(atPath: path) else { return comparison == .notEqual }
            return compare(PayloadValue(value))
        }
    }

    /// Compares a payload value; a list holds when one of its elements does.
    private func compare(_ value: PayloadValue) -> Bool {
        switch value {
        case .list(let values):
            return comparison == .notEqual
                ? values.allSatisfy { compare($0) } : values.contains { compare($0) }
        case .text(let text): return compare(text: text)
        case .integer(let whole): return compare(Double(whole), with: number)
        case .unsigned(let whole): return compare(Double(whole), with: number)
        case .real(let real): return compare(real, with: number)
        case .bool(let flag): return compare(text: flag ? "true" : "false")
        case .null: return compare(text: "null")
        case .map: return false
        }
    }

    private func compare(text: String) -> Bool {
        let (left, right) = (text.utf8, value.utf8)
        switch comparison {
        case .equal: return left.elementsEqual(right)
        case .notEqual: return !left.elementsEqual(right)
        case .below: return left.lexicographicallyPrecedes(right)
        case .above: return right.lexicographicallyPrecedes(left)
        case .atMost: return !right.lexicographicallyPrecedes(left)
        case .atLeast: return !left.lexicographicallyPrecedes(right)
        case .contains: return Self.contains(Array(left), Array(right))
        }
    }

    private func compare<Value: Comparable>(_ left: Value, with right: Value?) -> Bool {
        guard let right else { return comparison == .notEqual }
        switch comparison {
        case .equal, .contains: return left == right
        case .notEqual: return left != right
        case .below: return left < right
        case .above: return left > right
        case .atMost: return left <= right
        case .atLeast: return left >= right
        }
    }

    private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        guard !part.isEmpty, part.count <= text.count else { return part.isEmpty }
        return (0...text.count - part.count).contains { text[$0..<$0 + part.count].elementsEqual(part) }
    }
}
