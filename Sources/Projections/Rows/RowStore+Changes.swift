// Putting and taking rows, with what is needed to undo it, and loading rows from a backing.

extension RowStore {
    /// Puts a row under a key and notes what was there.
    ///
    /// - Parameter found: The entry of the key, or `none`.
    @inline(__always)
    mutating func put(_ row: Row, _ key: Key, list: UInt32, found: UInt32) {
        let number = found == Self.none ? addEntry(key, list: list) : found
        note(number, isOverwritten: true)
        store(Content(row: row, since: position), in: number, isDirty: true)
        noteChange(ofList: list)
    }

    /// Takes the live row of an entry away and notes what was there.
    mutating func take(_ number: UInt32) {
        note(number, isOverwritten: false)
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
    private mutating func store(_ content: Content, in number: UInt32, isDirty: Bool) {
        let index = Int(number)
        let wasLive = entries[index].isLive
        if isDirty, !entries[index].isDirty { noteChange(ofEntry: number) }
        let mustMove =
            wasLive && lists[Int(entries[index].list)].isPacked
            && contents[index].row.order != content.row.order
        if mustMove {
            unlink(number)
        } else if wasLive, backing != nil {
            forgetForm(ofList: entries[index].list)
        }
        contents[index] = content
        entries[index].isLive = true
        entries[index].isDirty = isDirty
        if mustMove || !wasLive { link(number, order: content.row.order) }
    }

    private mutating func forgetForm(ofList list: UInt32) {
        let form = Int(lists[Int(list)].form)
        if form > 0 { packedForms[form].forget() }
    }

    /// Makes an entry hold no row: it is found no more, or kept as the knowledge that a stored row must go.
    ///
    /// What it held stays until the event is final, so that it can come back.
    @inline(__always)
    private mutating func drop(_ number: UInt32) {
        unlink(number)
        entries[Int(number)].isLive = false
        guard remembersAbsence(number) else { return unfile(number) }
        if !entries[Int(number)].isDirty { noteChange(ofEntry: number) }
        entries[Int(number)].isDirty = true
    }

    /// Whether an entry without a row is kept: a packed table is stored whole, so what is not in its list needs
    /// no entry.
    @inline(__always)
    private func remembersAbsence(_ number: UInt32) -> Bool {
        backing != nil && !lists[Int(entries[Int(number)].list)].isPacked
    }

    /// Notes that an entry is about to change whose row is as it is stored.
    @inline(__always)
    private mutating func noteChange(ofEntry number: UInt32) {
        if remembersAbsence(number) { changedEntries.append(number) }
    }

    @inline(__always)
    private mutating func note(_ number: UInt32, isOverwritten: Bool) {
        let entry = entries[Int(number)]
        var step = Undo(number: number, wasLive: entry.isLive, wasDirty: entry.isDirty)
        if isOverwritten, entry.isLive || backing != nil { step.content = contents[Int(number)] }
        if undoCount < undo.count { undo[undoCount] = step } else { undo.append(step) }
        undoCount += 1
    }

    /// Frees the entries whose rows the current event took away for good.
    @inline(__always)
    mutating func forgetTaken() {
        for index in 0..<undoCount where undo[index].wasLive {
            let number = undo[index].number
            // One that was put and taken stands here twice; a key that was forgotten has no bytes.
            if !entries[Int(number)].isLive, entries[Int(number)].keyLength > 0, !remembersAbsence(number) {
                forget(number)
            }
        }
    }

    /// Undoes every change for the current event, last one first.
    ///
    /// Lists stay marked as changed, which costs a write and nothing else.
    mutating func rollBack() {
        lastKeyStart = -1
        while undoCount > 0 {
            undoCount -= 1
            let step = undo[undoCount]
            let remembers = remembersAbsence(step.number)
            switch (step.wasLive, entries[Int(step.number)].isLive) {
            case (true, true): store(step.content, in: step.number, isDirty: step.wasDirty)
            case (true, false): bringBack(step.number)
            case (false, true):
                drop(step.number)
                if remembers { contents[Int(step.number)] = step.content } else { forget(step.number) }
            case (false, false): break
            }
            if remembers { entries[Int(step.number)].isDirty = step.wasDirty }
        }
        notes.removeAll(keepingCapacity: true)
    }

    /// Makes an entry whose row was taken hold it again.
    private mutating func bringBack(_ number: UInt32) {
        if !remembersAbsence(number) { file(number) }
        entries[Int(number)].isLive = true
        link(number, order: contents[Int(number)].row.order)
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
            let row = try backing.row(
                stream: stream, tableID: tableID,
                key: keys.span.extracting(key.start..<key.start + key.length), hash: key.hash)
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
            lists[Int(list)].storedCount = UInt32(rows.count)
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
        store(Content(row: row.values, since: row.since), in: number, isDirty: false)
    }

    /// Damage concerns one event and is data; anything else ends folding.
    private mutating func take(over error: any Error) {
        if let error = error as? FoldError { pending = error } else { fatal = error }
        if fatal != nil, pending == nil { pending = FoldError(.damagedRow, "a stored row cannot be read") }
    }
}
