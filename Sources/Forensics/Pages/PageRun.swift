/// Pages that are read together, since the leaves of a table mostly stand one behind the other.
struct PageRun {
    /// The pages that were read, and the first of them.
    private var bytes: [UInt8] = []
    private var first: UInt64 = 0
    /// The page that was asked for last.
    private var previous: UInt64?

    /// How many pages are read together.
    private static let length = 16

    /// The page `number`, checked; pages behind it are read along where it follows the one before.
    mutating func page(
        _ number: UInt64, in file: PageFile, upTo last: UInt64, _ layout: PageLayout
    ) throws(PageFault) -> Page {
        defer { previous = number }
        if let page = try known(number, layout) { return page }
        // What lies beyond the pages in use, or past the end, is told by whoever reads one page.
        guard let previous, previous < number, number - previous == 1, number >= 2, number <= last,
            number < file.pageCount
        else { return try file.page(number, upTo: last, layout) }
        let count = Int(min(UInt64(Self.length), last - number + 1, file.pageCount - number))
        bytes = file.read(Int(number) * layout.pageSize, count * layout.pageSize)
        first = number
        if let page = try known(number, layout) { return page }
        return try file.page(number, upTo: last, layout)
    }

    /// The page `number` where it was read already.
    private func known(_ number: UInt64, _ layout: PageLayout) throws(PageFault) -> Page? {
        guard number >= first, number - first < UInt64(bytes.count / layout.pageSize) else { return nil }
        let start = Int(number - first) * layout.pageSize
        return try Page(bytes.bytes(start..<start + layout.pageSize), number: number, layout)
    }
}
