public import EventLog
import Platform

// Rows of many streams lie scattered over more memory than a processor holds near, and looking for one waits
// three times: for its place in the table of hashes, for the entry found there, then for key and content. Where
// it is known beforehand what will be looked for, several rows are waited for at once.

extension RowStore {
    /// A key that a fold goes on with later.
    struct GatheredKey: BitwiseCopyable {
        let key: Key
        let list: UInt32
    }

    /// How many events ahead the newest and the oldest row of a list are asked for.
    private static let farAhead = 8
    /// How many events ahead comes what those rows lead to.
    private static let nearAhead = 4
    /// The rows of fewer lists than this are near anyway.
    private static let fewLists = 64

    // MARK: Packed tables

    /// Asks for what the events some places further on will touch in packed tables: the new row joins at one end
    /// of its list, and where the list is trimmed another leaves at the other end.
    @usableFromInline
    func prefetch(behind index: Int, in block: borrowing EventBlock) {
        guard hasPackedTable, lists.count >= Self.fewLists else { return }
        for list in lists(ofEventAt: index + Self.farAhead, in: block) where lists[list].isPacked {
            entries.span.prefetch(Int(lists[list].first))
            entries.span.prefetch(Int(lists[list].last))
        }
        for list in lists(ofEventAt: index + Self.nearAhead, in: block) where lists[list].isPacked {
            let oldest = entries[Int(lists[list].first)]
            self.index.span.prefetch(Int(oldest.tag) & (self.index.count - 1))
            entries.span.prefetch(Int(oldest.next))
        }
    }

    /// The lists of the stream of an event; none where the stream has no list yet or no event stands there.
    @inline(__always)
    private func lists(ofEventAt index: Int, in block: borrowing EventBlock) -> Range<Int> {
        guard index < block.count, let event = block.event(at: index) else { return 0..<0 }
        let stream = Int(event.streamNumber)
        guard stream < streamLists.count, streamLists[stream] > 0 else { return 0..<0 }
        let first = Int(streamLists[stream] - 1)
        return first..<first + tables.count
    }

    // MARK: Gathered keys

    /// Keeps a key for `forEachGathered`.
    public mutating func gather(_ table: Table, _ key: Key) {
        let gathered = GatheredKey(key: key, list: list(of: table))
        index.span.prefetch(Int(Self.tag(key.hash, list: gathered.list)) & (index.count - 1))
        if gatheredCount < self.gathered.count {
            self.gathered[gatheredCount] = gathered
        } else {
            self.gathered.append(gathered)
        }
        gatheredCount += 1
    }

    /// Calls `body` with every gathered key, in the order of gathering, and forgets them.
    public mutating func forEachGathered(_ body: (Key, inout RowStore) -> Void) {
        let count = gatheredCount
        gatheredCount = 0
        for place in 0..<count { prefetchEntry(of: gathered[place]) }
        for place in 0..<count { body(gathered[place].key, &self) }
    }

    /// Asks for the entry that most probably belongs to a key, and for what it holds.
    @inline(__always)
    private func prefetchEntry(of gathered: GatheredKey) {
        let tag = Self.tag(gathered.key.hash, list: gathered.list)
        let mask = index.count - 1
        var place = Int(tag) & mask
        while index[place] != 0 {
            if UInt32(truncatingIfNeeded: index[place] >> 32) == tag {
                let number = Int(UInt32(truncatingIfNeeded: index[place]))
                entries.span.prefetch(number)
                contents.span.prefetch(number)
                return
            }
            place = (place + 1) & mask
        }
    }
}
