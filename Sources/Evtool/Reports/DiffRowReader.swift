internal import EventCoding
internal import Projections

/// Turns rows of a file into rows that can be compared with those of a table.
///
/// In the file keys are one text and values have lost their kind, so both are read beside the rows of today:
/// a value that would be written the same is the same.
struct DiffRowReader {
    private let table: ShownTable
    private let today: [[UInt8]: RenderedRow]
    /// A value of each column, to tell its kind by.
    private let samples: [ColumnValue?]

    init(_ table: ShownTable, beside rows: [RenderedRow]) {
        self.table = table
        today = Dictionary(rows.map { (Array($0.keyText.utf8), $0) }) { first, _ in first }
        samples = table.columns.indices.map { column in
            rows.lazy.map { $0.columns[column] }.first { $0 != .none }
        }
    }

    /// The row that a line of the file stands for.
    func row(_ row: DiffRowsFile.Row) -> RenderedRow {
        let today = today[Array(row.key.utf8)]
        let columns = table.columns.enumerated().map { index, name in
            let present = today?.columns[index]
            // A column that the file does not have cannot differ.
            guard let value = row.fields[name] else { return present ?? .none }
            return self.value(value, beside: present, sample: samples[index])
        }
        return RenderedRow(
            key: today?.key ?? parts(of: row.key), columns: columns, rank: row.rank, since: row.since)
    }

    /// A sentence about columns that only the file or only the table has; nil where they are the same.
    func columnNote(_ rows: [DiffRowsFile.Row], _ file: String) -> String? {
        guard let fields = rows.first?.fields else { return nil }
        let missing = table.columns.filter { fields[$0] == nil }
        let more = fields.entries.map(\.key).filter { name in
            !table.columns.contains { $0.utf8.elementsEqual(name.utf8) }
        }
        guard !missing.isEmpty || !more.isEmpty else { return nil }
        let parts = [(missing, "lacks"), (more, "also has")].filter { !$0.0.isEmpty }
            .map { "\($0.1) \($0.0.joined(separator: ", "))" }
        return "\(file) is of another version of \(table.name): it \(parts.joined(separator: ", and "));"
            + " only common columns are compared"
    }

    /// The parts of a key that is none of today's; names of groups hold no slash.
    private func parts(of key: String) -> [String] {
        var parts = key.split(
            separator: "/", maxSplits: table.keyParts.count - 1, omittingEmptySubsequences: false
        )
        .map(String.init)
        while parts.count < table.keyParts.count { parts.append("") }
        return parts
    }

    private func value(_ value: PayloadValue, beside present: ColumnValue?, sample: ColumnValue?)
        -> ColumnValue
    {
        if let present, Self.written(present) == value { return present }
        switch (value, sample) {
        case (.null, _): return .none
        case (.text(let text), .time?):
            return (try? Timestamp(parsingRFC3339: text)).map { .time($0) } ?? .text(text)
        case (.text(let text), .integer?): return Int64(text).map { .integer($0) } ?? .text(text)
        case (.text(let text), _): return .text(text)
        case (.integer(let number), _): return .integer(number)
        case (.real(let number), _): return .real(number)
        default: return .text("\(value)")
        }
    }

    /// A value as a line of JSON holds it.
    private static func written(_ value: ColumnValue) -> PayloadValue {
        switch value {
        case .text(let text): .text(text)
        case .integer(let number):
            number.magnitude <= UInt64(1) << 53 ? .integer(number) : .text("\(number)")
        case .real(let number): .real(number)
        case .time(let time): .text(time.rfc3339UTC)
        case .none: .null
        }
    }
}
