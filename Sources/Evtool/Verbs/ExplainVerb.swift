internal import CommandLineKit
internal import EventLog
internal import Projections
internal import UnicodeText

/// `explain`: why a row is in a table, or why it is not.
enum ExplainVerb: ToolVerb {
    static var name: String { "explain" }

    static func verb(for model: Model) -> Verb {
        Verb(
            name, group: VerbGroup.ask, summary: "Say why a row is here, or not here.",
            effect: Effect(.readsOnly),
            synopsis: [
                "explain TABLE [KEY] [--at POS] [--field F] [--prove] [--all]",
                "explain TABLE KEY --case FILE [--expect-row ROW]",
            ],
            arguments: [
                ArgumentSpec(
                    "TABLE", .named("table"),
                    doc: "The table: " + TableChoice.list(of: model) + "."),
                ArgumentSpec(
                    "KEY", .named("key"), isOptional: true,
                    doc: "The row's key. Without it, every row with the event that last set it."),
            ],
            options: [
                SharedOptions.stream(model), SharedOptions.at,
                .value("field", "FIELD", doc: "Only what changed this column, or rank."),
                .flag("prove", doc: "Find the smallest slice of the history that gives, or loses, the row."),
                .value("case", "FILE", .newFile, doc: "Write that slice as a test case."),
                .value(
                    "expect-row", "ROW",
                    doc: "What somebody expected: absent, present, or a JSON object of columns."),
                .flag("force", doc: "Replace a case file that stands there."),
                .flag("all", doc: "Show all causes, however many there are."),
            ] + SharedOptions.hypothesis,
            examples: [
                .init("explain recents p17", "why is it here, or not here"),
                .init("explain recents p17 --prove", "and which events alone make it so"),
                .init(
                    "explain recents p17 --case bug.ndjson --expect-row absent",
                    "a complaint as a failing test"),
                .init("explain tags", "every row with the event that last set it"),
            ],
            notes: [
                "Ranks are derived from the order of the rows; what moved a row is told since its own last change.",
                "Exit 1 means that no event ever mentioned the key.",
            ])
    }

    static func run(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        let choice = try TableChoice(named: context.arguments.argument("TABLE") ?? "", context)
        let request = try CaseRequest(choice, context)
        let opened = try context.openLog()
        var resolver = try PositionResolver(try context.history(), log: opened.path, program: context.program)
        let position = try ProjectVerb.position(&resolver, context)
        context.printNotes(of: resolver)
        guard let stream = try StreamSelector.select(context, needsOne: true).summaries.first else {
            throw StreamSelector.needsName([], context)
        }
        try context.announceHypothesis()
        let explainer = Explainer(
            choice.table, of: choice.projection, over: try context.history(),
            catalogue: context.model.catalogue)
        guard let key = context.arguments.argument("KEY") else {
            try checkNeedsKey(context)
            return try BlameReport(context, explainer).print(stream, at: position)
        }
        let field = try field(of: choice.table, context)
        let explanation = try explain(key, explainer, stream, position, field, context)
        let report = try ExplanationReport(context, explainer, explanation, field: field)
        try report.print()
        let isProved = try prove(explanation, explainer, request, report, context)
        try context.printOrphans(of: [choice.projection], stream: stream.name, upTo: nil)
        return context.end(
            status(explanation, isProved), counts: [("causes", explanation.causes.count)],
            isComplete: explanation.doubts.isEmpty)
    }

    private static func explain(
        _ key: String, _ explainer: Explainer, _ stream: StreamSummary, _ position: UInt64, _ field: String?,
        _ context: ToolContext
    ) throws(ToolError) -> Explanation {
        func explain(_ key: String) throws -> Explanation {
            try explainer.explain(
                key, in: stream, at: position, field: field == "rank" ? nil : field,
                isComplete: context.arguments.has("all"))
        }
        return try context.reading {
            let found = try explain(key)
            // A keyboard may have composed the letters in another way than the key has them.
            let normalised = UnicodeText.normalizedNFC(key)
            guard !found.isExplained, !normalised.utf8.elementsEqual(key.utf8) else { return found }
            let other = try explain(normalised)
            return other.isExplained ? other : found
        }
    }

    /// Proves and writes what was asked for; false where the proof was asked for and not found.
    private static func prove(
        _ explanation: Explanation, _ explainer: Explainer, _ request: CaseRequest?,
        _ report: ExplanationReport, _ context: ToolContext
    ) throws(ToolError) -> Bool {
        guard context.arguments.has("prove") || request != nil else { return true }
        let proof: Proof
        do { proof = try explainer.prove(explanation) } catch let failure as ProofFailure {
            guard request != nil else {
                context.console.note("not proved: \(failure)")
                return failure == .nothingToProve
            }
            throw ToolError(
                .noProof, exit: .no, "no case can be written: \(failure)", argument: "--case",
                value: context.arguments.value("case"))
        } catch { throw context.toolError(error) }
        report.print(proof)
        try request?.write(explanation, proof, explainer)
        return proof.isSufficient && proof.isNecessary
    }

    private static func status(_ explanation: Explanation, _ isProved: Bool) -> ExitStatus {
        if !explanation.doubts.isEmpty || !isProved { return .cannotTell }
        return explanation.isExplained ? .yes : .no
    }

    private static func field(of table: ShownTable, _ context: ToolContext) throws(ToolError) -> String? {
        guard let field = context.arguments.value("field") else { return nil }
        let known = table.columns + ["rank"]
        if known.contains(where: { $0.utf8.elementsEqual(field.utf8) }) { return field }
        throw ToolError(
            .fieldUnknown, exit: .usage, "\(table.name) has no field \"\(field)\"",
            details: ["fields here: " + known.joined(separator: ", ")], argument: "--field", value: field,
            candidates: Hints.nearest(to: field, in: known))
    }

    private static func checkNeedsKey(_ context: ToolContext) throws(ToolError) {
        for option in ["prove", "case", "expect-row", "field"] where context.arguments.has(option) {
            throw ToolError(
                .optionConflict, exit: .usage, "--\(option) is about one row and needs its key",
                argument: "--\(option)")
        }
    }
}
