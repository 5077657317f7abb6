/// A table in which a projection keeps rows, one set of them for each stream.
public struct Table: Sendable {
    /// How the rows of one stream are stored.
    public enum Layout: Sendable {
        /// Each row by itself.
        case keyed
        /// All rows of a stream in one value, by `order`: for tables that are trimmed to a few rows.
        case packed
    }

    /// The largest `id` that is accepted.
    public static let largestID: UInt8 = 31

    /// The number under which rows are stored, from 1 to 31, unique in the projection.
    public let id: UInt8

    /// The table's name.
    public let name: StaticString

    /// How the rows are stored.
    public let layout: Layout

    /// A table.
    ///
    /// - Precondition: `id` is from 1 to `largestID`.
    public init(_ id: UInt8, _ name: StaticString, layout: Layout = .keyed) {
        precondition(id >= 1 && id <= Self.largestID, "a table's id is from 1 to 31")
        self.id = id
        self.name = name
        self.layout = layout
    }
}

extension Table: Equatable {
    /// Whether both are the same table of one projection.
    public static func == (left: Table, right: Table) -> Bool { left.id == right.id }
}
