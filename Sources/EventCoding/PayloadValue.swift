/// One value of a payload: what JSON can say, with integers and floats kept apart.
///
/// Two texts are equal when their UTF-8 bytes are: `String`'s own equality would call a composed and a
/// decomposed letter the same, and an event log must not.
public enum PayloadValue: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A whole number above `Int64.max`; smaller ones are always `integer`.
    case unsigned(UInt64)
    /// A finite number that was written with a fraction or an exponent.
    case real(Double)
    case text(String)
    case list([PayloadValue])
    case map(PayloadMap)
}

extension PayloadValue: Hashable {
    /// Whether kind and value are the same, to the bit: texts by their UTF-8, floats by their pattern.
    public static func == (left: PayloadValue, right: PayloadValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.integer(let a), .integer(let b)): a == b
        case (.unsigned(let a), .unsigned(let b)): a == b
        case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
        case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
        case (.list(let a), .list(let b)): a == b
        case (.map(let a), .map(let b)): a == b
        default: false
        }
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .unsigned(let value): hasher.combine(value)
        case .real(let value): hasher.combine(value.bitPattern)
        case .text(let value): for byte in value.utf8 { hasher.combine(byte) }
        case .list(let values): hasher.combine(values)
        case .map(let map): hasher.combine(map)
        }
    }
}

extension PayloadValue {
    /// The integer case that fits `value`.
    public init(_ value: UInt64) {
        self = value <= UInt64(Int64.max) ? .integer(Int64(value)) : .unsigned(value)
    }

    /// The text, or nil for any other kind.
    public var text: String? { if case .text(let value) = self { value } else { nil } }

    /// The signed integer, or nil for any other kind.
    public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

    /// The list's elements, or nil for any other kind.
    public var list: [PayloadValue]? { if case .list(let values) = self { values } else { nil } }

    /// The map, or nil for any other kind.
    public var map: PayloadMap? { if case .map(let map) = self { map } else { nil } }

    /// Whether this is JSON's null.
    public var isNull: Bool { if case .null = self { true } else { false } }
}
