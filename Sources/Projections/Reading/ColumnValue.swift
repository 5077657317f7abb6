public import EventCoding

/// The value of one column of a shown row.
public enum ColumnValue: Hashable, Sendable {
    /// Text.
    case text(String)
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction.
    case real(Double)
    /// A moment, as the event gives it.
    case time(Timestamp)
    /// No value: absent, or its event cannot be read.
    case none

    /// Whether both are the same value; texts are compared by their bytes.
    public static func == (left: ColumnValue, right: ColumnValue) -> Bool {
        switch (left, right) {
        case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
        case (.integer(let a), .integer(let b)): a == b
        case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
        case (.time(let a), .time(let b)): a == b
        case (.none, .none): true
        default: false
        }
    }

    /// Hashes what equality compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .text(let value): for byte in value.utf8 { hasher.combine(byte) }
        case .integer(let value): hasher.combine(value)
        case .real(let value): hasher.combine(value.bitPattern)
        case .time(let value): hasher.combine(value)
        case .none: break
        }
    }
}
