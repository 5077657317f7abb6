public import EventCoding
public import Projections

/// What a row is, or is expected to be, in the form in which a case file has it.
public enum ExpectedRow: Hashable, Sendable {
    /// There is no such row.
    case absent
    /// There is such a row, whatever it says.
    case present
    /// There is such a row, with these values: `rank`, `since`, and `fields` by column; what is left out may be
    /// anything.
    case values(PayloadMap)

    /// Everything that a rendered row says.
    public init(_ row: RenderedRow, of table: ShownTable) {
        var fields = PayloadMap()
        for (column, value) in zip(table.columns, row.columns) { fields[column] = Self.value(value) }
        var values = PayloadMap()
        values["rank"] = .integer(Int64(row.rank))
        values["since"] = PayloadValue(row.since)
        values["fields"] = .map(fields)
        self = .values(values)
    }

    /// A column's value as JSON has it; times are text, as in everything the tool prints.
    private static func value(_ value: ColumnValue) -> PayloadValue {
        switch value {
        case .text(let text): .text(text)
        case .integer(let number): .integer(number)
        case .real(let number): .real(number)
        case .time(let time): .text(time.rfc3339UTC)
        case .none: .null
        }
    }

    /// In what an actual row differs from what is expected, one sentence each; empty where it does not.
    public func differences(to actual: ExpectedRow) -> [String] {
        switch (self, actual) {
        case (.absent, .absent), (.present, .present), (.present, .values): []
        case (.absent, _): ["the row is there"]
        case (_, .absent): ["there is no such row"]
        case (.values(let expected), .values(let found)): Self.differences(expected, found, in: "")
        case (.values, .present): ["nothing is known of the row but that it is there"]
        }
    }

    private static func differences(
        _ expected: PayloadMap, _ found: PayloadMap, in path: String
    ) -> [String] {
        expected.entries.flatMap { entry -> [String] in
            let name = path + entry.key
            guard let value = found[entry.key] else { return ["the row has no \(name)"] }
            if case (.map(let inner), .map(let other)) = (entry.value, value) {
                return differences(inner, other, in: name + ".")
            }
            guard entry.value != value else { return [] }
            return ["\(name) is \(json(value)), not \(json(entry.value))"]
        }
    }

    /// A value as JSON text.
    private static func json(_ value: PayloadValue) -> String {
        var writer = JSONWriter()
        writer.write(value)
        return writer.text
    }
}

extension ExpectedRow {
    /// The row as a member of a case: null where it is absent.
    var payload: PayloadValue {
        switch self {
        case .absent: .null
        case .present: .bool(true)
        case .values(let values): .map(values)
        }
    }

    /// A row from a member of a case, or nil where it is none.
    init?(payload: PayloadValue) {
        switch payload {
        case .null: self = .absent
        case .bool(true): self = .present
        case .map(let values): self = .values(values)
        default: return nil
        }
    }
}
