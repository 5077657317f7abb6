internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Projections

/// Shows why a row is there or not, in the form that the user asked for.
struct ExplanationReport {
    /// How many pairs that cancelled each other are listed.
    private static let listedPairs = 10

    private let context: ToolContext
    private let explainer: Explainer
    private let explanation: Explanation
    private let field: String?
    private let events: CauseEvents

    init(
        _ context: ToolContext, _ explainer: Explainer, _ explanation: Explanation, field: String?
    ) throws(ToolError) {
        self.context = context
        self.explainer = explainer
        self.explanation = explanation
        self.field = field
        events = CauseEvents(try context.history(), context)
    }

    /// Prints the whole answer but a proof.
    func print() throws(ToolError) {
        switch context.mode {
        case .human: try printText()
        case .json: try ExplanationLines(explanation, events, context, showsCauses: showsCauses).print()
        case .plain: try printPlain()
        }
        for doubt in explanation.doubts.prefix(5) { context.console.note(doubt) }
    }

    /// Causes say nothing about the rank, unless that is all that was asked for.
    private var showsCauses: Bool { field != "rank" }

    // MARK: People

    private func printText() throws(ToolError) {
        context.console.print(title)
        switch explanation.outcome {
        case .present: try printPresence()
        case .absent: try printAbsence()
        case .neverEntered:
            context.console.print("never in; these events were about it and changed nothing")
            try printIgnored()
        case .neverMentioned: printNearKeys()
        }
    }

    private var title: StyledText {
        let name = explanation.table.name
        switch explanation.outcome {
        case .present(let row, let count):
            var title = StyledText("\(name) / \(explanation.key)", .strong)
            if let text = Self.text(of: row, in: explanation.table) { title.append(" \"\(text)\"") }
            title.append("      rank \(row.rank) of \(count)      at \(explanation.position)")
            return title
        case .absent, .neverEntered, .neverMentioned:
            return StyledText("\(name) has no \(explanation.key) at \(explanation.position)", .strong)
        }
    }

    /// What people call the row, where its table has a column for that and the key does not say it.
    private static func text(of row: RenderedRow, in table: ShownTable) -> String? {
        for column in ["title", "shown"] {
            guard case .text(let text)? = row.value(of: column, in: table), !text.isEmpty else { continue }
            return text.utf8.elementsEqual(row.keyText.utf8) ? nil : text
        }
        return nil
    }

    private func printPresence() throws(ToolError) {
        if showsCauses {
            context.console.print(StyledText("here because", .faint))
            try printCauses()
            try printIgnored()
        }
        if case .present(let row, _) = explanation.outcome, let before = explanation.rankAtLastChange {
            if !explanation.moves.isEmpty {
                context.console.print(StyledText("rank \(row.rank) because", .faint))
                try printMoves()
            } else if !showsCauses || before != row.rank {
                context.console.print("rank \(row.rank) since its last change, at \(row.since)")
            }
        }
        printCount()
        printEarlier()
    }

    private func printAbsence() throws(ToolError) {
        try printCauses()
        if explanation.ignored.isEmpty {
            context.console.print("  nothing about it since")
        } else {
            try printIgnored()
        }
        printEarlier()
    }

    private func printCauses() throws(ToolError) {
        for (index, cause) in explanation.causes.enumerated() {
            if explanation.omittedCauses > 0, index == explanation.omissionIndex {
                context.console.print(
                    "  \(context.console.marks.ellipsis) \(CountText.of(explanation.omittedCauses, "event")) between; --all shows them"
                )
            }
            try show(cause.position, text(of: cause, isLast: index == explanation.causes.count - 1))
        }
    }

    private func printIgnored() throws(ToolError) {
        for cause in explanation.ignored.prefix(Explainer.shownCauses) {
            try show(cause.position, "changed nothing: \(cause.reason.words)")
        }
        let more = explanation.ignored.count - Explainer.shownCauses
        if more > 0 {
            context.console.print(
                "  \(context.console.marks.ellipsis) and \(CountText.of(more, "more event"))")
        }
    }

    private func printMoves() throws(ToolError) {
        let (moves, shown) = (explanation.moves, Explainer.shownCauses)
        let isShort = context.arguments.has("all") || moves.count <= Explainer.mostCauses
        for (index, move) in moves.enumerated() {
            if !isShort, index == shown {
                context.console.print(
                    "  \(context.console.marks.ellipsis) \(CountText.of(moves.count - 2 * shown, "event")) between; --all shows them"
                )
            }
            guard isShort || index < shown || index >= moves.count - shown else { continue }
            let arrow = context.console.marks.arrow
            let verb = move.rankAfter > move.rankBefore ? "pushed" : "let up"
            try show(
                move.position,
                "\(verb) \(move.rankBefore) \(arrow) \(move.rankAfter) (\(move.neighbour) \(move.reason.words))"
            )
        }
    }

    private func text(of cause: Explanation.Cause, isLast: Bool) -> String {
        switch cause.role {
        case .entered:
            let rank = isLast ? explanation.rankAtLastChange.map { " at rank \($0)" } ?? "" : ""
            return "entered\(rank)"
        case .set:
            let arrow = context.console.marks.arrow
            let changes = cause.changes.map { change in
                "\(change.column) \(shown(change.before)) \(arrow) \(shown(change.after))"
            }
            return changes.isEmpty ? "set (\(cause.reason.words))" : changes.joined(separator: ", ")
        case .removed: return cause.reason.words + cap(for: cause.reason)
        case .ignored: return "changed nothing: \(cause.reason.words)"
        }
    }

    private func shown(_ value: ColumnValue) -> String {
        let text = value.text(context)
        return text.isEmpty ? "none" : text
    }

    /// The cap that an eviction is due to, where the fold has one.
    private func cap(for reason: Reason) -> String {
        guard reason.description == "evicted",
            let limit = explainer.projection.parameters.first(where: { $0.name == "limit" })?.value.integer
        else { return "" }
        return " (cap \(limit))"
    }

    private func show(_ position: UInt64, _ text: String) throws(ToolError) {
        let event = try events.event(at: position)
        let number = String(position)
        let padding = String(repeating: " ", count: max(0, 6 - number.count))
        var line = StyledText("\(padding)\(number)  \(events.time(event))  \(event.what)")
        line.append("     \(text)", .notable)
        context.console.print(line)
    }

    private func printCount() {
        guard let count = explanation.count else { return }
        let minus = context.console.marks.minus
        func sum(_ changes: [Explanation.EarlierChange]) -> [String] {
            changes.map { "\($0.count) \($0.reason.words)" }
        }
        let text =
            sum(count.raised).joined(separator: " + ")
            + sum(count.lowered).map { " \(minus) \($0)" }.joined()
        let name = count.column == "count" ? "" : "\(count.column): "
        label("count", "\(name)\(text) = \(count.sum)")
        guard !count.cancelled.isEmpty else { return }
        let pairs = count.cancelled.prefix(Self.listedPairs).map { "\($0.event) by \($0.undoneBy)" }
        let more = count.cancelled.count - pairs.count
        label(
            "cancelled", pairs.joined(separator: ", ") + (more > 0 ? ", and \(more) more" : ""))
    }

    private func printEarlier() {
        guard !explanation.earlier.isEmpty else { return }
        let changes = explanation.earlier.map { "\($0.count) \($0.reason.words)\(cap(for: $0.reason))" }
        label("before", changes.joined(separator: ", "))
    }

    private func printNearKeys() {
        context.console.print(
            "no event that \(explainer.projection.name) takes mentions it"
                + " (\(CountText.of(explanation.searchedEvents, "event")) searched)")
        for near in explanation.nearKeys {
            let text = near.text.map { $0.utf8.elementsEqual(near.key.utf8) ? "" : " \"\($0)\"" } ?? ""
            context.console.print("  did you mean: \(near.key)\(text)")
        }
        guard explanation.nearKeys.isEmpty, explanation.table.keyParts.count == 1 else { return }
        let condition = "subject = \(explanation.key)"
        context.console.note("next: " + context.command("log", "--where", condition))
    }

    private func label(_ name: String, _ text: String) {
        var line = StyledText(name, .faint)
        line.append(String(repeating: " ", count: max(1, 10 - name.count)) + text)
        context.console.print(line)
    }

    // MARK: Tools

    private func printPlain() throws(ToolError) {
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

    // MARK: Proofs

    /// Prints what a proof found.
    func print(_ proof: Proof) {
        if context.mode == .json {
            var line = JSONLine(kind: "proof")
            line.integers("slice", proof.slice.map { Int64(clamping: $0) })
            line.bool("sufficient", proof.isSufficient)
            line.bool("necessary", proof.isNecessary)
            line.integers("standby", proof.standby.map { Int64(clamping: $0) })
            context.console.write(line)
            return
        }
        let isOne = proof.slice.count == 1
        let verb: String
        if case .present = explanation.outcome {
            verb = isOne ? "gives" : "give"
        } else {
            verb = isOne ? "loses" : "lose"
        }
        let count = isOne ? "this 1 event alone" : "these \(proof.slice.count) events alone"
        let text =
            proof.isSufficient && proof.isNecessary
            ? "\(count) \(verb) this row; without \(isOne ? "it" : "any one of them") it is another"
            : "no: events are missing that the row needs"
        let slice = Self.list(proof.slice)
        guard context.mode == .human else {
            context.console.note("proved: \(slice): \(text)")
            return
        }
        label("proved", text)
        label("slice", slice)
        if !proof.standby.isEmpty {
            label("standby", Self.list(proof.standby) + " would do the same in place of one of them")
        }
    }

    /// How many positions a line names.
    private static let listedPositions = 40

    private static func list(_ positions: [UInt64]) -> String {
        let more = positions.count - listedPositions
        return positions.prefix(listedPositions).map(String.init).joined(separator: ", ")
            + (more > 0 ? ", and \(more) more" : "")
    }
}
