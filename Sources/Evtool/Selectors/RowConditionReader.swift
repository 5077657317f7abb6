internal import CommandLineKit
internal import Projections

/// Reads conditions on rows, as `when` takes them.
struct RowConditionReader {
    private let model: Model
    private let context: ToolContext
    private let error: ConditionError

    private init(_ text: String, _ context: ToolContext, argument: String) {
        self.context = context
        model = context.model
        error = ConditionError(text: text, argument: argument)
    }

    /// Reads a condition; every table and field must be one that the model has.
    ///
    /// - Throws: `E-CONDITION`, `E-CONDITION-LIMIT`, `E-CONDITION-EVENTS`, `E-TABLE-UNKNOWN`,
    ///   `E-COLUMN-UNKNOWN`.
    static func read(
        _ text: String, _ context: ToolContext
    ) throws(ToolError) -> RowCondition {
        let argument = ConditionError.rowArgument
        let reader = RowConditionReader(text, context, argument: argument)
        let parsed = try ConditionParser.parse(text, argument: argument)
        var tests: [RowTest] = []
        for test in parsed.tests { tests.append(try reader.test(test)) }
        var rest = tests[...]
        return parsed.map { _ in rest.removeFirst() }
    }

    private func test(_ parsed: ParsedTest) throws(ToolError) -> RowTest {
        switch parsed.kind {
        case .event(let name, _): throw event(name, at: parsed.offset)
        case .row(let test):
            guard let table = table(named: test.table) else {
                throw unknownTable(test.table, at: parsed.offset)
            }
            guard case .field(let field, _, let comparison) = test.question else { return test }
            guard table.conditionFields.contains(where: { $0.utf8.elementsEqual(field.utf8) }) else {
                throw unknownField(field, table, at: parsed.fieldOffset ?? parsed.offset)
            }
            let isNumber = !table.columns.contains(field)
            if isNumber, !comparison.isNumber {
                throw error.syntax(
                    "\(field) is a number, and \"\(comparison.value)\" is none",
                    at: parsed.fieldOffset ?? parsed.offset)
            }
            return test
        }
    }

    private func table(named name: String) -> ShownTable? {
        model.projections.lazy.compactMap { $0.shownTable(named: name) }.first
    }

    private func event(_ name: String, at offset: Int) -> ToolError {
        if table(named: name) != nil {
            return error.syntax(
                "\(name) is a table, and a table is no value", at: offset)
        }
        guard EventTest.field(named: name, catalogue: model.catalogue, word: model.streamWord) != nil else {
            return unknownTable(name, at: offset)
        }
        return ToolError(
            .conditionEvents, exit: .usage, "when asks about rows, and \(name) is a field of events",
            details: error.caret(at: offset) + [error.accepted], argument: error.argument,
            value: error.text, next: context.command("log", "--where", error.text))
    }

    private func unknownTable(_ name: String, at offset: Int) -> ToolError {
        let names = TableChoice.names(of: model)
        return ToolError(
            .tableUnknown, exit: .usage, "no table named \"\(name)\"",
            details: error.caret(at: offset) + ["tables here: " + names.joined(separator: ", ")],
            argument: error.argument, value: name, candidates: Hints.nearest(to: name, in: names))
    }

    private func unknownField(_ name: String, _ table: ShownTable, at offset: Int) -> ToolError {
        let fields = table.conditionFields
        return ToolError(
            .columnUnknown, exit: .usage, "the table \(table.name) has no field \"\(name)\"",
            details: error.caret(at: offset) + ["fields of \(table.name): " + fields.joined(separator: ", ")],
            argument: error.argument, value: name, candidates: Hints.nearest(to: name, in: fields))
    }
}
