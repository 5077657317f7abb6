internal import EventLog
internal import Projections

/// One field of one row that differs, as programs read it.
struct DiffLine {
    /// A value on either side.
    enum Value {
        case column(ColumnValue)
        /// What a projection keeps, where no column shows it.
        case kept(TableRow?)
    }

    let table: String
    let stream: StreamName
    /// `in`, `out` or `change`.
    let op: String
    let key: String
    /// A column's name, `rank`, `since`, `kept`, or `group` for the place of a group.
    let field: String
    let before: Value
    let after: Value
    let cause: UInt64?
    let reason: String?

    /// The lines of all rows that differ.
    static func all(of outcome: DiffOutcome) -> [DiffLine] {
        outcome.parts.flatMap(lines) + outcome.kept.map { DiffLine($0) }
    }

    /// The lines of one table: for a row that came or went one for each of its fields.
    static func lines(of part: DiffOutcome.Part) -> [DiffLine] {
        part.diff.entries.flatMap { entry in
            fields(of: entry, part.table).map { field in
                DiffLine(
                    table: part.table.name, stream: part.stream, op: op(entry.kind), key: entry.keyText,
                    field: field.name, before: .column(field.before), after: .column(field.after),
                    cause: entry.cause, reason: entry.reason?.description)
            }
        }
            + part.diff.movedGroups.map { group in
                DiffLine(
                    table: part.table.name, stream: part.stream, op: "change",
                    key: group.key.joined(separator: "/"), field: "group",
                    before: .column(.integer(Int64(group.before))),
                    after: .column(.integer(Int64(group.after))),
                    cause: nil, reason: nil)
            }
    }

    /// The line of a kept row.
    init(_ kept: DiffOutcome.KeptDifference) {
        let difference = kept.difference
        self.init(
            table: kept.table, stream: kept.stream,
            op: difference.left == nil ? "in" : difference.right == nil ? "out" : "change",
            key: difference.key.description, field: "kept", before: .kept(difference.left),
            after: .kept(difference.right), cause: difference.right?.since, reason: nil)
    }

    private init(
        table: String, stream: StreamName, op: String, key: String, field: String, before: Value,
        after: Value,
        cause: UInt64?, reason: String?
    ) {
        self.table = table
        self.stream = stream
        self.op = op
        self.key = key
        self.field = field
        self.before = before
        self.after = after
        self.cause = cause
        self.reason = reason
    }

    private static func op(_ kind: RowDiffEntry.Kind) -> String {
        switch kind {
        case .entered: "in"
        case .left: "out"
        case .moved, .changed: "change"
        }
    }

    private static func fields(
        of entry: RowDiffEntry, _ table: ShownTable
    ) -> [(name: String, before: ColumnValue, after: ColumnValue)] {
        guard let row = entry.kind == .entered ? entry.after : entry.kind == .left ? entry.before : nil else {
            return entry.fields.map { ($0.name, $0.before, $0.after) }
        }
        var fields: [(name: String, value: ColumnValue)] = [
            (RowDiffEntry.Field.rank, .integer(Int64(row.rank)))
        ]
        fields += zip(table.columns, row.columns).map { ($0, $1) }
        fields.append((RowDiffEntry.Field.since, .integer(Int64(clamping: row.since))))
        let isNew = entry.kind == .entered
        return fields.map { ($0.name, isNew ? .none : $0.value, isNew ? $0.value : .none) }
    }
}
