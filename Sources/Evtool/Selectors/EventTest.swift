internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Projections

/// One test of a condition on events: a field, an operator and a value.
struct EventTest: Equatable {
    /// What is looked at.
    enum Field: Equatable {
        case type, stream, subject, position, occurred, recorded
        /// A path inside the payload: `photo.title`.
        case payload(String)
    }

    let field: Field
    let comparison: Comparison

    private static let eventFields: [(String, Field)] = [
        ("type", .type), ("stream", .stream), ("subject", .subject), ("position", .position),
        ("occurred", .occurred), ("recorded", .recorded),
    ]

    /// A test of a field, whose value must be of the field's kind.
    init(_ field: Field, _ comparison: Comparison, _ text: String, argument: String) throws(ToolError) {
        self.field = field
        self.comparison = comparison
        switch field {
        case .position where !comparison.isNumber:
            throw ToolError(
                .condition, exit: .usage, "\"\(comparison.value)\" is not a position",
                details: ["accepted: a number, as in 'position >= 5100'"], argument: argument, value: text)
        case .occurred, .recorded:
            do throws(TimestampError) { _ = try Comparison.moment(comparison.value) } catch {
                throw ToolError(
                    .timeForm, exit: .usage, "\"\(comparison.value)\" is not a time: \(error)",
                    details: ["accepted: 2026-03-02T10:30:00Z, 2026-03-02, or milliseconds since 1970"],
                    argument: argument, value: comparison.value)
            }
        default: break
        }
    }

    // MARK: Fields

    /// The field of that name, or nil.
    ///
    /// - Parameter word: The model's word for a stream, accepted as a field name too.
    static func field(named name: String, catalogue: EventCatalogue, word: String) -> Field? {
        let name = name.utf8.elementsEqual(word.utf8) ? "stream" : name
        if let known = eventFields.first(where: { $0.0.utf8.elementsEqual(name.utf8) }) { return known.1 }
        // What a source brought along besides the known fields may have any name.
        let isKnown = catalogue.definitions.lazy.flatMap(\.fields).contains { field in
            field.path.utf8.elementsEqual(name.utf8)
                || field.kind == .extra && name.utf8.starts(with: (field.path + ".").utf8)
        }
        return isKnown ? .payload(name) : nil
    }

    /// Every name of a field; what foreign fields are called is not known.
    static func fieldNames(_ catalogue: EventCatalogue) -> [String] {
        eventFields.map(\.0) + Set(catalogue.definitions.flatMap { $0.fields.map(\.path) }).sorted()
    }

    /// The error for a field that no event has.
    static func unknown(
        _ name: String, _ catalogue: EventCatalogue, argument: String, caret: [String] = []
    ) -> ToolError {
        let known = fieldNames(catalogue)
        return ToolError(
            .fieldUnknown, exit: .usage, "no event has a field \"\(name)\"",
            details: caret + ["fields: " + known.joined(separator: ", ")], argument: argument, value: name,
            candidates: Hints.nearest(to: name, in: known))
    }

    // MARK: Holding

    /// Whether the test holds for an event.
    func holds(for event: borrowing Event) -> Bool {
        switch field {
        case .type: return comparison.holds(text: event.typeText)
        case .stream: return comparison.holds(text: event.streamText)
        case .subject: return comparison.holds(text: event.subjectText)
        case .position: return comparison.holds(integer: Int64(clamping: event.position))
        case .occurred: return comparison.holds(moment: event.occurred.milliseconds)
        case .recorded: return comparison.holds(moment: event.recorded)
        case .payload(let path):
            guard let value = event.fields.value(atPath: path) else { return comparison.holdsForNothing }
            return holds(for: PayloadValue(value))
        }
    }

    /// Compares a payload value; a list holds when one of its elements does.
    private func holds(for value: PayloadValue) -> Bool {
        switch value {
        case .list(let values):
            return comparison.relation == .notEqual
                ? values.allSatisfy { holds(for: $0) } : values.contains { holds(for: $0) }
        case .text(let text): return comparison.holds(text: text)
        case .integer(let whole): return comparison.holds(integer: whole)
        case .unsigned(let whole): return comparison.holds(real: Double(whole))
        case .real(let real): return comparison.holds(real: real)
        case .bool(let flag): return comparison.holds(text: flag ? "true" : "false")
        case .null: return comparison.holds(text: "null")
        case .map: return false
        }
    }
}
