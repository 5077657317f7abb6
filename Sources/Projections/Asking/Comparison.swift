public import EventCoding

/// How a value is compared, and with what: the right side of a condition.
///
/// Texts are compared by their bytes. Numbers and times are compared as such where both sides are; a value that
/// is of another kind than what it is compared with is merely not equal to it.
public struct Comparison: Sendable {
    /// How the two values are compared.
    public enum Operator: String, Hashable, Sendable, CaseIterable {
        // Longer spellings first: `<=` is not `<` with a value that begins with `=`.
        /// Another value.
        case notEqual = "!="
        /// The same or less.
        case atMost = "<="
        /// The same or more.
        case atLeast = ">="
        /// The same value.
        case equal = "="
        /// Less.
        case below = "<"
        /// More.
        case above = ">"
        /// A text that holds the other; of numbers and times, the same value.
        case contains = "~"
    }

    /// How the two values are compared.
    public let relation: Operator
    /// What is compared with, as it was written.
    public let value: String

    private let bytes: [UInt8]
    private let whole: Int64?
    private let number: Double?
    private let moment: Int64?

    /// A comparison with a value as users write it: text, a number, or a time.
    public init(_ relation: Operator, _ value: String) {
        self.relation = relation
        self.value = value
        bytes = Array(value.utf8)
        whole = Int64(value)
        number = Double(value)
        moment = try? Self.moment(value)
    }

    /// Whether the value is a number.
    public var isNumber: Bool { number != nil }
    /// Whether the value is a time.
    public var isTime: Bool { moment != nil }

    /// The moment that a text names, in milliseconds since 1970.
    ///
    /// Accepted are a time in RFC 3339, a day (its start in UTC), and milliseconds since 1970.
    ///
    /// - Throws: `TimestampError` for anything else.
    public static func moment(_ text: String) throws(TimestampError) -> Int64 {
        if let milliseconds = Int64(text) { return milliseconds }
        return text.utf8.count <= dayLength
            ? try Timestamp(startOfDay: text).milliseconds
            : try Timestamp(parsingRFC3339: text).milliseconds
    }

    /// The bytes of a day: `2026-03-02`.
    private static let dayLength = 10

    // MARK: Holding

    /// Whether it holds for a text.
    public func holds(text: String) -> Bool {
        let left = text.utf8
        switch relation {
        case .equal: return left.elementsEqual(bytes)
        case .notEqual: return !left.elementsEqual(bytes)
        case .below: return left.lexicographicallyPrecedes(bytes)
        case .above: return bytes.lexicographicallyPrecedes(left)
        case .atMost: return !bytes.lexicographicallyPrecedes(left)
        case .atLeast: return !left.lexicographicallyPrecedes(bytes)
        case .contains: return Self.contains(Array(left), bytes)
        }
    }

    /// Whether it holds for a whole number; exact where the value is one too.
    public func holds(integer: Int64) -> Bool {
        if let whole { return compare(integer, with: whole) }
        return compare(Double(integer), with: number)
    }

    /// Whether it holds for a number.
    public func holds(real: Double) -> Bool { compare(real, with: number) }

    /// Whether it holds for a moment in milliseconds since 1970.
    public func holds(moment milliseconds: Int64) -> Bool { compare(milliseconds, with: moment) }

    /// Whether it holds for what is not there: only where another value is asked for.
    public var holdsForNothing: Bool { relation == .notEqual }

    /// Whether it holds for the value of a column.
    public func holds(for column: ColumnValue) -> Bool {
        switch column {
        case .text(let text): holds(text: text)
        case .integer(let whole): holds(integer: whole)
        case .real(let number): holds(real: number)
        case .time(let time): holds(moment: time.milliseconds)
        case .none: holdsForNothing
        }
    }

    /// Whether the value is of a kind that a column's value can be compared with.
    public func suits(_ column: ColumnValue) -> Bool {
        switch column {
        case .text, .none: true
        case .integer, .real: isNumber
        case .time: isTime
        }
    }

    private func compare<Value: Comparable>(_ left: Value, with right: Value?) -> Bool {
        guard let right else { return holdsForNothing }
        switch relation {
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

extension Comparison: Equatable {
    /// Whether both compare in the same way with the same bytes.
    public static func == (left: Comparison, right: Comparison) -> Bool {
        left.relation == right.relation && left.bytes == right.bytes
    }
}

extension Comparison: CustomStringConvertible {
    /// The operator and the value: `>= 3`.
    public var description: String { "\(relation.rawValue) \(value)" }
}
