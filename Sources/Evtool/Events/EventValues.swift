internal import CommandLineKit
internal import EventCoding
internal import EventLog

/// `log --values FIELD`: each value of a field once, and how many matching events have it.
struct EventValues {
    private let field: String
    private let query: EventQuery
    private let context: ToolContext

    init(_ field: String, _ query: EventQuery, _ context: ToolContext) throws(ToolError) {
        let model = context.model
        guard EventTest.field(named: field, catalogue: model.catalogue, word: model.streamWord) != nil else {
            throw EventTest.unknown(field, model.catalogue, argument: "--values")
        }
        self.field = field == context.model.streamWord ? "stream" : field
        self.query = query
        self.context = context
    }

    /// Prints the values, most frequent first, then by their bytes.
    func print() throws(ToolError) -> ExitStatus {
        var counts: [[UInt8]: Int] = [:]
        let isComplete = try query.forEachMatch(context) { event in
            for value in values(of: event) { counts[Array(value.utf8), default: 0] += 1 }
        }
        let sorted = counts.sorted {
            $0.value != $1.value ? $0.value > $1.value : $0.key.lexicographicallyPrecedes($1.key)
        }
        var table = TextTable([.number("events"), .freeText("value")])
        for (value, count) in sorted {
            let text = String(decoding: value, as: UTF8.self)
            if context.mode == .json {
                var line = JSONLine(kind: "value")
                line.string("field", field)
                line.string("value", text)
                line.count("events", count)
                context.console.write(line)
            } else {
                table.append([String(count), text])
            }
        }
        if context.mode != .json { context.console.print(table) }
        return context.end(
            isComplete ? .yes : .cannotTell, counts: [("values", sorted.count)], isComplete: isComplete)
    }

    private func values(of event: borrowing Event) -> [String] {
        switch field {
        case "type": return [event.typeText]
        case "stream": return [event.streamText]
        case "subject": return [event.subjectText]
        case "position": return [String(event.position)]
        case "occurred": return [event.occurred.rfc3339UTC]
        case "recorded": return [Timestamp(milliseconds: event.recorded).rfc3339UTC]
        default:
            guard let view = event.fields.value(atPath: field) else { return [] }
            let value = PayloadValue(view)
            return (value.list ?? [value]).map { Self.text($0) }
        }
    }

    private static func text(_ value: PayloadValue) -> String {
        if let text = value.text { return text }
        var json = JSONWriter()
        json.write(value)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
