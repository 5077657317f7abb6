/// A condition on the rows of shown tables, all of one stream and one position.
public typealias RowCondition = ConditionTree<RowTest>

/// One question about the rows of a shown table that is answered by yes or no.
///
/// A key is typed as `RenderedRow.keyText` shows it. Its group may be left out: `beach` is every row `…/beach`
/// where no row has the key `beach` itself.
public struct RowTest: Sendable {
    /// What is asked.
    public enum Question: Sendable {
        /// Whether there is a row with that key.
        case has(key: String)
        /// How many rows there are.
        case count(Comparison)
        /// What a field of the row with that key is: a column, `rank` or `since`.
        ///
        /// Without a row, and where the column has no value, only `!=` holds.
        case field(String, key: String, Comparison)
    }

    /// The field that says at which place of its group a row stands, from 1.
    public static let rank = "rank"
    /// The field that says which event last set a row.
    public static let since = "since"

    /// The name of the shown table.
    public let table: String
    /// What is asked about it.
    public let question: Question

    /// A question about a table.
    public init(_ table: String, _ question: Question) {
        self.table = table
        self.question = question
    }

    /// Whether a table has a row with a key.
    public static func has(_ key: String, in table: String) -> RowTest { RowTest(table, .has(key: key)) }

    /// Whether a table has so many rows.
    public static func count(of table: String, _ relation: Comparison.Operator, _ count: Int) -> RowTest {
        RowTest(table, .count(Comparison(relation, "\(count)")))
    }

    /// Whether a field of a row compares so with a value.
    public static func field(
        _ field: String, of key: String, in table: String, _ relation: Comparison.Operator, _ value: String
    ) -> RowTest {
        RowTest(table, .field(field, key: key, Comparison(relation, value)))
    }

    /// The key that is asked about, or nil.
    public var key: String? {
        switch question {
        case .has(let key), .field(_, let key, _): key
        case .count: nil
        }
    }
}

extension RowTest: Equatable {
    /// Whether both ask the same, names and keys compared by their bytes.
    public static func == (left: RowTest, right: RowTest) -> Bool {
        guard left.table.utf8.elementsEqual(right.table.utf8) else { return false }
        switch (left.question, right.question) {
        case (.has(let a), .has(let b)): return a.utf8.elementsEqual(b.utf8)
        case (.count(let a), .count(let b)): return a == b
        case (.field(let name, let key, let a), .field(let otherName, let otherKey, let b)):
            return name.utf8.elementsEqual(otherName.utf8) && key.utf8.elementsEqual(otherKey.utf8) && a == b
        default: return false
        }
    }
}

extension RowTest: CustomStringConvertible {
    /// The question in words, such as `recents has p17`.
    public var description: String {
        switch question {
        case .has(let key): "\(table) has \(key)"
        case .count(let comparison): "\(table) count \(comparison)"
        case .field(let field, let key, let comparison): "\(table)[\(key)].\(field) \(comparison)"
        }
    }
}

extension RowTest {
    /// Whether the test holds for the rows of its table at one position: the plain meaning of a condition.
    ///
    /// - Parameters:
    ///   - rows: Every row of the table, ranked.
    ///   - table: The shown table.
    /// - Complexity: O(n) in the rows.
    public func holds(for rows: [RenderedRow], of table: ShownTable) -> Bool {
        switch question {
        case .count(let comparison): return comparison.holds(integer: Int64(rows.count))
        case .has(let key): return !Self.rows(with: key, among: rows, of: table).isEmpty
        case .field(let field, let key, let comparison):
            let found = Self.rows(with: key, among: rows, of: table)
            guard !found.isEmpty else { return comparison.holdsForNothing }
            let holds = found.map { comparison.holds(for: $0.field(field, in: table)) }
            return comparison.relation == .notEqual ? !holds.contains(false) : holds.contains(true)
        }
    }

    private static func rows(
        with key: String, among rows: [RenderedRow], of table: ShownTable
    ) -> [RenderedRow] {
        let match = KeyMatch(key, in: table)
        let exact = rows.filter { match.fit(of: $0.key) == .exact }
        return exact.isEmpty ? rows.filter { match.fit(of: $0.key) == .withoutGroup } : exact
    }
}

extension RenderedRow {
    /// The value of a column, of `rank` or of `since`; columns come first where one has such a name.
    public func field(_ name: String, in table: ShownTable) -> ColumnValue {
        if let column = table.columns.firstIndex(where: { $0.utf8.elementsEqual(name.utf8) }) {
            return columns[column]
        }
        switch name {
        case RowTest.rank: return .integer(Int64(rank))
        case RowTest.since: return .integer(Int64(clamping: since))
        default: return .none
        }
    }
}
