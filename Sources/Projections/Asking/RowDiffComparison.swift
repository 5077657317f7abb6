/// Two lists of rows side by side, while the differences between them are found.
struct RowDiffComparison {
    /// A row that both lists have, by its places in them.
    private struct Pair {
        let left: Int
        let right: Int
        var state = State.moved
    }

    private enum State { case same, changed, moved }

    private let left: [RenderedRow]
    private let right: [RenderedRow]
    private let table: ShownTable
    private let comparesSince: Bool
    private var pairs: [Pair] = []
    private var entered: [Int] = []
    private var gone: [Int] = []

    init(_ left: [RenderedRow], _ right: [RenderedRow], _ table: ShownTable, comparesSince: Bool) {
        self.left = left
        self.right = right
        self.table = table
        self.comparesSince = comparesSince
        match()
        for group in pairGroups() { decide(group) }
    }

    /// How many rows are the same.
    var sameCount: Int { pairs.count { $0.state == .same } }

    // MARK: Matching

    private mutating func match() {
        var places: [RowKey: Int] = [:]
        for (place, identity) in Self.identities(of: left).enumerated() { places[identity] = place }
        for (place, identity) in Self.identities(of: right).enumerated() {
            if let other = places.removeValue(forKey: identity) {
                pairs.append(Pair(left: other, right: place))
            } else {
                entered.append(place)
            }
        }
        gone = places.values.sorted()
    }

    /// What tells the rows apart; a key that stands twice, as only foreign rows have, is told apart by its
    /// turn.
    private static func identities(of rows: [RenderedRow]) -> [RowKey] {
        var seen: [RowKey: Int] = [:]
        return rows.map { row in
            let identity = row.identity
            let turn = seen[identity, default: 0]
            seen[identity] = turn + 1
            return turn == 0
                ? identity : RowKey(row.key.map { Array($0.utf8) } + [[], Array(String(turn).utf8)])
        }
    }

    /// The pairs by group, in the order of the right list; a row that changed its group is in none, it moved.
    private func pairGroups() -> [[Int]] {
        guard table.isGrouped else { return [Array(pairs.indices)] }
        var numbers: [RowKey: Int] = [:]
        var groups: [[Int]] = []
        for index in pairs.indices {
            let group = table.groupIdentity(of: right[pairs[index].right])
            guard group == table.groupIdentity(of: left[pairs[index].left]) else { continue }
            let number = numbers[group] ?? groups.count
            if number == groups.count {
                numbers[group] = number
                groups.append([])
            }
            groups[number].append(index)
        }
        return groups
    }

    /// The right list's groups, in order.
    var groups: [RowKey] { table.groups(of: right).map(\.identity) }

    /// The groups whose order is another.
    var movedGroups: [RowDiff.MovedGroup] {
        guard table.isGrouped else { return [] }
        var places: [RowKey: Int] = [:]
        for (place, group) in table.groups(of: left).enumerated() { places[group.identity] = place }
        let common = table.groups(of: right).enumerated().compactMap { place, group in
            places[group.identity].map {
                RowDiff.MovedGroup(key: group.key, before: $0 + 1, after: place + 1)
            }
        }
        let staying = Set(LongestRise.indices(in: common.map(\.before)))
        return common.indices.filter { !staying.contains($0) }.map { common[$0] }
    }

    // MARK: Order

    /// Decides for the pairs of one group, given in the right list's order, what became of each.
    ///
    /// Of the rows whose values stayed, as many as possible keep their order: they are the same. A row with
    /// other values is changed in place where it still stands between the same ones of them, and where those
    /// between the same two still follow each other.
    private mutating func decide(_ group: [Int]) {
        let unchanged = group.filter { isUnchanged(pairs[$0]) }
        for index in LongestRise.indices(in: unchanged.map { pairs[$0].left }) {
            pairs[unchanged[index]].state = .same
        }
        let staying = unchanged.filter { pairs[$0].state == .same }
        let stayingLeft = staying.map { pairs[$0].left }
        var candidates: [Int] = []
        var before = 0
        for index in group {
            if pairs[index].state == .same { before += 1 }
            guard !isUnchanged(pairs[index]) else { continue }
            if Self.count(below: pairs[index].left, in: stayingLeft) == before { candidates.append(index) }
        }
        for index in LongestRise.indices(in: candidates.map { pairs[$0].left }) {
            pairs[candidates[index]].state = .changed
        }
    }

    private func isUnchanged(_ pair: Pair) -> Bool {
        let (before, after) = (left[pair.left], right[pair.right])
        return before.columns == after.columns && (!comparesSince || before.since == after.since)
    }

    /// How many of the rising `numbers` are below a number.
    private static func count(below number: Int, in numbers: [Int]) -> Int {
        var (low, high) = (0, numbers.count)
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    // MARK: Entries

    /// The rows that differ.
    func entries(_ departure: (RenderedRow) -> RowDeparture?) -> [RowDiffEntry] {
        let came = entered.map { place in
            let row = right[place]
            return RowDiffEntry(
                kind: .entered, key: row.key, before: nil, after: row, fields: [], cause: row.since,
                reason: nil)
        }
        let went = gone.map { place in
            let row = left[place]
            let departure = departure(row)
            return RowDiffEntry(
                kind: .left, key: row.key, before: row, after: nil, fields: [], cause: departure?.position,
                reason: departure?.reason)
        }
        let stayed = pairs.filter { $0.state != .same }.map(entry)
        return [came, went, stayed].flatMap { $0.sorted { Self.precedes($0.key, $1.key) } }
    }

    private func entry(of pair: Pair) -> RowDiffEntry {
        let (before, after) = (left[pair.left], right[pair.right])
        return RowDiffEntry(
            kind: pair.state == .moved ? .moved : .changed, key: after.key, before: before, after: after,
            fields: fields(before, after, isMoved: pair.state == .moved),
            cause: isUnchanged(pair) ? nil : after.since, reason: nil)
    }

    private func fields(
        _ before: RenderedRow, _ after: RenderedRow, isMoved: Bool
    ) -> [RowDiffEntry.Field] {
        typealias Field = RowDiffEntry.Field
        var fields: [Field] = []
        for (index, name) in table.columns.enumerated() where before.columns[index] != after.columns[index] {
            fields.append(Field(name: name, before: before.columns[index], after: after.columns[index]))
        }
        if comparesSince, before.since != after.since {
            fields.append(
                Field(name: Field.since, before: .position(before.since), after: .position(after.since)))
        }
        // A row that moved and did nothing else has moved, even where its number came out the same.
        if before.rank != after.rank || (isMoved && fields.isEmpty) {
            let ranks = (ColumnValue.integer(Int64(before.rank)), ColumnValue.integer(Int64(after.rank)))
            fields.insert(Field(name: Field.rank, before: ranks.0, after: ranks.1), at: 0)
        }
        return fields
    }

    /// Whether a key stands before another one: part by part, by their bytes.
    private static func precedes(_ left: [String], _ right: [String]) -> Bool {
        for (a, b) in zip(left, right) where !a.utf8.elementsEqual(b.utf8) {
            return a.utf8.lexicographicallyPrecedes(b.utf8)
        }
        return left.count < right.count
    }
}

extension ShownTable {
    /// What tells the groups of a table apart: the bytes of what names them.
    func groupIdentity(of row: RenderedRow) -> RowKey { RowKey(group(of: row).map { Array($0.utf8) }) }

    /// The groups of some rows, each once, in the order of their first rows.
    fileprivate func groups(of rows: [RenderedRow]) -> [(key: [String], identity: RowKey)] {
        var groups: [(key: [String], identity: RowKey)] = []
        var seen: Set<RowKey> = []
        for row in rows {
            let identity = groupIdentity(of: row)
            if identity != groups.last?.identity, seen.insert(identity).inserted {
                groups.append((group(of: row), identity))
            }
        }
        return groups
    }
}

extension ColumnValue {
    /// A position as a value.
    fileprivate static func position(_ position: UInt64) -> ColumnValue {
        .integer(Int64(clamping: position))
    }
}
