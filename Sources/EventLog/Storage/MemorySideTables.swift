/// Side tables in memory, each sorted by key.
struct MemorySideTables {
    private var tables: [[(key: [UInt8], value: [UInt8])]] = SideTable.allCases.map { _ in [] }

    func value(in table: SideTable, for key: [UInt8]) -> [UInt8]? {
        let index = firstIndex(in: table, notBefore: key)
        guard index < tables[table.rawValue].count, tables[table.rawValue][index].key == key else {
            return nil
        }
        return tables[table.rawValue][index].value
    }

    func entries(in table: SideTable, prefix: [UInt8]) -> ArraySlice<(key: [UInt8], value: [UInt8])> {
        tables[table.rawValue][firstIndex(in: table, notBefore: prefix)...].prefix {
            $0.key.starts(with: prefix)
        }
    }

    mutating func apply(_ changes: [SideChange]) {
        for change in changes {
            let index = firstIndex(in: change.table, notBefore: change.key)
            let isKnown = holds(change.key, at: index, in: change.table)
            switch (change.value, isKnown) {
            case (let value?, true): tables[change.table.rawValue][index].value = value
            case (let value?, false): tables[change.table.rawValue].insert((change.key, value), at: index)
            case (nil, true): tables[change.table.rawValue].remove(at: index)
            case (nil, false): break
            }
        }
    }

    private func holds(_ key: [UInt8], at index: Int, in table: SideTable) -> Bool {
        index < tables[table.rawValue].count && tables[table.rawValue][index].key == key
    }

    private func firstIndex(in table: SideTable, notBefore key: [UInt8]) -> Int {
        let entries = tables[table.rawValue]
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].key.lexicographicallyPrecedes(key) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The in-memory log's answer to `SideReader`.
final class MemorySideReader: SideReader {
    private let tables: MemorySideTables
    private let lookup: any AppendLookup
    private let new: EventBlock
    private var isOpen = true
    let storedHead: UInt64

    init(_ tables: MemorySideTables, lookup: any AppendLookup, storedHead: UInt64, new: EventBlock) {
        self.tables = tables
        self.lookup = lookup
        self.new = new
        self.storedHead = storedHead
    }

    func end() { isOpen = false }

    func value(in table: SideTable, for key: [UInt8], _ body: (Span<UInt8>) throws -> Void) throws -> Bool {
        precondition(isOpen, "a side reader was used after the call that handed it out")
        guard let value = tables.value(in: table, for: key) else { return false }
        try body(value.span)
        return true
    }

    func forEach(
        in table: SideTable, prefix: [UInt8], _ body: (Span<UInt8>, Span<UInt8>) throws -> Bool
    ) throws {
        precondition(isOpen, "a side reader was used after the call that handed it out")
        for (key, value) in tables.entries(in: table, prefix: prefix) {
            guard try body(key.span, value.span) else { return }
        }
    }

    func read(_ position: UInt64, into block: inout EventBlock) throws(LogError) {
        precondition(isOpen, "a side reader was used after the call that handed it out")
        let head = storedHead + UInt64(new.count)
        guard position >= 1, position <= head else { throw LogError.outOfRange(position, head: head) }
        if position > storedHead {
            new.copyEntry(at: Int(position - storedHead) - 1, into: &block)
        } else {
            try lookup.read(position, into: &block)
        }
    }
}
