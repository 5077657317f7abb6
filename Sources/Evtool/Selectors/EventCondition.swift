internal import CommandLineKit
internal import EventLog
internal import Projections

/// A condition on events, as `--where` takes it.
struct EventCondition {
    private let tree: ConditionTree<EventTest>

    /// Reads a condition; unknown fields are errors, since a silent empty answer misleads.
    ///
    /// - Throws: `E-CONDITION`, `E-CONDITION-LIMIT`, `E-CONDITION-ROWS`, `E-FIELD-UNKNOWN`, `E-TIME-FORM`.
    init(_ text: String, _ context: ToolContext) throws(ToolError) {
        let argument = "--where"
        let parsed = try ConditionParser.parse(text, argument: argument)
        let error = ConditionError(text: text, argument: argument)
        let isSingle = parsed.tests.count == 1
        let catalogue = context.model.catalogue
        var tests: [EventTest] = []
        for test in parsed.tests {
            guard case .event(let name, let comparison) = test.kind else {
                throw Self.rows(error, at: test.offset, context)
            }
            guard
                let field = EventTest.field(
                    named: name, catalogue: catalogue, word: context.model.streamWord)
            else {
                throw EventTest.unknown(
                    name, catalogue, argument: argument,
                    caret: isSingle ? [] : error.caret(at: test.offset))
            }
            tests.append(try EventTest(field, comparison, text, argument: argument))
        }
        var rest = tests[...]
        tree = parsed.map { _ in rest.removeFirst() }
    }

    /// Whether the condition holds for an event.
    func holds(for event: borrowing Event) -> Bool { Self.holds(tree, event) }

    private static func holds(_ tree: ConditionTree<EventTest>, _ event: borrowing Event) -> Bool {
        switch tree {
        case .test(let test): return test.holds(for: event)
        case .not(let inner): return !holds(inner, event)
        case .all(let parts):
            for part in parts where !holds(part, event) { return false }
            return true
        case .any(let parts):
            for part in parts where holds(part, event) { return true }
            return false
        }
    }

    private static func rows(_ error: ConditionError, at offset: Int, _ context: ToolContext) -> ToolError {
        ToolError(
            .conditionRows, exit: .usage, "--where chooses events, and this asks about rows",
            details: error.caret(at: offset) + [
                error.accepted, "when tells at which events a condition on rows changed",
            ], argument: error.argument, value: error.text, next: context.command("when", error.text))
    }
}
