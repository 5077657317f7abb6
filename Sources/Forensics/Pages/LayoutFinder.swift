/// Finds out how the numbers of a file are laid out, from a meta page or, failing that, from the pages.
struct LayoutFinder {
    let length: Int
    let read: (_ offset: Int, _ count: Int) -> [UInt8]

    init(length: Int, _ read: @escaping (_ offset: Int, _ count: Int) -> [UInt8]) {
        self.length = length
        self.read = read
    }

    /// Pages that are looked at where no meta page tells the page size.
    private static let sampledPages = 4096
    /// Pages that must carry their own number before a page size is believed.
    private static let convincing = 2

    func layout() -> PageLayout? {
        fromMeta(at: 0) ?? fromSecondMeta() ?? fromPageNumbers()
    }

    /// The layout that a meta page at `offset` tells.
    private func fromMeta(at offset: Int) -> PageLayout? {
        for word in [8, 4] {
            let probe = PageLayout(wordSize: word, pageSize: PageLayout.pageSizes.upperBound)
            let bytes = read(offset, probe.headerSize + probe.metaSize)
            guard bytes.count == probe.headerSize + probe.metaSize,
                bytes.little32(probe.headerSize) == MetaPage.magic
            else { continue }
            let size = Int(bytes.little32(probe.headerSize + 8 + 2 * word))
            // The second meta page stands one page behind the first, which tells the size as well.
            if PageLayout.isPageSize(size), offset == 0 || offset == size {
                let layout = PageLayout(wordSize: word, pageSize: size)
                if offset > 0 || holdsMagic(at: size, layout) || !holdsMagicElsewhere(layout) {
                    return layout
                }
            }
            if offset > 0 { return PageLayout(wordSize: word, pageSize: offset) }
        }
        return nil
    }

    private func fromSecondMeta() -> PageLayout? {
        var size = PageLayout.pageSizes.lowerBound
        while size <= PageLayout.pageSizes.upperBound {
            if let layout = fromMeta(at: size) { return layout }
            size *= 2
        }
        return nil
    }

    private func holdsMagic(at offset: Int, _ layout: PageLayout) -> Bool {
        let bytes = read(offset + layout.headerSize, 4)
        return bytes.count == 4 && bytes.little32(0) == MetaPage.magic
    }

    /// Whether a meta page stands at the place of another page size than this.
    private func holdsMagicElsewhere(_ layout: PageLayout) -> Bool {
        var size = PageLayout.pageSizes.lowerBound
        while size <= PageLayout.pageSizes.upperBound {
            if size != layout.pageSize, holdsMagic(at: size, layout) { return true }
            size *= 2
        }
        return false
    }

    /// The layout under which most pages carry their own number.
    private func fromPageNumbers() -> PageLayout? {
        var best: (count: Int, layout: PageLayout)?
        for word in [8, 4] {
            for shift in 9...16 {
                let layout = PageLayout(wordSize: word, pageSize: 1 << shift)
                let count = selfNumbered(layout)
                if count >= Self.convincing, count > best?.count ?? 0 { best = (count, layout) }
            }
        }
        return best?.layout
    }

    private func selfNumbered(_ layout: PageLayout) -> Int {
        var count = 0
        let pages = length / layout.pageSize
        guard pages > 2 else { return 0 }
        for number in 2..<min(pages, 2 + Self.sampledPages) {
            let bytes = read(number * layout.pageSize, layout.headerSize)
            guard bytes.count == layout.headerSize, layout.word(bytes, 0) == UInt64(number) else { continue }
            if [1, 2, 4, 0x22].contains(bytes.little16(layout.wordSize + 2)) { count += 1 }
        }
        return count
    }
}
