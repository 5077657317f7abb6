internal import CommandLineKit
internal import Projections

/// Writes the rows that differ for people: `~ p4    rank 9 → 1    5214`.
struct DiffText {
    private let context: ToolContext
    private let table: ShownTable
    /// The one column of text that says what a row is: the first that is no part of the key.
    private let titleColumn: String?

    init(_ context: ToolContext, _ diff: RowDiff) {
        self.context = context
        table = diff.table
        let rows = diff.entries.compactMap { $0.after ?? $0.before }
        titleColumn = table.columns.indices.first { index in
            !diff.table.keyParts.contains(diff.table.columns[index])
                && rows.contains { if case .text = $0.columns[index] { true } else { false } }
        }.map { diff.table.columns[$0] }
    }

    /// The lines of the rows, then of the groups.
    func lines(_ diff: RowDiff) -> [StyledText] {
        lines(diff.entries) + diff.movedGroups.map(line)
    }

    private func line(_ group: RowDiff.MovedGroup) -> StyledText {
        var line = StyledText("~", .notable)
        let arrow = context.console.marks.arrow
        line.append(
            " \(group.key.joined(separator: "/"))  (group) place \(group.before) \(arrow) \(group.after)")
        return line
    }

    private func lines(_ entries: [RowDiffEntry]) -> [StyledText] {
        var text = TextTable([.text(""), .freeText(""), .text("")])
        for entry in entries {
            text.append([entry.keyText.isEmpty ? "\"\"" : entry.keyText, detail(entry), cause(entry)])
        }
        // The mark stands right before the key, not in a column of its own.
        let width = context.console.cutWidth.map { max(0, $0 - 2) }
        let layout = text.layout(cutTo: width, marks: context.console.marks)
        return zip(entries, text.rows).map { entry, row in
            let (mark, style) = Self.mark(entry.kind)
            var line = StyledText(mark, style)
            line.append(" ")
            line.append(layout.line(row))
            return line
        }
    }

    private static func mark(_ kind: RowDiffEntry.Kind) -> (String, StyledText.Style) {
        switch kind {
        case .entered: ("+", .good)
        case .left: ("-", .bad)
        case .moved, .changed: ("~", .notable)
        }
    }

    private func detail(_ entry: RowDiffEntry) -> String {
        switch entry.kind {
        case .entered: entry.after.map(content) ?? ""
        case .left: entry.before.map { "was rank \($0.rank)" } ?? ""
        case .moved, .changed: changes(entry.fields)
        }
    }

    /// The rank, the title, and everything that is no text.
    private func content(_ row: RenderedRow) -> String {
        var parts = ["rank \(row.rank)"]
        for (column, value) in zip(table.columns, row.columns) {
            switch value {
            case .none: continue
            case .text where column != titleColumn: continue
            default: parts.append("\(column) \(shown(value))")
            }
        }
        return parts.joined(separator: "   ")
    }

    /// The fields that changed; `since` only where nothing else did, as it stands at the end of the line.
    private func changes(_ fields: [RowDiffEntry.Field]) -> String {
        let telling = fields.filter { $0.name != RowDiffEntry.Field.since }
        let arrow = context.console.marks.arrow
        return (telling.isEmpty ? fields : telling).map { field in
            "\(field.name) \(shown(field.before)) \(arrow) \(shown(field.after))"
        }.joined(separator: ", ")
    }

    private func shown(_ value: ColumnValue) -> String {
        let text = value.text(context)
        return text.isEmpty ? "none" : text
    }

    private func cause(_ entry: RowDiffEntry) -> String {
        guard let cause = entry.cause else { return "" }
        return entry.reason.map { "\(ReasonText.words($0.description)) at \(cause)" } ?? "\(cause)"
    }
}
