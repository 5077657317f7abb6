/// New entries of the stream index, page by page in the order of the keys.
struct StreamPageAdditions {
    /// Where a revision of a stream stands in the log.
    typealias Entry = (number: UInt32, revision: UInt64, position: UInt64)

    private let entries: [Entry]
    /// In the order of the keys: a stream's number above, the place among `entries` below, a word that sorts fast.
    private let order: [UInt64]
    /// The entries of the page at hand, as places in `order`.
    private var page = 0..<0

    /// The entries stand before their first page.
    ///
    /// - Parameter entries: Fewer than 2^32, those of one stream with rising revisions.
    init(_ entries: [Entry]) {
        self.entries = entries
        var order: [UInt64] = []
        order.reserveCapacity(entries.count)
        for index in entries.indices {
            order.append(UInt64(entries[index].number) << 32 | UInt64(index))
        }
        order.sort()
        self.order = order
    }

    /// Goes on to the next page that changes; false where there is none.
    mutating func advance() -> Bool {
        let start = page.upperBound
        guard start < order.count else { return false }
        let first = entry(start)
        var end = start + 1
        while end < order.count, isSamePage(entry(end), first) { end += 1 }
        page = start..<end
        return true
    }

    /// Whether the index may hold the page at hand already.
    var mayExist: Bool { entry(page.lowerBound).revision > firstRevision }

    /// The number of the stream whose page is at hand.
    var stream: UInt32 { entry(page.lowerBound).number }

    /// The number of the page at hand.
    var pageNumber: UInt64 { StreamPages.page(of: entry(page.lowerBound).revision) }

    /// Whether the page at hand begins with the first event of its stream.
    var beginsStream: Bool { entry(page.lowerBound).revision == 1 }

    /// Replaces `key` by that of the page at hand.
    func writeKey(to key: inout [UInt8]) {
        let first = entry(page.lowerBound)
        key.removeAll(keepingCapacity: true)
        StreamPages.appendKey(stream: first.number, page: StreamPages.page(of: first.revision), to: &key)
    }

    /// Brings the value of the page at hand, empty for a new page, to what it is with the new entries.
    ///
    /// - Parameter head: The bytes before the first entry.
    func change(_ value: inout [UInt8], after head: Int = 0) {
        for index in page {
            let entry = entry(index)
            // A page that lost entries keeps its places: revision r stands at (r - first) * 8.
            let place = head + Int(entry.revision - firstRevision) * 8
            if value.count < place { value += repeatElement(0, count: place - value.count) }
            value.removeLast(value.count - place)
            value.appendLittleEndian(entry.position)
        }
    }

    private var firstRevision: UInt64 {
        StreamPages.page(of: entry(page.lowerBound).revision) * StreamPages.revisions + 1
    }

    private func entry(_ index: Int) -> Entry { entries[Int(order[index] & 0xFFFF_FFFF)] }

    private func isSamePage(_ left: Entry, _ right: Entry) -> Bool {
        left.number == right.number
            && StreamPages.page(of: left.revision) == StreamPages.page(of: right.revision)
    }
}
