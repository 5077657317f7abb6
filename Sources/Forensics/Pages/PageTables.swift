internal import EventLog
internal import Platform
internal import Synchronization

/// The tables of one snapshot of a data file, read page by page; each page is checked when it is met.
final class PageTables: RawTables {
    let file: PageFile
    let layout: PageLayout
    let meta: MetaPage
    private let cache = Mutex(PageCache())
    /// The trees that were needed so far, of a handful.
    private let trees = Mutex<[(table: RawTable, tree: TreeRecord)]>([])

    /// The least room that an event takes in a file, in bytes.
    private static let leastEventBytes = 128

    init(_ file: PageFile, _ layout: PageLayout, _ meta: MetaPage) {
        self.file = file
        self.layout = layout
        self.meta = meta
    }

    var eventCapacity: UInt64 { UInt64(file.length / Self.leastEventBytes) + 1 }

    private func page(_ number: UInt64) throws(PageFault) -> Page {
        if let known = cache.withLock({ $0.page(number) }) { return known }
        let page = try file.page(number, upTo: meta.lastPage, layout)
        cache.withLock { $0.keep(page) }
        return page
    }

    /// The page below a branch on a way down, or the root.
    private func page(_ number: UInt64, level: Int, of tree: TreeRecord) throws(PageFault) -> Page {
        try check(page(number), level: level, of: tree)
    }

    /// The same on a walk through a whole table, which meets each leaf once: only branches are worth keeping.
    private func page(
        _ number: UInt64, level: Int, of tree: TreeRecord, _ leaves: inout PageRun
    ) throws(PageFault) -> Page {
        guard level == tree.depth else { return try page(number, level: level, of: tree) }
        return try check(leaves.page(number, in: file, upTo: meta.lastPage, layout), level: level, of: tree)
    }

    private func check(_ page: Page, level: Int, of tree: TreeRecord) throws(PageFault) -> Page {
        guard page.kind != .items, level <= TreeWalker.deepest,
            (page.kind == .leaf) == (level == tree.depth), page.kind == .leaf || page.count > 0
        else {
            throw PageFault(
                ContainerFindings.depth,
                "page \(page.number) does not stand on the level where its table needs it",
                page: page.number)
        }
        return page
    }

    private func tree(_ table: RawTable) throws(LogError) -> TreeRecord {
        if let known = trees.withLock({ trees in trees.first { $0.table == table }?.tree }) { return known }
        do throws(PageFault) {
            guard let found = try entry(Array(table.name.utf8), in: meta.main) else {
                throw PageFault(ContainerFindings.table, "the file holds no table \(table.name)")
            }
            let bytes = try file.value(found.page, found.index, upTo: meta.lastPage)
            let tree = bytes.count == layout.treeSize ? TreeRecord(bytes, at: 0, layout) : nil
            guard let tree, found.page.flags(found.index) == .tree, tree.rawFlags == 0,
                (tree.root == nil) == (tree.depth == 0)
            else {
                throw PageFault(ContainerFindings.table, "the record of table \(table.name) is damaged")
            }
            trees.withLock { $0.append((table, tree)) }
            return tree
        } catch {
            let isMissing = error.kind == ContainerFindings.table && error.page == nil && table == .meta
            throw isMissing
                ? LogError(.notALog, "this is an LMDB file, but not an event log (\(error.message))")
                : LogError(.damaged, error.message)
        }
    }
}

// MARK: By key

extension PageTables {
    /// The leaf entry with this key.
    private func entry(_ key: [UInt8], in tree: TreeRecord) throws(PageFault) -> (page: Page, index: Int)? {
        guard var number = tree.root else { return nil }
        var level = 1
        while true {
            let page = try page(number, level: level, of: tree)
            if page.kind == .branch {
                number = page.child(max(0, page.firstIndex(after: key) - 1))
                level += 1
            } else {
                let index = page.firstIndex(after: key) - 1
                guard index >= 0, page.compare(index, key) == 0 else { return nil }
                return (page, index)
            }
        }
    }

    func value(_ key: [UInt8], in table: RawTable) throws(LogError) -> [UInt8]? {
        let tree = try tree(table)
        do throws(PageFault) {
            guard let found = try entry(key, in: tree) else { return nil }
            guard found.page.flags(found.index).isSubset(of: .overflow) else {
                throw PageFault(
                    ContainerFindings.pageKind, "an entry of table \(table.name) is marked wrongly")
            }
            return try file.value(found.page, found.index, upTo: meta.lastPage)
        } catch { throw LogError(.damaged, "table \(table.name): \(error.message)") }
    }

    func forEach(
        from key: [UInt8], in table: RawTable, _ body: (Span<UInt8>, Span<UInt8>) throws -> Bool
    ) throws {
        let tree = try tree(table)
        guard let root = tree.root else { return }
        var walk = TableWalk(tree: tree, key: key, left: file.pageCount)
        do { _ = try visit(root, level: 1, &walk, body) } catch let fault as PageFault {
            throw LogError(.damaged, "table \(table.name): \(fault.message)")
        }
    }

    private struct TableWalk {
        let tree: TreeRecord
        /// Where to begin.
        let key: [UInt8]
        /// Pages that may still be entered: no way through a tree is longer than the file, whatever its pages say.
        var left: UInt64
        var leaves = PageRun()
        var hasMetLeaf = false
    }

    /// The next page of a walk.
    ///
    /// Short walks follow each other on one leaf, so the first one that is met is kept.
    private func page(_ number: UInt64, level: Int, _ walk: inout TableWalk) throws(PageFault) -> Page {
        guard walk.hasMetLeaf else {
            walk.hasMetLeaf = level == walk.tree.depth
            return try page(number, level: level, of: walk.tree)
        }
        return try page(number, level: level, of: walk.tree, &walk.leaves)
    }

    /// Visits a subtree's entries at or past the walk's key; returns whether to go on.
    private func visit(
        _ number: UInt64, level: Int, _ walk: inout TableWalk,
        _ body: (Span<UInt8>, Span<UInt8>) throws -> Bool
    ) throws -> Bool {
        guard walk.left > 0 else {
            throw PageFault(ContainerFindings.pageTwice, "pages are reached twice", page: number)
        }
        walk.left -= 1
        let page = try page(number, level: level, &walk)
        let first = page.firstIndex(after: walk.key)
        if page.kind == .branch {
            for index in max(0, first - 1)..<page.count {
                let child = page.child(index)
                guard try visit(child, level: level + 1, &walk, body) else { return false }
            }
            return true
        }
        let start = first > 0 && page.compare(first - 1, walk.key) == 0 ? first - 1 : first
        for index in start..<page.count {
            let found = page.bytes.span.extracting(page.keyRange(index))
            if page.flags(index).isEmpty {
                guard try body(found, page.bytes.span.extracting(page.inlineRange(index))) else {
                    return false
                }
            } else {
                let value = try longValue(page, index, &walk.left)
                guard try body(found, value.span) else { return false }
            }
        }
        return true
    }
}

extension PageTables {
    /// A value that stands in pages of its own, which count among those that may still be entered.
    private func longValue(_ page: Page, _ index: Int, _ left: inout UInt64) throws(PageFault) -> [UInt8] {
        let pages = UInt64(page.valueSize(index) / layout.pageSize)
        guard left >= pages else {
            throw PageFault(
                ContainerFindings.pageTwice, "values are longer than the file", page: page.number)
        }
        left -= pages
        return try file.value(page, index, upTo: meta.lastPage)
    }
}

// MARK: Events

extension PageTables {
    /// The key of the last entry in the table of events; 0 where there is none, nil where it cannot be read.
    var lastEvent: UInt64? {
        var last: UInt64? = 0
        forEachEvent(from: .max, through: .max, .backward) { event, _ in
            if case .entry(let key) = event { last = key } else { last = nil }
            return false
        }
        return last
    }

    func forEachEvent(
        from position: UInt64, through last: UInt64, _ direction: ReadPlan.Direction,
        _ body: (RawEvent, Span<UInt8>) -> Bool
    ) {
        guard last >= 1 else { return }
        let tree: TreeRecord
        do throws(LogError) { tree = try self.tree(.events) } catch {
            _ = body(.lost(1...last), [UInt8]().span)
            return
        }
        guard let root = tree.root else { return }
        var walk = EventWalk(
            tree: tree, position: position, last: last, direction: direction, left: file.pageCount)
        _ = visit(EventPlace(page: root, level: 1, low: 1, end: .max), &walk, body)
    }

    private struct EventWalk {
        let tree: TreeRecord
        let position: UInt64
        /// The last position of the log.
        let last: UInt64
        let direction: ReadPlan.Direction
        /// Pages that may still be entered.
        var left: UInt64
        var leaves = PageRun()
        /// Whether an entry at or past the position was met: from there on, everything counts.
        var hasBegun = false
    }

    /// A page and the positions that stand on it or below it: from `low` on, before `end`.
    private struct EventPlace {
        let page: UInt64
        let level: Int
        let low: UInt64
        let end: UInt64
    }

    /// Visits what stands below a page; returns whether to go on.
    private func visit(
        _ place: EventPlace, _ walk: inout EventWalk, _ body: (RawEvent, Span<UInt8>) -> Bool
    ) -> Bool {
        do throws(PageFault) {
            guard walk.left > 0 else {
                throw PageFault(ContainerFindings.pageTwice, "pages are reached twice", page: place.page)
            }
            walk.left -= 1
            let page = try page(place.page, level: place.level, of: walk.tree, &walk.leaves)
            try checkKeys(page, place)
            return page.kind == .branch
                ? visitBranch(page, place, &walk, body) : visitLeaf(page, place, &walk, body)
        } catch {
            let end = min(place.end - 1, walk.last)
            guard place.low <= end else { return true }
            walk.hasBegun = true
            return body(.lost(place.low...end), [UInt8]().span)
        }
    }

    /// Checks that a page's keys are positions, rise, and belong where the branches led.
    private func checkKeys(_ page: Page, _ place: EventPlace) throws(PageFault) {
        var previous = place.low
        for index in 0..<page.count {
            if page.kind == .branch, index == 0 { continue }
            guard page.keyRange(index).count == 8 else {
                throw PageFault(
                    ContainerFindings.pageKind, "page \(page.number) does not hold events", page: page.number)
            }
            let key = page.position(index)
            let rises = page.kind == .leaf && index == 0 ? key >= previous : key > previous
            guard rises, key < place.end else {
                throw PageFault(
                    ContainerFindings.keyOrder, "page \(page.number): key \(index) is out of order",
                    page: page.number)
            }
            previous = key
        }
    }

    private func visitBranch(
        _ page: Page, _ place: EventPlace, _ walk: inout EventWalk, _ body: (RawEvent, Span<UInt8>) -> Bool
    ) -> Bool {
        func child(_ index: Int) -> EventPlace {
            EventPlace(
                page: page.child(index), level: place.level + 1,
                low: index == 0 ? place.low : page.position(index),
                end: index + 1 < page.count ? page.position(index + 1) : place.end)
        }
        switch walk.direction {
        case .forward:
            // The keys rise: what ends before the position is passed over by halves.
            var (first, last) = (0, page.count - 1)
            while first < last {
                let middle = (first + last) / 2
                if page.position(middle + 1) > walk.position { last = middle } else { first = middle + 1 }
            }
            for index in first..<page.count {
                let child = child(index)
                guard child.end > walk.position else { continue }
                guard visit(child, &walk, body) else { return false }
            }
        case .backward:
            // The entry at or past the position may stand on the page behind the one that covers it.
            var start = page.count - 1
            if !walk.hasBegun {
                while start > 0, page.position(start) >= walk.position, child(start - 1).end > walk.position {
                    start -= 1
                }
                if start + 1 < page.count { start += 1 }
            }
            for index in stride(from: start, through: 0, by: -1) {
                guard visit(child(index), &walk, body) else { return false }
            }
        }
        return true
    }

    private func visitLeaf(
        _ page: Page, _ place: EventPlace, _ walk: inout EventWalk, _ body: (RawEvent, Span<UInt8>) -> Bool
    ) -> Bool {
        switch walk.direction {
        case .forward:
            for index in 0..<page.count where page.position(index) >= walk.position {
                guard yield(page, index, body) else { return false }
            }
        case .backward:
            for index in stride(from: page.count - 1, through: 0, by: -1) {
                if !walk.hasBegun {
                    // Entries past the first one at or past the position are passed over.
                    if index > 0, page.position(index - 1) >= walk.position { continue }
                    walk.hasBegun = true
                }
                guard yield(page, index, body) else { return false }
            }
        }
        return true
    }

    private func yield(_ page: Page, _ index: Int, _ body: (RawEvent, Span<UInt8>) -> Bool) -> Bool {
        let key = page.position(index)
        let flags = page.flags(index)
        if flags.isEmpty { return body(.entry(key), page.bytes.span.extracting(page.inlineRange(index))) }
        guard flags == .overflow, let value = longEvent(page, index, at: key) else {
            return body(.lost(key...key), [UInt8]().span)
        }
        return body(.entry(key), value.span)
    }

    /// An event that stands in pages of its own; only its first bytes where they are no event's, nil where they
    /// are another one's.
    ///
    /// A file can lead any number of entries to the same pages, which must not be read for each of them.
    private func longEvent(_ page: Page, _ index: Int, at key: UInt64) -> [UInt8]? {
        guard page.valueSize(index) <= CarvedEntry.longest,
            let head = try? file.value(page, index, upTo: meta.lastPage, most: CarvedEntry.headLength)
        else { return nil }
        guard let position = CarvedEntry.position(namedIn: head.span) else { return head }
        return position == key ? try? file.value(page, index, upTo: meta.lastPage) : nil
    }
}

extension Page {
    /// The key at `index` as a position: eight bytes, the highest first.
    ///
    /// - Precondition: The key has eight bytes.
    func position(_ index: Int) -> UInt64 { bytes.little64(keyStart(index)).byteSwapped }

    /// The first place whose key comes after `key`; of a branch, whose first key counts as the lowest.
    func firstIndex(after key: [UInt8]) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            let isLowest = kind == .branch && middle == 0
            if isLowest || compare(middle, key) <= 0 { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Below 0 where the key at `index` comes before `key`, above where it comes after, 0 where it is that.
    func compare(_ index: Int, _ key: [UInt8]) -> Int {
        let range = keyRange(index)
        let common = min(range.count, key.count)
        for offset in 0..<common {
            let (one, other) = (bytes[range.lowerBound + offset], key[offset])
            if one != other { return one < other ? -1 : 1 }
        }
        return range.count - key.count
    }
}
