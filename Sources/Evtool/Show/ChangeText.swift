internal import CommandLineKit
internal import Projections

/// Writes a change of a row for people: `~ Europe/sea  5 → 4`.
///
/// The marks are `+` for a row that is new, `-` for one that is gone, `~` for one that changed and `=` for one
/// that the event was about and left alone.
struct ChangeText {
    /// The column whose number speaks for itself.
    private static let count = "count"

    private let context: ToolContext

    init(_ context: ToolContext) { self.context = context }

    /// The change without the table's name.
    func line(_ change: RowChange) -> StyledText {
        switch change.operation {
        case .insert:
            styled("+", .good, change, "(\(change.reasonText))")
        case .remove:
            styled("-", .bad, change, "(\(change.reasonText)\(was(change)))")
        case .set:
            styled("~", .notable, change, differences(change))
        case .ignore:
            styled("=", .faint, change, "(\(change.reasonText))")
        }
    }

    private func styled(
        _ mark: String, _ style: StyledText.Style, _ change: RowChange, _ rest: String
    ) -> StyledText {
        var line = StyledText(mark, style)
        line.append(" \(change.key.isEmpty ? "\"\"" : change.key)  \(rest)")
        return line
    }

    /// The number that a row had when it went, where its table counts something.
    private func was(_ change: RowChange) -> String {
        guard let before = change.before, let number = countColumn(change) else { return "" }
        return "; was \(name(number, change))\(before[number].text(context))"
    }

    /// The columns that changed.
    private func differences(_ change: RowChange) -> String {
        let differences = change.differences
        guard !differences.isEmpty else { return "(\(change.reasonText))" }
        let arrow = context.console.marks.arrow
        return differences.map { difference in
            let (before, after) = (difference.before.text(context), difference.after.text(context))
            let name = difference.column == Self.count ? "" : difference.column + " "
            return "\(name)\(shown(before)) \(arrow) \(shown(after))"
        }.joined(separator: ", ")
    }

    private func shown(_ text: String) -> String { text.isEmpty ? "none" : text }

    private func name(_ column: Int, _ change: RowChange) -> String {
        change.columns[column] == Self.count ? "" : change.columns[column] + " "
    }

    /// The one column of whole numbers, where the table has exactly one.
    private func countColumn(_ change: RowChange) -> Int? {
        guard let values = change.before ?? change.after else { return nil }
        let numbers = values.indices.filter { if case .integer = values[$0] { true } else { false } }
        return numbers.count == 1 ? numbers[0] : nil
    }
}
