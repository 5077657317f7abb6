/// The kinds of value a payload can hold.
public enum PayloadKind: Hashable, Sendable {
    case null
    case bool
    /// A whole number that fits `Int64`.
    case integer
    /// A whole number above `Int64.max`.
    case unsigned
    /// A finite number that was written with a fraction or an exponent.
    case real
    case text
    case list
    case map
}

extension PayloadValue {
    /// The kind of this value.
    public var kind: PayloadKind {
        switch self {
        case .null: .null
        case .bool: .bool
        case .integer: .integer
        case .unsigned: .unsigned
        case .real: .real
        case .text: .text
        case .list: .list
        case .map: .map
        }
    }
}
