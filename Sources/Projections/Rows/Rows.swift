public import EventLog

/// The rows of one stream, as a fold reads and writes them.
///
/// Every change is noted with its reason, by the interface and not by the fold: so what is told about a
/// change cannot differ from what was stored.
public protocol Rows: ~Copyable {
    /// A key of one part.
    mutating func key(_ part: Span<UInt8>) -> Key

    /// A key of two parts.
    mutating func key(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Key

    /// A key of three parts.
    mutating func key(_ first: Span<UInt8>, _ second: Span<UInt8>, _ third: Span<UInt8>) -> Key

    /// Keeps a key for `forEachGathered`.
    ///
    /// Whoever touches several rows of one table for an event gathers their keys first: then the rows are
    /// fetched from memory together, and not one after the other.
    mutating func gather(_ table: Table, _ key: Key)

    /// Calls `body` with every key gathered for this event, in the order of gathering, and forgets them.
    mutating func forEachGathered(_ body: (Key, inout Self) -> Void)

    /// The row under `key`, or nil.
    mutating func row(_ table: Table, _ key: Key) -> Row?

    /// Whether the event being applied has put the row under `key`.
    mutating func isSetNow(_ table: Table, _ key: Key) -> Bool

    /// Puts a row under `key`; one with equal values is no change and keeps its `since`.
    mutating func set(_ table: Table, _ key: Key, _ row: Row, because reason: Reason)

    /// Takes the row under `key` away and returns it; nil when there was none.
    @discardableResult
    mutating func remove(_ table: Table, _ key: Key, because reason: Reason) -> Row?

    /// Takes away every row whose key begins with the parts of `prefix`, and returns how many there were.
    ///
    /// - Complexity: O(rows of the stream in this table).
    @discardableResult
    mutating func removeAll(_ table: Table, prefix: Key, because reason: Reason) -> Int

    /// Takes away every row whose key is not among `kept`, and returns how many there were.
    ///
    /// - Complexity: O(n log n) in the rows of the stream in this table.
    @discardableResult
    mutating func removeAll(_ table: Table, except kept: Set<RowKey>, because reason: Reason) -> Int

    /// Takes away the rows of lowest `order` until at most `count` are left.
    ///
    /// - Precondition: The table's layout is `packed`, and `count` is not negative.
    mutating func trim(_ table: Table, to count: Int, because reason: Reason)

    /// Notes that the event changes nothing under `key`, and why.
    mutating func ignore(_ table: Table, _ key: Key, because reason: Reason)

    /// Calls `body` with an earlier event of this stream.
    ///
    /// - Throws: `FoldError` with code `sourceUnavailable` when it cannot be read, or what `body` throws.
    mutating func past(
        _ position: UInt64, _ body: (borrowing Event, inout Self) throws(FoldError) -> Void
    ) throws(FoldError)
}
