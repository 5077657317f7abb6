/// Where a row stands in a table with sections.
public struct RowIndex: Hashable, Sendable {
    /// The section, from 0.
    public var section: Int

    /// The row in its section, from 0.
    public var row: Int

    /// A place in a table.
    public init(section: Int, row: Int) {
        self.section = section
        self.row = row
    }
}

extension RowIndex: Comparable {
    /// Whether `left` stands before `right`.
    public static func < (left: RowIndex, right: RowIndex) -> Bool {
        (left.section, left.row) < (right.section, right.row)
    }
}

extension RowIndex: CustomStringConvertible {
    /// Section and row with a full stop between them.
    public var description: String { "\(section).\(row)" }
}
