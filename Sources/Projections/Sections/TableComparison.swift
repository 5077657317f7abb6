/// Two tables side by side, while the changes between them are found.
struct TableComparison {
    private let old: SectionedTable
    private let new: SectionedTable
    /// The old section for each new one; nil where the new one is inserted.
    private var origins: [Int?]
    /// Where rows stood in old sections that stay.
    private var oldPlaces: [RowKey: RowIndex] = [:]
    /// The old rows that are in the new table as well, in sections that stay.
    private var found: Set<RowIndex> = []
    private var result = TableChanges()

    init(_ old: SectionedTable, _ new: SectionedTable) {
        self.old = old
        self.new = new
        let places = Dictionary(
            uniqueKeysWithValues: old.sections.enumerated().map { ($1.identity, $0) })
        origins = new.sections.map { places[$0.identity] }
    }

    mutating func changes() -> TableChanges {
        compareSections()
        for (number, origin) in origins.enumerated() {
            if let origin {
                noteOldPlaces(origin)
            } else {
                result.sectionInsertions.append(.init(index: number, section: new.sections[number]))
            }
        }
        for (number, origin) in origins.enumerated() {
            if let origin { compareRows(of: number, origin) }
        }
        findDeletions()
        return result
    }

    // MARK: Sections

    private mutating func compareSections() {
        let common = origins.indices.filter { origins[$0] != nil }
        let staying = LongestRise.indices(in: common.map { origins[$0] ?? 0 })
        var next = 0
        for (place, number) in common.enumerated() {
            if next < staying.count, staying[next] == place {
                next += 1
            } else if let origin = origins[number], hasSameRows(origin, number) {
                result.sectionMoves.append(.init(from: origin, to: number))
            } else {
                origins[number] = nil
            }
        }
        let kept = Set(origins.compactMap(\.self))
        result.sectionDeletions = old.sections.indices.filter { !kept.contains($0) }
    }

    private func hasSameRows(_ origin: Int, _ number: Int) -> Bool {
        let (left, right) = (old.sections[origin].rows, new.sections[number].rows)
        return left.count == right.count && zip(left, right).allSatisfy { $0.identity == $1.identity }
    }

    // MARK: Rows

    private mutating func noteOldPlaces(_ origin: Int) {
        for (row, content) in old.sections[origin].rows.enumerated() {
            let place = RowIndex(section: origin, row: row)
            let previous = oldPlaces.updateValue(place, forKey: content.identity)
            precondition(previous == nil, "two rows of a table have one key")
        }
    }

    private mutating func compareRows(of number: Int, _ origin: Int) {
        var stayed: [(place: RowIndex, origin: RowIndex)] = []
        var moved: [TableChanges.Move<RowIndex>] = []
        for (row, content) in new.sections[number].rows.enumerated() {
            let place = RowIndex(section: number, row: row)
            guard let from = oldPlaces[content.identity] else {
                result.rowInsertions.append(.init(index: place, row: content))
                continue
            }
            precondition(found.insert(from).inserted, "two rows of a table have one key")
            if from.section == origin {
                stayed.append((place, from))
            } else {
                moved.append(.init(from: from, to: place))
            }
            if !content.isUnchanged(old.sections[from.section].rows[from.row]) {
                result.rowReloads.append(.init(index: place, row: content))
            }
        }
        var staying = LongestRise.indices(in: stayed.map(\.origin.row))[...]
        for (index, pair) in stayed.enumerated() {
            if staying.first == index {
                staying.removeFirst()
            } else {
                moved.append(.init(from: pair.origin, to: pair.place))
            }
        }
        result.rowMoves += moved.sorted { $0.to < $1.to }
    }

    private mutating func findDeletions() {
        for origin in origins.compactMap(\.self).sorted() {
            for row in old.sections[origin].rows.indices {
                let place = RowIndex(section: origin, row: row)
                if !found.contains(place) { result.rowDeletions.append(place) }
            }
        }
    }
}

/// The longest rising part of a sequence: what may stay where it is while the rest moves.
enum LongestRise {
    /// The indices, rising, of a longest part of `numbers` whose elements rise; the numbers are different.
    ///
    /// - Complexity: O(n log n). Patience sorting: piles hold the smallest last element of each length.
    static func indices(in numbers: [Int]) -> [Int] {
        var piles: [Int] = []
        var previous = [Int](repeating: -1, count: numbers.count)
        for index in numbers.indices {
            var (low, high) = (0, piles.count)
            while low < high {
                let middle = (low + high) / 2
                if numbers[piles[middle]] < numbers[index] { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = piles[low - 1] }
            if low == piles.count { piles.append(index) } else { piles[low] = index }
        }
        var result: [Int] = []
        var index = piles.last ?? -1
        while index >= 0 {
            result.append(index)
            index = previous[index]
        }
        return result.reversed()
    }
}
