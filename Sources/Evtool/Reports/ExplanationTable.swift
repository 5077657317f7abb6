internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Projections

/// An explanation as tab-separated lines, one for each column that a cause changed.
struct ExplanationTable {
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
        var table = TextTable(
            ["role", "position", "recorded", "type", "field", "before", "after", "reason"].map { .text($0) })
        func add(
            _ role: String, _ position: UInt64, _ field: String, _ before: String, _ after: String,
            _ reason: Reason
        ) throws(ToolError) {
            let event = try events.event(at: position)
            let recorded = event.recorded.map { Timestamp(milliseconds: $0).rfc3339UTC } ?? ""
            table.append([
                role, String(position), recorded, event.type, field, before, after, reason.description,
            ])
        }
        for cause in (showsCauses ? explanation.causes : []) + explanation.ignored {
            if cause.changes.isEmpty {
                try add(cause.role.rawValue, cause.position, "", "", "", cause.reason)
            }
            for change in cause.changes {
                try add(
                    cause.role.rawValue, cause.position, change.column, change.before.text(context),
                    change.after.text(context), cause.reason)
            }
        }
        for move in explanation.moves {
            try add(
                "moved", move.position, "rank", String(move.rankBefore), String(move.rankAfter), move.reason)
        }
        context.console.print(table)
        if !explanation.isExplained {
            context.console.note(
                "no event mentions \(explanation.key) (\(CountText.of(explanation.searchedEvents, "event")) searched)"
            )
        }
    }
}
