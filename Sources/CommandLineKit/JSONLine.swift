public import EventCoding

/// Builds one line of NDJSON: an object whose first field is `kind`.
///
///     var line = JSONLine(kind: "row")
///     line.string("table", "recents")
///     line.integer("at", 5214)
///     console.write(line)
///
/// Fields stand in the order of the calls. Whole numbers that a double cannot hold become strings.
public struct JSONLine: Hashable, Sendable {
    /// The largest whole number that every JSON reader keeps exactly.
    public static let largestExactInteger: Int64 = 1 << 53

    private var fields: [Field] = []

    private struct Field: Hashable, Sendable {
        let name: String
        let value: Value
    }

    private indirect enum Value: Hashable, Sendable {
        case payload(PayloadValue)
        case object(JSONLine)
        case array([Value])
    }

    /// A line of that kind.
    public init(kind: String) { string("kind", kind) }

    private init() {}

    /// Adds a text; nil is written as null.
    public mutating func string(_ name: String, _ value: String?) {
        add(name, value.map { .text($0) } ?? .null)
    }

    /// Adds a whole number; nil is written as null, beyond 2^53 it becomes a string.
    public mutating func integer(_ name: String, _ value: Int64?) {
        add(name, value.map(Self.exact) ?? .null)
    }

    /// Adds a whole number from 0; nil is written as null, beyond 2^53 it becomes a string.
    public mutating func unsigned(_ name: String, _ value: UInt64?) {
        guard let value else { return add(name, .null) }
        add(name, Int64(exactly: value).map(Self.exact) ?? .text(String(value)))
    }

    /// Adds a count; nil is written as null.
    public mutating func count(_ name: String, _ value: Int?) { integer(name, value.map { Int64($0) }) }

    /// Adds a finite number with a fraction.
    public mutating func real(_ name: String, _ value: Double) { add(name, .real(value)) }

    /// Adds true or false; nil is written as null.
    public mutating func bool(_ name: String, _ value: Bool?) {
        add(name, value.map { .bool($0) } ?? .null)
    }

    /// Adds null.
    public mutating func null(_ name: String) { add(name, .null) }

    /// Adds a moment in UTC with milliseconds; nil is written as null.
    ///
    /// Outside the years 0000 to 9999 it is the signed count of milliseconds as a string.
    public mutating func time(_ name: String, _ value: Timestamp?) {
        add(name, value.map { .text($0.rfc3339UTC) } ?? .null)
    }

    /// Adds a list of texts.
    public mutating func strings(_ name: String, _ values: [String]) {
        add(name, .list(values.map { .text($0) }))
    }

    /// Adds a list of whole numbers; those beyond 2^53 become strings.
    public mutating func integers(_ name: String, _ values: [Int64]) {
        add(name, .list(values.map(Self.exact)))
    }

    /// Adds any value as it is, numbers beyond 2^53 too: payloads must not change on their way.
    public mutating func value(_ name: String, _ value: PayloadValue) { add(name, value) }

    /// Adds an object, whose fields `build` sets.
    public mutating func object<Failure: Error>(
        _ name: String, _ build: (inout JSONLine) throws(Failure) -> Void
    ) throws(Failure) {
        var inner = JSONLine()
        try build(&inner)
        fields.append(Field(name: name, value: .object(inner)))
    }

    /// Adds a list of objects, one for each item.
    public mutating func objects<Item>(
        _ name: String, _ items: [Item], _ build: (inout JSONLine, Item) -> Void
    ) {
        let values = items.map { item -> Value in
            var inner = JSONLine()
            build(&inner, item)
            return .object(inner)
        }
        fields.append(Field(name: name, value: .array(values)))
    }

    /// The last line of an output.
    ///
    /// - Parameters:
    ///   - counts: Names and counts, in this order.
    ///   - complete: Whether the lines before are the whole answer.
    ///   - exit: How the tool ends.
    ///   - format: The version of the lines' format.
    public static func end(
        counts: [(name: String, count: Int)] = [], complete: Bool, exit: ExitStatus, format: Int
    ) -> JSONLine {
        var line = JSONLine(kind: "end")
        for (name, count) in counts { line.count(name, count) }
        line.count("format", format)
        line.bool("complete", complete)
        line.integer("exit", Int64(exit.code))
        return line
    }

    /// The line in UTF-8 with its line end.
    public var bytes: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        writer.endLine()
        return writer.bytes
    }

    /// The line without its line end.
    public var text: String { String(decoding: bytes.dropLast(), as: UTF8.self) }

    private mutating func add(_ name: String, _ value: PayloadValue) {
        fields.append(Field(name: name, value: .payload(value)))
    }

    private static func exact(_ value: Int64) -> PayloadValue {
        value.magnitude <= UInt64(largestExactInteger) ? .integer(value) : .text(String(value))
    }

    private func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for field in fields {
            writer.key(field.name)
            Self.write(field.value, to: &writer)
        }
        writer.endObject()
    }

    private static func write(_ value: Value, to writer: inout JSONWriter) {
        switch value {
        case .payload(let value): writer.write(value)
        case .object(let line): line.write(to: &writer)
        case .array(let values):
            writer.beginArray()
            for value in values { write(value, to: &writer) }
            writer.endArray()
        }
    }
}
