import EventLog
import Platform

extension RowStore {
    /// The changes that bring stored rows to what is here, sorted by key, and how many rows there are more.
    ///
    /// From then on, what is here counts as stored.
    mutating func takeChanges(under key: StoredKey) -> (changes: [SideChange], rowsAdded: Int) {
        var places: [ChangedPlace] = []
        places.reserveCapacity(changedEntries.count + changedLists.count)
        var rowsAdded = 0
        for number in changedEntries where entries[Int(number)].isDirty {
            let entry = entries[Int(number)]
            rowsAdded += (entry.isLive ? 1 : 0) - (entry.isStored ? 1 : 0)
            if entry.isLive || entry.isStored {
                let (list, bytes) = (lists[Int(entry.list)], keySpan(entry))
                let place = key.place(list.tableID, stream: list.stream, key: bytes, Key.HashValue(bytes))
                places.append(ChangedPlace(place: place, number: number, isPacked: false))
            }
            entries[Int(number)].isDirty = false
            entries[Int(number)].isStored = entry.isLive
        }
        for number in changedLists {
            let list = lists[Int(number)]
            rowsAdded += Int(list.count) - Int(list.storedCount)
            let place = StoredPlace(packed: list.tableID, stream: list.stream)
            places.append(ChangedPlace(place: place, number: number, isPacked: true))
            lists[Int(number)].isDirty = false
            lists[Int(number)].storedCount = list.count
        }
        changedEntries.removeAll(keepingCapacity: true)
        changedLists.removeAll(keepingCapacity: true)
        places.sort { $0.place < $1.place }
        var changes: [SideChange] = []
        changes.reserveCapacity(places.count)
        for place in places { changes.append(change(place, under: key)) }
        return (changes, rowsAdded)
    }

    private mutating func change(_ place: ChangedPlace, under key: StoredKey) -> SideChange {
        if place.isPacked { return packedChange(place.number, under: key) }
        let entry = entries[Int(place.number)]
        let storedKey = key.row(place.place)
        guard entry.isLive else { return SideChange(.rows, key: storedKey, value: nil) }
        let content = contents[Int(place.number)]
        let value = StoredRowCodec.keyed(
            content.row, since: content.since, key: keySpan(entry), under: storedKey, key.form)
        return SideChange(.rows, key: storedKey, value: value)
    }

    private mutating func packedChange(_ number: UInt32, under key: StoredKey) -> SideChange {
        let list = lists[Int(number)]
        let storedKey = key.table(list.tableID, stream: list.stream)
        guard list.count > 0 else { return SideChange(.rows, key: storedKey, value: nil) }
        let (known, count) = (packedForms[Int(list.form)], Int(list.count))
        let value = StoredRowCodec.packed(count: count, after: known.rows, under: storedKey, key.form) {
            add in
            var number = entry(behind: known.count, in: list)
            while number != Self.none {
                let entry = entries[Int(number)]
                let content = contents[Int(number)]
                add(content.row, content.since, keySpan(entry))
                number = entry.next
            }
        }
        keep(PackedForm(value, count: count, key.form), ofList: number)
        return SideChange(.rows, key: storedKey, value: value)
    }

    /// The entry that has `count` others before it in its list; few come after it.
    private func entry(behind count: Int, in list: List) -> UInt32 {
        if count == 0 { return list.first }
        if count == Int(list.count) { return Self.none }
        var number = list.last
        for _ in count + 1..<Int(list.count) { number = entries[Int(number)].previous }
        return number
    }

    private mutating func keep(_ form: PackedForm, ofList number: UInt32) {
        if lists[Int(number)].form == 0 {
            lists[Int(number)].form = UInt32(packedForms.count)
            packedForms.append(form)
        } else {
            packedForms[Int(lists[Int(number)].form)] = form
        }
    }

    @_lifetime(borrow self)
    private borrowing func keySpan(_ entry: Entry) -> Span<UInt8> {
        keys.span.extracting(entry.keyStart..<entry.keyStart + Int(entry.keyLength))
    }
}

/// Where something changed.
private struct ChangedPlace {
    let place: StoredPlace
    /// Of an entry, or of a list where that is packed.
    let number: UInt32
    let isPacked: Bool
}
