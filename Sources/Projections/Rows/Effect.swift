/// What one event did to one row, or why it did nothing.
public struct Effect: Hashable, Sendable {
    /// What happened to the row.
    public enum Operation: String, Hashable, Sendable {
        /// The row is new.
        case insert
        /// The row's values changed.
        case set
        /// The row is gone.
        case remove
        /// Nothing changed.
        case ignore
    }

    /// The position of the event.
    public let position: UInt64

    /// The number of the event's stream in its log.
    public let stream: UInt32

    /// The id of the table in its projection.
    public let tableID: UInt8

    /// What happened.
    public let operation: Operation

    /// The row's key.
    public let key: RowKey

    /// The values before the event; nil for an insert.
    public let before: Row?

    /// The values after the event; nil for a removal.
    public let after: Row?

    /// The row's `since` before the event; nil for an insert.
    public let sinceBefore: UInt64?

    /// Why.
    public let reason: Reason

    /// An effect.
    public init(
        position: UInt64, stream: UInt32, tableID: UInt8, operation: Operation, key: RowKey, before: Row?,
        after: Row?, sinceBefore: UInt64?, reason: Reason
    ) {
        self.position = position
        self.stream = stream
        self.tableID = tableID
        self.operation = operation
        self.key = key
        self.before = before
        self.after = after
        self.sinceBefore = sinceBefore
        self.reason = reason
    }

    /// The row's `since` after the event; nil for a removal.
    public var sinceAfter: UInt64? {
        switch operation {
        case .insert, .set: position
        case .remove: nil
        case .ignore: sinceBefore
        }
    }
}
