// The rows of one stream and table hang in a list: by order where the table is packed, else as they came.

extension RowStore {
    /// Stream numbers below this are looked up in an array, others in a dictionary: a number read from a log
    /// must not decide how much memory is taken.
    private static let directStreams: UInt32 = 1 << 20

    /// The first list of a stream; its lists follow in the order of the tables.
    mutating func firstList(of stream: UInt32) -> UInt32 {
        if stream < Self.directStreams {
            let index = Int(stream)
            if index < streamLists.count {
                if streamLists[index] > 0 { return streamLists[index] - 1 }
            } else {
                streamLists += repeatElement(0, count: index + 1 - streamLists.count)
            }
            let first = addLists(of: stream)
            streamLists[index] = first + 1
            return first
        }
        if let first = largeStreamLists[stream] { return first }
        let first = addLists(of: stream)
        largeStreamLists[stream] = first
        return first
    }

    private mutating func addLists(of stream: UInt32) -> UInt32 {
        let first = UInt32(lists.count)
        for table in tables {
            lists.append(
                List(
                    stream: stream, tableID: table.id, isPacked: table.layout == .packed,
                    isLoaded: backing == nil))
        }
        return first
    }

    /// The list of a table in the current stream.
    @inline(__always)
    func list(of table: Table) -> UInt32 {
        let offset = listOffsets[Int(table.id)]
        precondition(Int(offset) < tables.count, "a fold may use only the tables that its projection states")
        return UInt32(streamBase + Int(offset))
    }

    /// Hangs an entry, whose row has this `order`, into its list.
    @inline(__always)
    mutating func link(_ number: UInt32, order: UInt64) {
        let listIndex = Int(entries[Int(number)].list)
        var list = lists[listIndex]
        var (before, after) = (list.last, Self.none)
        if list.isPacked, order > list.highestOrder {
            // Most often the newest row has the highest order, and no other row need be looked at.
            list.highestOrder = order
        } else if list.isPacked {
            while before != Self.none, stands(number, before: before) {
                (before, after) = (entries[Int(before)].previous, before)
            }
        }
        if before == Self.none { list.first = number }
        if after == Self.none { list.last = number }
        if list.form > 0, after != Self.none { packedForms[Int(list.form)].forget() }
        list.count += 1
        lists[listIndex] = list
        var entries = entries.mutableSpan
        entries[Int(number)].previous = before
        entries[Int(number)].next = after
        if before != Self.none { entries[Int(before)].next = number }
        if after != Self.none { entries[Int(after)].previous = number }
    }

    /// Takes an entry out of its list.
    @inline(__always)
    mutating func unlink(_ number: UInt32) {
        let (before, after) = (entries[Int(number)].previous, entries[Int(number)].next)
        let listIndex = Int(entries[Int(number)].list)
        var list = lists[listIndex]
        if before == Self.none { list.first = after }
        if after == Self.none { list.last = before }
        if list.form > 0 { packedForms[Int(list.form)].removeRow(isFirst: before == Self.none) }
        list.count -= 1
        lists[listIndex] = list
        var entries = entries.mutableSpan
        if before != Self.none { entries[Int(before)].next = after }
        if after != Self.none { entries[Int(after)].previous = before }
        entries[Int(number)].previous = Self.none
        entries[Int(number)].next = Self.none
    }

    /// Whether `left` belongs before `right` in a packed table: by order, then by key.
    private func stands(_ left: UInt32, before right: UInt32) -> Bool {
        let (a, b) = (contents[Int(left)].row.order, contents[Int(right)].row.order)
        if a != b { return a < b }
        return keyBytes(entries[Int(left)]).lexicographicallyPrecedes(keyBytes(entries[Int(right)]))
    }

    func keyBytes(_ entry: Entry) -> ArraySlice<UInt8> {
        keys[entry.keyStart..<entry.keyStart + Int(entry.keyLength)]
    }

    /// The entries of a list, by key.
    func entriesByKey(ofList list: Int, where isWanted: (Entry) -> Bool) -> [UInt32] {
        var numbers: [UInt32] = []
        var number = lists[list].first
        while number != Self.none {
            let entry = entries[Int(number)]
            if isWanted(entry) { numbers.append(number) }
            number = entry.next
        }
        numbers.sort {
            keyBytes(entries[Int($0)]).lexicographicallyPrecedes(keyBytes(entries[Int($1)]))
        }
        return numbers
    }
}
