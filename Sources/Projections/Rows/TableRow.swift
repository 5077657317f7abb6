/// A row outside a fold: its key, its values and the event that last set it.
public struct TableRow: Hashable, Sendable {
    /// The key.
    public let key: RowKey

    /// The values.
    public let values: Row

    /// The position of the event that last set the row.
    public let since: UInt64

    /// A row.
    public init(key: RowKey, values: Row, since: UInt64) {
        self.key = key
        self.values = values
        self.since = since
    }
}
