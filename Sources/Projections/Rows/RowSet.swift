/// The rows of one projection at one position, for reading.
///
/// Making one from a store copies nothing.
public final class RowSet: Sendable {
    private let entries: [RowStore.Entry]
    private let contents: [RowStore.Content]
    private let lists: [RowStore.List]
    private let keys: [UInt8]
    /// The lists by stream and table.
    private let order: [Int]

    /// The rows of a store.
    init(_ store: borrowing RowStore) {
        entries = store.entries
        contents = store.contents
        lists = store.lists
        keys = store.keys
        order = store.lists.indices.sorted { [lists] left, right in
            let (a, b) = (lists[left], lists[right])
            return a.stream != b.stream ? a.stream < b.stream : a.tableID < b.tableID
        }
    }

    /// How many rows there are.
    public var count: Int { lists.reduce(0) { $0 + Int($1.count) } }

    /// How many rows a table has over all streams.
    public func count(of table: Table) -> Int {
        lists.reduce(0) { $0 + ($1.tableID == table.id ? Int($1.count) : 0) }
    }

    /// The numbers of the streams that have rows, rising.
    public var streams: [UInt32] {
        var numbers: [UInt32] = []
        for place in order where lists[place].count > 0 && numbers.last != lists[place].stream {
            numbers.append(lists[place].stream)
        }
        return numbers
    }

    /// The rows of one stream in one table, by key.
    ///
    /// - Complexity: O(n log n) in these rows, O(log n) in the streams.
    public func rows(stream: UInt32, table: Table) -> [TableRow] {
        guard let list = list(stream: stream, tableID: table.id) else { return [] }
        var rows: [TableRow] = []
        rows.reserveCapacity(Int(lists[list].count))
        var number = lists[list].first
        while number != RowStore.none {
            let entry = entries[Int(number)]
            let key = RowKey(bytes: Array(keys[entry.keyStart..<entry.keyStart + Int(entry.keyLength)]))
            let content = contents[Int(number)]
            rows.append(TableRow(key: key, values: content.row, since: content.since))
            number = entry.next
        }
        rows.sort { $0.key < $1.key }
        return rows
    }

    private func list(stream: UInt32, tableID: UInt8) -> Int? {
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            let list = lists[order[middle]]
            if (list.stream, list.tableID) < (stream, tableID) { low = middle + 1 } else { high = middle }
        }
        guard low < order.count else { return nil }
        let list = lists[order[low]]
        return list.stream == stream && list.tableID == tableID ? order[low] : nil
    }
}
