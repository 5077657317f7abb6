import EventLog

extension RowStore {
    /// The changes that bring stored rows to what is here, sorted by key, and how many rows there are more.
    func changes(under key: StoredKey) -> (changes: [SideChange], rowsAdded: Int) {
        var changes: [SideChange] = []
        var rowsAdded = 0
        for number in dirtyEntries() {
            let entry = entries[Int(number)]
            let list = lists[Int(entry.list)]
            let bytes = keys.span.extracting(entry.keyStart..<entry.keyStart + Int(entry.keyLength))
            let storedKey = key.row(list.tableID, stream: list.stream, hash: Key.HashValue(bytes))
            rowsAdded += (entry.isLive ? 1 : 0) - (entry.isStored ? 1 : 0)
            if entry.isLive {
                let content = contents[Int(number)]
                let value = StoredRowCodec.keyed(
                    content.row, since: content.since, key: keyBytes(entry), under: storedKey)
                changes.append(SideChange(.rows, key: storedKey, value: value))
            } else if entry.isStored {
                changes.append(SideChange(.rows, key: storedKey, value: nil))
            }
        }
        for list in lists where list.isPacked && list.isDirty {
            rowsAdded += Int(list.count) - Int(list.storedCount)
            changes.append(packedChange(list, under: key))
        }
        changes.sort { $0.key.lexicographicallyPrecedes($1.key) }
        return (changes, rowsAdded)
    }

    private func dirtyEntries() -> [UInt32] {
        var numbers: [UInt32] = []
        for number in entries.indices.dropFirst()
        where entries[number].isDirty && !lists[Int(entries[number].list)].isPacked {
            numbers.append(UInt32(number))
        }
        return numbers
    }

    private func packedChange(_ list: List, under key: StoredKey) -> SideChange {
        let storedKey = key.table(list.tableID, stream: list.stream)
        guard list.count > 0 else { return SideChange(.rows, key: storedKey, value: nil) }
        let value = StoredRowCodec.packed(count: Int(list.count), under: storedKey) { add in
            var number = list.first
            while number != Self.none {
                let entry = entries[Int(number)]
                let content = contents[Int(number)]
                add(content.row, content.since, keyBytes(entry))
                number = entry.next
            }
        }
        return SideChange(.rows, key: storedKey, value: value)
    }
}
