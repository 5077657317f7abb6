/// A row that differs between two sets of rows.
public struct RowDifference: Hashable, Sendable {
    /// The number of the row's stream.
    public let stream: UInt32

    /// The kept table.
    public let tableID: UInt8

    /// The row's key.
    public let key: RowKey

    /// The row on the left; nil where there is none.
    public let left: TableRow?

    /// The row on the right; nil where there is none.
    public let right: TableRow?
}

/// Compares the rows of one projection, for example the stored with the replayed ones.
public enum RowComparison {
    /// The rows that differ in values or `since`, by table, then stream number, then key.
    ///
    /// - Complexity: O(n) in the rows of tables that do not differ, O(n log n) in those of the others.
    public static func differences(
        of projection: AnyProjection, _ left: RowSet, _ right: RowSet
    ) -> [RowDifference] {
        let streams = Set(left.streams).union(right.streams).sorted()
        var differences: [RowDifference] = []
        for table in projection.tables {
            for stream in streams where !left.hasSameRows(as: right, stream: stream, table: table) {
                append(
                    left.rows(stream: stream, table: table), right.rows(stream: stream, table: table),
                    stream, table.id, to: &differences)
            }
        }
        return differences
    }

    private static func append(
        _ left: [TableRow], _ right: [TableRow], _ stream: UInt32, _ tableID: UInt8,
        to differences: inout [RowDifference]
    ) {
        var (i, j) = (0, 0)
        func add(_ a: TableRow?, _ b: TableRow?, _ key: RowKey) {
            differences.append(
                RowDifference(stream: stream, tableID: tableID, key: key, left: a, right: b))
        }
        while i < left.count || j < right.count {
            if j == right.count || (i < left.count && left[i].key < right[j].key) {
                add(left[i], nil, left[i].key)
                i += 1
            } else if i == left.count || right[j].key < left[i].key {
                add(nil, right[j], right[j].key)
                j += 1
            } else {
                if left[i] != right[j] { add(left[i], right[j], left[i].key) }
                i += 1
                j += 1
            }
        }
    }
}
