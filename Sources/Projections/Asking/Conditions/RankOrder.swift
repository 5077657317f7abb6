/// The order of a table's rows, kept while they change: what ranks are counted from.
///
/// Changes are only noted until somebody asks for a rank, so rows that nobody asks about cost little.
struct RankOrder {
    /// A shown row in its group.
    private struct Place {
        let group: RowKey
        let entry: Entry
    }

    private struct Entry: Comparable {
        let sort: SortKey
        let key: RowKey

        static func < (left: Entry, right: Entry) -> Bool {
            left.sort != right.sort ? left.sort < right.sort : left.key < right.key
        }
    }

    /// The kept rows.
    private var rows: [RowKey: TableRow] = [:]
    /// Where the rows of each kept row stand.
    private var places: [RowKey: [Place]] = [:]
    /// The entries of each group, in order.
    private var groups: [RowKey: [Entry]] = [:]
    /// The kept rows that changed since they were placed.
    private var changed: Set<RowKey> = []
    /// Whether every row has to be placed anew, since rows that they are rendered beside changed.
    private var isStale = false

    /// The order of no rows.
    init() {}

    /// The order of these rows, which are placed when somebody asks.
    init(_ rows: [RowKey: TableRow]) {
        self.rows = rows
        isStale = true
    }

    /// How many rows there are.
    var count: Int { rows.count }

    /// Takes note of a row that is new, changed or gone.
    mutating func take(_ row: TableRow?, _ key: RowKey) {
        rows[key] = row
        changed.insert(key)
    }

    /// Takes note that rows beside these changed.
    mutating func neighboursChanged() { isStale = true }

    /// The rank of a shown row in its group, from 1.
    ///
    /// - Precondition: Every change is placed.
    func rank(of row: RenderedRow, in table: ShownTable) -> Int {
        let place = Self.place(of: row, in: table)
        guard let group = groups[place.group] else { return 1 }
        return Self.index(of: place.entry, in: group) + 1
    }

    /// Places every row that changed.
    ///
    /// - Parameter render: Renders a kept row.
    mutating func placeChanges(
        in table: ShownTable, _ render: (TableRow) throws -> [RenderedRow]
    ) rethrows {
        if isStale {
            isStale = false
            places = [:]
            groups = [:]
            try placeAll(in: table, render)
        } else {
            for key in changed {
                for place in places.removeValue(forKey: key) ?? [] { take(away: place) }
                guard let row = rows[key] else { continue }
                let new = try render(row).map { Self.place(of: $0, in: table) }
                places[key] = new
                for place in new { put(place) }
            }
        }
        changed.removeAll(keepingCapacity: true)
    }

    /// Places every row at once: sorting each group is cheaper than one insertion after the other.
    private mutating func placeAll(
        in table: ShownTable, _ render: (TableRow) throws -> [RenderedRow]
    ) rethrows {
        for (key, row) in rows {
            let new = try render(row).map { Self.place(of: $0, in: table) }
            places[key] = new
            for place in new { groups[place.group, default: []].append(place.entry) }
        }
        for group in groups.keys { groups[group]?.sort() }
    }

    private mutating func put(_ place: Place) {
        let index = Self.index(of: place.entry, in: groups[place.group] ?? [])
        groups[place.group, default: []].insert(place.entry, at: index)
    }

    private mutating func take(away place: Place) {
        let index = Self.index(of: place.entry, in: groups[place.group] ?? [])
        groups[place.group]?.remove(at: index)
        if groups[place.group]?.isEmpty == true { groups[place.group] = nil }
    }

    private static func place(of row: RenderedRow, in table: ShownTable) -> Place {
        Place(
            group: RowKey(table.group(of: row).map { Array($0.utf8) }),
            entry: Entry(sort: row.sort, key: RowKey(row.key.map { Array($0.utf8) })))
    }

    /// The first index whose entry does not stand before `entry`.
    private static func index(of entry: Entry, in group: [Entry]) -> Int {
        var (low, high) = (0, group.count)
        while low < high {
            let middle = (low + high) / 2
            if group[middle] < entry { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
