// Putting and taking rows, with what is needed to undo it, and loading rows from a backing.

extension RowStore {
    /// Puts a row under a key and notes what was there.
    ///
    /// - Parameter found: The entry of the key, or `none`.
    @inline(__always)
    mutating func put(_ row: Row, _ key: Key, list: UInt32, found: UInt32) {
        let number = found == Self.none ? addEntry(key, list: list) : found
        note(number)
        store(row, since: position, in: number, isDirty: true)
        noteChange(ofList: list)
    }

    /// Takes the live row of an entry away and notes what was there.
    mutating func take(_ number: UInt32) {
        note(number)
        noteChange(ofList: entries[Int(number)].list)
        drop(number)
    }

    @inline(__always)
    private mutating func noteChange(ofList list: UInt32) {
        if lists[Int(list)].isDirty { return }
        lists[Int(list)].isDirty = true
        if backing != nil, lists[Int(list)].isPacked { changedLists.append(list) }
    }

    /// Writes a row into an entry and keeps its list in order.
    @inline(__always)
    private mutating func store(_ row: Row, since: UInt64, in number: UInt32, isDirty: Bool) {
        let index = Int(number)
        let wasLive = entries[index].isLive
        if isDirty, !entries[index].isDirty { noteChange(ofEntry: number) }
        let mustMove =
            wasLive && entries[index].row.order != row.order && lists[Int(entries[index].list)].isPacked
        if mustMove { unlink(number) }
        var span = entries.mutableSpan
        span[index].row = row
        span[index].since = since
        span[index].isLive = true
        span[index].isDirty = isDirty
        if mustMove || !wasLive { link(number) }
    }

    /// Makes an entry hold no row: it is forgotten, or kept as the knowledge that a stored row must go.
    ///
    /// A packed table is stored whole, so what is not in its list needs no entry.
    private mutating func drop(_ number: UInt32) {
        unlink(number)
        if backing == nil || lists[Int(entries[Int(number)].list)].isPacked { return forget(number) }
        if !entries[Int(number)].isDirty { noteChange(ofEntry: number) }
        entries[Int(number)].isLive = false
        entries[Int(number)].isDirty = true
    }

    /// Notes that an entry is about to change whose row is as it is stored.
    @inline(__always)
    private mutating func noteChange(ofEntry number: UInt32) {
        guard backing != nil, !lists[Int(entries[Int(number)].list)].isPacked else { return }
        changedEntries.append(number)
    }

    @inline(__always)
    private mutating func note(_ number: UInt32) {
        let entry = entries[Int(number)]
        let step = Undo(
            hash: entry.hash, keyStart: entry.keyStart, keyLength: entry.keyLength, list: entry.list,
            row: entry.row, since: entry.since, wasLive: entry.isLive, wasDirty: entry.isDirty)
        if undoCount < undo.count { undo[undoCount] = step } else { undo.append(step) }
        undoCount += 1
    }

    /// Undoes every change for the current event, last one first.
    ///
    /// Lists stay marked as changed, which costs a write and nothing else.
    mutating func rollBack() {
        lastKeyStart = -1
        while undoCount > 0 {
            undoCount -= 1
            let step = undo[undoCount]
            let key = Key(hash: step.hash, start: step.keyStart, length: Int(step.keyLength))
            let found = find(key, list: step.list)
            if step.wasLive {
                let number = found == Self.none ? addAgain(key, list: step.list) : found
                store(step.row, since: step.since, in: number, isDirty: step.wasDirty)
            } else if found != Self.none, entries[Int(found)].isLive {
                drop(found)
                if entries[Int(found)].keyLength > 0 { entries[Int(found)].isDirty = step.wasDirty }
            }
        }
        effects.removeLast(effects.count - eventEffects)
    }

    /// An entry for a key whose bytes are still there although it was forgotten.
    private mutating func addAgain(_ key: Key, list: UInt32) -> UInt32 {
        keysGarbage -= key.length
        keysTaken -= key.length
        return addEntry(key, list: list)
    }

    // MARK: Loading

    /// The entry of a key, loaded from the backing where it is not here yet; it may hold no row.
    @inline(__always)
    mutating func locate(_ key: Key, list: UInt32) -> UInt32 {
        // A fold asks for a row, then sets it: one search serves both.
        if key.start == lastKeyStart, list == lastList { return lastEntry }
        var found = find(key, list: list)
        if found == Self.none, !lists[Int(list)].isLoaded { found = load(key, list: list) }
        (lastKeyStart, lastList, lastEntry) = (key.start, list, found)
        return found
    }

    private mutating func load(_ key: Key, list: UInt32) -> UInt32 {
        guard let backing, fatal == nil, pending == nil else { return Self.none }
        if lists[Int(list)].isPacked {
            loadAll(list)
            return find(key, list: list)
        }
        let (stream, tableID) = (lists[Int(list)].stream, lists[Int(list)].tableID)
        do {
            let row = try backing.row(stream: stream, tableID: tableID, hash: key.hash)
            let number = addEntry(key, list: list)
            guard let row else { return number }
            guard row.key.bytes.elementsEqual(keys[key.start..<key.start + key.length]) else {
                pending = FoldError(.keyCollision, "two keys of table \(tableID) have one hash")
                return number
            }
            take(over: row, number)
            return number
        } catch {
            take(over: error)
            return Self.none
        }
    }

    /// Loads every row of a list that is not here yet.
    mutating func loadAll(_ list: UInt32) {
        guard let backing, !lists[Int(list)].isLoaded, fatal == nil, pending == nil else { return }
        let (stream, tableID) = (lists[Int(list)].stream, lists[Int(list)].tableID)
        do {
            guard let table = tables.first(where: { $0.id == tableID }) else { return }
            let rows = try backing.rows(stream: stream, table: table)
            lists[Int(list)].storedCount = rows.count
            for row in rows {
                let start = keysEnd
                reserveKeys(row.key.bytes.count)
                keys.replaceSubrange(start..<start + row.key.bytes.count, with: row.key.bytes)
                keysEnd += row.key.bytes.count
                let key = Key(
                    hash: Key.HashValue(row.key.bytes.span), start: start, length: row.key.bytes.count)
                guard find(key, list: list) == Self.none else { continue }
                take(over: row, addEntry(key, list: list))
            }
            lists[Int(list)].isLoaded = true
        } catch {
            take(over: error)
        }
    }

    private mutating func take(over row: TableRow, _ number: UInt32) {
        entries[Int(number)].isStored = true
        store(row.values, since: row.since, in: number, isDirty: false)
    }

    /// Damage concerns one event and is data; anything else ends folding.
    private mutating func take(over error: any Error) {
        if let error = error as? FoldError { pending = error } else { fatal = error }
        if fatal != nil, pending == nil { pending = FoldError(.damagedRow, "a stored row cannot be read") }
    }
}
