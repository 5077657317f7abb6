public import EventCoding

/// One setting of a projection; rows kept under other settings are other rows.
public struct Parameter: Hashable, Sendable {
    /// The setting's name.
    public let name: String

    /// The setting's value.
    public let value: PayloadValue

    /// A setting.
    public init(_ name: String, _ value: PayloadValue) {
        self.name = name
        self.value = value
    }

    /// A setting that is a whole number.
    public init(_ name: String, _ value: Int) { self.init(name, .integer(Int64(value))) }
}
