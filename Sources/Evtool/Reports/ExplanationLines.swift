internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Projections

/// An explanation as lines of JSON.
struct ExplanationLines {
    private let explanation: Explanation
    private let events: CauseEvents
    private let context: ToolContext
    private let showsCauses: Bool

    init(
        _ explanation: Explanation, _ events: CauseEvents, _ context: ToolContext, showsCauses: Bool
    ) {
        self.explanation = explanation
        self.events = events
        self.context = context
        self.showsCauses = showsCauses
    }

    func print() throws(ToolError) {
        context.console.write(head)
        if showsCauses {
            for cause in explanation.causes { try write(cause) }
        }
        for move in explanation.moves { try write(move) }
        for cause in explanation.ignored { try write(cause) }
        if let count = explanation.count { write(count) }
        for change in explanation.earlier {
            var line = JSONLine(kind: "earlier")
            line.string("reason", change.reason.description)
            line.count("count", change.count)
            context.console.write(line)
        }
        for near in explanation.nearKeys {
            var line = JSONLine(kind: "near")
            line.string("key", near.key)
            line.string("text", near.text)
            context.console.write(line)
        }
    }

    private var head: JSONLine {
        var line = JSONLine(kind: "explanation")
        line.string("table", explanation.table.name)
        line.string("stream", explanation.stream.name.text)
        line.string("key", explanation.key)
        line.unsigned("at", explanation.position)
        line.string("outcome", outcome)
        if case .present(let row, let count) = explanation.outcome {
            line.count("rank", row.rank)
            line.count("of", count)
            line.unsigned("since", row.since)
            line.object("fields") { $0.columns(explanation.table.columns, row.columns) }
        }
        line.count("rank_at_last_change", explanation.rankAtLastChange)
        line.count("omitted", explanation.omittedCauses)
        line.count("searched", explanation.searchedEvents)
        return line
    }

    private var outcome: String {
        switch explanation.outcome {
        case .present: "present"
        case .absent: "absent"
        case .neverEntered: "never-entered"
        case .neverMentioned: "never-mentioned"
        }
    }

    /// One line for each column that changed; one without a field where none did.
    private func write(_ cause: Explanation.Cause) throws(ToolError) {
        let event = try events.event(at: cause.position)
        func line(_ change: Explanation.FieldChange?) -> JSONLine {
            var line = begun(cause.role.rawValue, event)
            line.string("field", change?.column)
            line.columns(["before"], [change?.before ?? .none])
            line.columns(["after"], [change?.after ?? .none])
            line.string("reason", cause.reason.description)
            line.unsigned("undoes", cause.undone)
            return line
        }
        if cause.changes.isEmpty { context.console.write(line(nil)) }
        for change in cause.changes { context.console.write(line(change)) }
    }

    private func write(_ move: Explanation.Move) throws(ToolError) {
        var line = begun("moved", try events.event(at: move.position))
        line.string("field", "rank")
        line.count("before", move.rankBefore)
        line.count("after", move.rankAfter)
        line.string("reason", move.reason.description)
        line.string("by", move.neighbour)
        context.console.write(line)
    }

    private func begun(_ role: String, _ event: CauseEvents.Summary) -> JSONLine {
        var line = JSONLine(kind: "cause")
        line.string("role", role)
        line.unsigned("position", event.position)
        line.time("recorded", event.recorded.map { Timestamp(milliseconds: $0) })
        line.string("type", event.type)
        line.string("subject", event.subject)
        return line
    }

    private func write(_ count: Explanation.CountBalance) {
        func changes(_ line: inout JSONLine, _ name: String, _ changes: [Explanation.EarlierChange]) {
            line.objects(name, changes) { line, change in
                line.string("reason", change.reason.description)
                line.count("count", change.count)
            }
        }
        var line = JSONLine(kind: "sum")
        line.string("field", count.column)
        changes(&line, "raised", count.raised)
        changes(&line, "lowered", count.lowered)
        line.integer("sum", count.sum)
        line.objects("cancelled", count.cancelled) { line, pair in
            line.unsigned("position", pair.event)
            line.unsigned("undone_by", pair.undoneBy)
        }
        context.console.write(line)
    }
}
