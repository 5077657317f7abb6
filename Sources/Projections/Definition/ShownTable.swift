/// A table as users name and see it: rows of a kept table, rendered, sorted and ranked.
public struct ShownTable: Sendable {
    /// The name that users type, such as `recents` or `tags.photos`.
    public let name: String

    /// The kept table whose rows are rendered.
    public let base: Table

    /// Other kept tables that rendering looks into.
    public let lookups: [Table]

    /// The names of the columns, in order.
    public let columns: [String]

    /// What the parts of a key are, in order, such as `vacation` and `place`.
    public let keyParts: [String]

    /// How many leading key parts form a group in which ranks begin at 1; 0 where the stream is one group.
    public let groupParts: Int

    /// Whether this is a question asked of another table's rows, not a table with rows of its own.
    public let isQuery: Bool

    /// Whether rendering reads the event at the row's `source`.
    public let needsSource: Bool

    /// A shown table.
    ///
    /// - Precondition: There are at least as many key parts as group parts.
    public init(
        _ name: String, base: Table, lookups: [Table] = [], columns: [String], keyParts: [String],
        groupParts: Int = 0, isQuery: Bool = false, needsSource: Bool = true
    ) {
        precondition(groupParts <= keyParts.count, "a group is named by leading key parts")
        self.name = name
        self.base = base
        self.lookups = lookups
        self.columns = columns
        self.keyParts = keyParts
        self.groupParts = groupParts
        self.isQuery = isQuery
        self.needsSource = needsSource
    }
}
