internal import CommandLineKit
internal import EventLog
internal import Projections
internal import UnicodeText

/// Shows what a comparison of rows came to, in the form that the user asked for.
struct DiffReport {
    /// The most doubts that are shown.
    private static let shownDoubts = 5

    private let context: ToolContext
    private let outcome: DiffOutcome
    /// Whether rows of every stream were compared, so that each line says whose they are.
    private let showsStream: Bool

    init(_ outcome: DiffOutcome, showsStream: Bool, _ context: ToolContext) {
        self.context = context
        self.outcome = outcome
        self.showsStream = showsStream
    }

    private var isStat: Bool { context.arguments.has("stat") }

    /// Same, different, or not to be told, as the doubts have it.
    private var status: ExitStatus {
        outcome.doubts.isEmpty ? (outcome.isSame ? .yes : .no) : .cannotTell
    }

    /// Shows everything and ends the verb.
    ///
    /// - Parameter last: What is told after the rows.
    func show(last: () throws(ToolError) -> Void = {}) throws(ToolError) -> ExitStatus {
        if !context.arguments.has("quiet") {
            for note in outcome.notes { context.console.note(note) }
            switch context.mode {
            case .human: print()
            case .plain: writePlain()
            case .json: writeJSON()
            }
            if context.mode == .plain {
                for doubt in outcome.doubts.prefix(Self.shownDoubts) { context.console.note(doubt) }
            }
            try last()
        }
        let differing = outcome.parts.reduce(0) { $0 + $1.count } + outcome.kept.count
        return context.end(
            status, counts: [("tables", outcome.parts.count), ("differences", differing)],
            isComplete: outcome.doubts.isEmpty)
    }

    // MARK: For people

    /// The parts that are shown: of many streams only those that differ.
    private var shownParts: [DiffOutcome.Part] {
        showsStream ? outcome.parts.filter { !$0.diff.isEmpty } : outcome.parts
    }

    private func print() {
        let names = shownParts.map(title)
        let width = names.map { UnicodeText.displayWidth(TerminalText.escaped($0)) }.max() ?? 0
        for (part, name) in zip(shownParts, names) {
            let missing = width - UnicodeText.displayWidth(TerminalText.escaped(name))
            var header = StyledText(name, .strong)
            header.append(String(repeating: " ", count: missing + 3) + Self.sides(part, context))
            header.append("      " + Self.counts(part.diff))
            context.console.print(header)
            guard !isStat else { continue }
            for line in DiffText(context, part.diff).lines(part.diff) { context.console.print(line) }
        }
        if !isStat { printKept() }
        if !outcome.doubts.isEmpty {
            context.console.print(StyledText("INCOMPLETE: not everything could be compared", .bad))
            let more = outcome.doubts.count - Self.shownDoubts
            for doubt in outcome.doubts.prefix(Self.shownDoubts) { context.console.print("  " + doubt) }
            if more > 0 { context.console.print("  and \(more) more") }
        }
        if let verdict { context.console.print(verdict) }
    }

    private func title(_ part: DiffOutcome.Part) -> String {
        (showsStream ? "\(part.stream.text)   " : "") + part.table.name
    }

    private static func sides(_ part: DiffOutcome.Part, _ context: ToolContext) -> String {
        "\(part.left.label) \(context.console.marks.arrow) \(part.right.label)"
    }

    private static func counts(_ diff: RowDiff) -> String {
        let counts =
            RowDiffEntry.Kind.allCases.map { ($0.rawValue, diff.count(of: $0)) } + [("same", diff.sameCount)]
        let groups = diff.movedGroups.count
        let shown =
            counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
            + (groups == 0 ? [] : [CountText.of(groups, "group") + " moved"])
        return shown.isEmpty ? "no rows" : shown.joined(separator: ", ")
    }

    /// The last line, where several tables were compared.
    private var verdict: String? {
        guard outcome.parts.count + outcome.kept.count > 1 else { return nil }
        let differing = outcome.parts.count { !$0.diff.isEmpty }
        let tables =
            "\(differing) of \(CountText.of(outcome.parts.count, showsStream ? "comparison" : "table"))"
        if outcome.isSame { return outcome.doubts.isEmpty ? "same in all \(outcome.parts.count)" : nil }
        let kept = outcome.kept.isEmpty ? "" : ", and \(CountText.of(outcome.kept.count, "kept row"))"
        return "differs in " + tables + kept
    }

    private func printKept() {
        for kept in outcome.kept {
            var line = StyledText(Self.keptMark(kept.difference), .notable)
            let whose = showsStream ? "\(kept.stream.text)   " : ""
            line.append(" \(whose)\(kept.table)  \(kept.difference.key)  kept row, in no column: ")
            line.append(
                Self.kept(kept.difference.left) + " \(context.console.marks.arrow) "
                    + Self.kept(kept.difference.right))
            context.console.print(line)
        }
    }

    private static func keptMark(_ difference: RowDifference) -> String {
        difference.left == nil ? "+" : difference.right == nil ? "-" : "~"
    }

    /// The numbers that a projection keeps under a key.
    private static func kept(_ row: TableRow?) -> String {
        guard let row else { return "none" }
        let values = row.values
        return "order \(values.order) source \(values.source) a \(values.a) b \(values.b) c \(values.c)"
            + " d \(values.d) since \(row.since)"
    }

    // MARK: For tools

    private func writePlain() {
        if isStat {
            var table = TextTable(
                [
                    .text("table"), .text("stream"), .text("left"), .number("left_at"), .text("right"),
                    .number("right_at"),
                ]
                    + RowDiffEntry.Kind.allCases.map { .number($0.rawValue) } + [
                        .number("same"), .number("groups_moved"),
                    ])
            for part in outcome.parts {
                table.append(
                    [
                        part.table.name, part.stream.text, part.left.word, "\(part.left.position)",
                        part.right.word,
                        "\(part.right.position)",
                    ] + RowDiffEntry.Kind.allCases.map { "\(part.diff.count(of: $0))" } + [
                        "\(part.diff.sameCount)", "\(part.diff.movedGroups.count)",
                    ])
            }
            return context.console.print(table)
        }
        var table = TextTable([
            .text("table"), .text("stream"), .text("op"), .text("key"), .text("field"), .text("before"),
            .text("after"), .number("cause"), .text("reason"),
        ])
        for line in DiffLine.all(of: outcome) {
            table.append([
                line.table, line.stream.text, line.op, line.key, line.field, text(line.before),
                text(line.after),
                line.cause.map { "\($0)" } ?? "", line.reason ?? "",
            ])
        }
        context.console.print(table)
    }

    private func text(_ value: DiffLine.Value) -> String {
        switch value {
        case .column(let value): value.text(context)
        case .kept(let row): row.map(Self.kept) ?? ""
        }
    }

    private func writeJSON() {
        for part in outcome.parts where !showsStream || !part.diff.isEmpty {
            context.console.write(Self.stat(part))
            guard !isStat else { continue }
            for line in DiffLine.lines(of: part) { write(line) }
        }
        if !isStat { for kept in outcome.kept { write(DiffLine(kept)) } }
        for doubt in outcome.doubts {
            var line = JSONLine(kind: "doubt")
            line.string("message", doubt)
            context.console.write(line)
        }
    }

    private static func stat(_ part: DiffOutcome.Part) -> JSONLine {
        var line = JSONLine(kind: "stat")
        line.string("table", part.table.name)
        line.string("stream", part.stream.text)
        line.string("left", part.left.word)
        line.unsigned("left_at", part.left.position)
        line.string("right", part.right.word)
        line.unsigned("right_at", part.right.position)
        for kind in RowDiffEntry.Kind.allCases { line.count(kind.rawValue, part.diff.count(of: kind)) }
        line.count("same", part.diff.sameCount)
        line.count("groups_moved", part.diff.movedGroups.count)
        return line
    }

    private func write(_ line: DiffLine) {
        var json = JSONLine(kind: "diff")
        json.string("table", line.table)
        json.string("stream", line.stream.text)
        json.string("op", line.op)
        json.string("key", line.key)
        json.string("field", line.field)
        for (name, value) in [("before", line.before), ("after", line.after)] {
            switch value {
            case .column(let value): json.columns([name], [value])
            case .kept(let row): json.string(name, row.map(Self.kept))
            }
        }
        json.unsigned("cause", line.cause)
        json.string("reason", line.reason)
        context.console.write(json)
    }
}
