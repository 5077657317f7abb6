internal import CommandLineKit
internal import EventCoding
internal import Projections

extension ColumnValue {
    /// The value as text: for people with times in their zone, for tools in UTC; empty for none.
    func text(_ context: ToolContext) -> String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .real(let number): "\(number)"
        case .time(let time):
            context.mode == .plain
                ? time.rfc3339UTC
                : time.shortText(zoneMinutes: Int16(context.zone.offsetMinutes(at: time.milliseconds)))
        case .none: ""
        }
    }
}

extension JSONLine {
    /// Adds a row's values under the names of their columns.
    mutating func columns(_ names: [String], _ values: [ColumnValue]) {
        for (name, value) in zip(names, values) {
            switch value {
            case .text(let text): string(name, text)
            case .integer(let number): integer(name, number)
            case .real(let number): real(name, number)
            case .time(let moment): time(name, moment)
            case .none: null(name)
            }
        }
    }
}
