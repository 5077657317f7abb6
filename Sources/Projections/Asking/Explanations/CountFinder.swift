/// Adds up what raised and lowered the number that a row shows.
struct CountFinder {
    let table: ShownTable
    let life: RowLife
    /// The column that was asked for; nil where the table has to have just one number.
    let field: String?
    /// Gives the columns that an effect changed.
    let changes: (Effect, RenderedRow?) throws -> [Explanation.FieldChange]

    /// The kept value that a column shows, one of four.
    private enum Slot: CaseIterable {
        case a, b, c, d

        func value(in row: Row) -> Int64 {
            switch self {
            case .a: row.a
            case .b: row.b
            case .c: row.c
            case .d: row.d
            }
        }
    }

    /// How many effects are rendered to find the kept value that a column shows.
    private static let samples = 20

    /// The balance of the column that counts; nil where no column does.
    ///
    /// A column counts where each cause moves it by one.
    func balance(_ row: RenderedRow?) throws -> Explanation.CountBalance? {
        guard !life.entries.isEmpty, let column = column(in: row), let slot = try slot(of: column, row) else {
            return nil
        }
        var (raised, lowered): ([Explanation.EarlierChange], [Explanation.EarlierChange]) = ([], [])
        var sum: Int64 = 0
        var cancelled: [Explanation.CancelledPair] = []
        for entry in life.entries {
            let (before, after) = (number(entry.effect.before, slot), number(entry.effect.after, slot))
            let (step, overflow) = after.subtractingReportingOverflow(before)
            guard !overflow, abs(step) <= 1 else { return nil }
            sum = after
            if step > 0 { Self.count(entry.effect.reason, in: &raised) }
            if step < 0 {
                Self.count(entry.effect.reason, in: &lowered)
                if entry.undone > 0 {
                    cancelled.append(
                        Explanation.CancelledPair(event: entry.undone, undoneBy: entry.effect.position))
                }
            }
        }
        guard !raised.isEmpty else { return nil }
        return Explanation.CountBalance(
            column: column, raised: raised, lowered: lowered, sum: sum, cancelled: cancelled)
    }

    private func column(in row: RenderedRow?) -> String? {
        guard let row else { return nil }
        let numbers = table.columns.indices.filter {
            if case .integer = row.columns[$0] { true } else { false }
        }
        if let field { return numbers.map { table.columns[$0] }.first { $0 == field } }
        return numbers.count == 1 ? table.columns[numbers[0]] : nil
    }

    /// The kept value that the column shows: the one that equals it in the first and the last effects.
    private func slot(of column: String, _ row: RenderedRow?) throws -> Slot? {
        let entries = life.entries
        let samples =
            entries.count <= 2 * Self.samples
            ? entries[...] : entries.prefix(Self.samples) + entries.suffix(Self.samples)
        var slots = Slot.allCases
        for entry in samples {
            let change = try changes(entry.effect, row).first { $0.column == column }
            slots.removeAll { slot in
                let (before, after) = (number(entry.effect.before, slot), number(entry.effect.after, slot))
                guard let change else { return before != after }
                return value(change.before) != before || value(change.after) != after
            }
        }
        return slots.first
    }

    private func number(_ row: Row?, _ slot: Slot) -> Int64 { row.map(slot.value) ?? 0 }

    private func value(_ value: ColumnValue) -> Int64? {
        switch value {
        case .integer(let number): number
        case .none: 0
        default: nil
        }
    }

    private static func count(_ reason: Reason, in changes: inout [Explanation.EarlierChange]) {
        if let index = changes.firstIndex(where: { $0.reason == reason }) {
            changes[index] = Explanation.EarlierChange(reason: reason, count: changes[index].count + 1)
        } else {
            changes.append(Explanation.EarlierChange(reason: reason, count: 1))
        }
    }
}
