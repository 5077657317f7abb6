/// A condition on rows that no model at hand can answer.
public struct RowConditionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is unknown; more may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String { case unknownTable, unknownField }
        private let kind: Kind
        /// The code's stable name.
        public var description: String { kind.rawValue }

        /// No projection shows a table of that name.
        public static let unknownTable = Code(kind: .unknownTable)
        /// The table has no column of that name.
        public static let unknownField = Code(kind: .unknownField)
    }

    /// What is unknown.
    public let code: Code
    /// The name that is unknown.
    public let name: String
    /// The names that there are, in order.
    public let known: [String]

    /// One sentence with the names that there are.
    public var description: String {
        let what = code == .unknownTable ? "no table is" : "the table has no field"
        return "\(what) named \"\(name)\"; there are \(known.joined(separator: ", "))"
    }
}

extension ShownTable {
    /// The fields that a condition may name: the columns, `rank` and `since`.
    public var conditionFields: [String] {
        columns + [RowTest.rank, RowTest.since].filter { !columns.contains($0) }
    }
}
