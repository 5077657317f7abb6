import Platform

/// The rows of one projection at one position, for reading.
///
/// Making one from a store copies nothing.
public final class RowSet: Sendable {
    /// The rows of one store.
    fileprivate struct Part {
        let entries: [RowStore.Entry]
        let contents: [RowStore.Content]
        let lists: [RowStore.List]
        let keys: [UInt8]
        /// The table of hashes that leads to the entries.
        let index: [UInt64]
    }

    /// Where a list stands.
    private struct Place {
        let part: Int
        let list: Int
    }

    private let parts: [Part]
    /// The lists by stream and table.
    private let places: [Place]

    /// The rows of one store.
    convenience init(_ store: borrowing RowStore) { self.init(parts: [Part(store)]) }

    /// The rows of several sets, each of which has streams of its own.
    convenience init(joining sets: [RowSet]) { self.init(parts: sets.flatMap(\.parts)) }

    private init(parts: [Part]) {
        self.parts = parts
        var places: [Place] = []
        for (number, part) in parts.enumerated() {
            places += part.lists.indices.map { Place(part: number, list: $0) }
        }
        self.places = places.sorted { left, right in
            let (a, b) = (parts[left.part].lists[left.list], parts[right.part].lists[right.list])
            return (a.stream, a.tableID) < (b.stream, b.tableID)
        }
    }

    /// How many rows there are.
    public var count: Int { places.reduce(0) { $0 + Int(list($1).count) } }

    /// How many rows a table has over all streams.
    public func count(of table: Table) -> Int {
        places.reduce(0) { $0 + (list($1).tableID == table.id ? Int(list($1).count) : 0) }
    }

    /// The numbers of the streams that have rows, rising.
    public var streams: [UInt32] {
        var numbers: [UInt32] = []
        for place in places where list(place).count > 0 && numbers.last != list(place).stream {
            numbers.append(list(place).stream)
        }
        return numbers
    }

    /// The rows of one stream in one table, by key.
    ///
    /// - Complexity: O(n log n) in these rows, O(log n) in the streams.
    public func rows(stream: UInt32, table: Table) -> [TableRow] {
        guard let place = place(stream: stream, tableID: table.id) else { return [] }
        var rows = parts[place.part].rows(ofList: place.list)
        rows.sort { $0.key < $1.key }
        return rows
    }

    /// Whether another set holds the same rows of one stream in one table, `since` included.
    ///
    /// - Complexity: O(n) in these rows, O(log n) in the streams.
    func hasSameRows(as other: RowSet, stream: UInt32, table: Table) -> Bool {
        let (own, others) = (
            place(stream: stream, tableID: table.id), other.place(stream: stream, tableID: table.id)
        )
        guard let own, let others else {
            return own.map { list($0).count } ?? 0 == others.map { other.list($0).count } ?? 0
        }
        return parts[own.part].hasSameRows(inList: own.list, as: other.parts[others.part], others.list)
    }

    private func list(_ place: Place) -> RowStore.List { parts[place.part].lists[place.list] }

    private func place(stream: UInt32, tableID: UInt8) -> Place? {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            let list = list(places[middle])
            if (list.stream, list.tableID) < (stream, tableID) { low = middle + 1 } else { high = middle }
        }
        guard low < places.count else { return nil }
        let list = list(places[low])
        return list.stream == stream && list.tableID == tableID ? places[low] : nil
    }
}

extension RowSet.Part {
    fileprivate init(_ store: borrowing RowStore) {
        self.init(
            entries: store.entries, contents: store.contents, lists: store.lists, keys: store.keys,
            index: store.index)
    }

    /// Whether a list of another store holds the rows of a list, in whatever order.
    fileprivate func hasSameRows(inList list: Int, as other: RowSet.Part, _ otherList: Int) -> Bool {
        guard lists[list].count == other.lists[otherList].count else { return false }
        var number = lists[list].first
        while number != RowStore.none {
            let entry = entries[Int(number)]
            let found = other.entry(of: key(of: entry), inList: otherList)
            guard found != RowStore.none, contents[Int(number)] == other.contents[Int(found)] else {
                return false
            }
            number = entry.next
        }
        return true
    }

    /// The entry of a key in a list, or `none`.
    private func entry(of key: Span<UInt8>, inList list: Int) -> UInt32 {
        let tag = RowStore.tag(Key.HashValue(key), list: UInt32(list))
        return RowStore.find(tag, in: index.span) { number in
            let entry = entries[Int(number)]
            return entry.isLive && Int(entry.list) == list && self.key(of: entry).hasSameBytes(as: key)
        }
    }

    @_lifetime(borrow self)
    private func key(of entry: RowStore.Entry) -> Span<UInt8> {
        keys.span.extracting(entry.keyStart..<entry.keyStart + Int(entry.keyLength))
    }

    /// The rows of a list, as they hang there.
    fileprivate func rows(ofList list: Int) -> [TableRow] {
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
        return rows
    }
}
