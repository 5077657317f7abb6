extension PageFile {
    /// The branch or leaf page `number`, checked.
    func page(_ number: UInt64, upTo last: UInt64, _ layout: PageLayout) throws(PageFault) -> Page {
        try checkRange(number, last)
        return try Page(pageBytes(number, layout), number: number, layout)
    }

    private func checkRange(_ number: UInt64, _ last: UInt64) throws(PageFault) {
        guard number >= 2, number <= last else {
            throw PageFault(
                ContainerFindings.pageRange,
                "page \(number) is referred to; the pages in use are 2...\(last)",
                page: number)
        }
    }

    /// The number of pages of the run that begins at `first` and holds `size` bytes.
    func overflowPages(
        _ first: UInt64, size: Int, upTo last: UInt64, _ layout: PageLayout
    ) throws(PageFault) -> UInt64 {
        try checkRange(first, last)
        let needed = UInt64((layout.headerSize + size + layout.pageSize - 1) / layout.pageSize)
        guard first < pageCount, needed <= pageCount - first else {
            throw PageFault(
                ContainerFindings.cutOff, "a value of \(needed) pages from page \(first) on is cut off",
                page: first)
        }
        let header = read(Int(first) * layout.pageSize, layout.headerSize)
        guard header.count == layout.headerSize, layout.word(header, 0) == first else {
            throw PageFault(
                ContainerFindings.pageNumber, "page \(first), where a value begins, carries another number",
                page: first)
        }
        guard header.little16(layout.wordSize + 2) == 4 else {
            throw PageFault(
                ContainerFindings.pageKind,
                "page \(first), where a value begins, is marked as something else",
                page: first)
        }
        let claimed = UInt64(header.little32(layout.wordSize + 4))
        // A value that was replaced by a shorter one keeps its pages.
        guard claimed >= needed, claimed <= pageCount - first, first + claimed - 1 <= last else {
            throw PageFault(
                ContainerFindings.bounds, "page \(first): its value needs \(needed) pages, not \(claimed)",
                page: first)
        }
        return claimed
    }

    /// The value at `index` of a leaf, wherever it stands; no more than `most` bytes where it stands elsewhere.
    func value(
        _ page: Page, _ index: Int, upTo last: UInt64, most: Int = .max
    ) throws(PageFault) -> [UInt8] {
        guard page.flags(index).contains(.overflow) else { return page.bytes.bytes(page.inlineRange(index)) }
        let (first, size) = (page.overflowPage(index), page.valueSize(index))
        _ = try overflowPages(first, size: size, upTo: last, page.layout)
        let wanted = min(size, most)
        let bytes = read(Int(first) * page.layout.pageSize + page.layout.headerSize, wanted)
        guard bytes.count == wanted else {
            throw PageFault(ContainerFindings.cutOff, "the value on page \(first) is cut off", page: first)
        }
        return bytes
    }
}
