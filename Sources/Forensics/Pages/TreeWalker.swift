/// Visits every page of trees once, in order, and notes what cannot be right.
///
/// Bounded by the pages of the file whatever it says: a page is entered once, and no tree is deeper than
/// `deepest`.
struct TreeWalker {
    /// Gets each entry: a key, and its value or one of its values.
    ///
    /// `flags` says what the value is: 2 alone for a table's record.
    typealias Visitor = (_ key: [UInt8], _ value: [UInt8], _ flags: NodeFlags) -> Void

    let file: PageFile
    let layout: PageLayout
    /// The last page in use.
    let last: UInt64
    /// The pages that were entered, of all trees.
    private(set) var seen: PageMap
    /// What was found, up to a limit.
    private(set) var faults: [PageFault] = []
    private(set) var faultCount = 0
    /// What of the tables was found to be sound.
    private(set) var sound = SoundTrees()
    private var leaves = PageRun()
    /// What the walk over another snapshot of the file found to be sound; nil where there was none.
    private let known: SoundTrees?

    /// Levels that no tree has.
    static let deepest = 64
    /// Faults that are kept; the rest is only counted.
    private static let keptFaults = 1000

    init(_ file: PageFile, _ layout: PageLayout, _ meta: MetaPage, known: SoundTrees? = nil) {
        self.known = known
        self.file = file
        self.layout = layout
        last = meta.lastPage
        seen = PageMap(below: min(file.pageCount, meta.lastPage &+ 1))
    }

    /// What was counted in one tree.
    struct Census: Hashable {
        var branchPages: UInt64 = 0
        var leafPages: UInt64 = 0
        var overflowPages: UInt64 = 0
        var entries: UInt64 = 0
        /// Whether every page of the tree could be read.
        var isWhole = true

        /// Adds what was counted in a part of the tree.
        mutating func add(_ part: Census) {
            branchPages += part.branchPages
            leafPages += part.leafPages
            overflowPages += part.overflowPages
            entries += part.entries
            isWhole = isWhole && part.isWhole
        }
    }

    mutating func note(_ fault: PageFault) {
        faultCount += 1
        if faults.count < Self.keptFaults { faults.append(fault) }
    }

    /// Walks one tree.
    ///
    /// - Parameter order: The order of its keys, where its record does not tell.
    mutating func walk(
        _ tree: TreeRecord, named name: String, order: KeyOrder? = nil, _ visitor: Visitor? = nil
    ) -> Census {
        var census = Census()
        guard let root = tree.root else {
            if tree.entries != 0 || tree.depth != 0 {
                note(
                    PageFault(
                        ContainerFindings.count, "table \(name) has no pages and \(tree.entries) entries"))
            }
            return census
        }
        let place = Place(page: root, depth: 1, low: nil, high: nil)
        let walk = Walk(tree: tree, name: name, order: order ?? tree.keyOrder, visitor: visitor)
        visit(place, walk, &census)
        if census.isWhole { compare(census, with: tree, name) }
        return census
    }

    private struct Place {
        let page: UInt64
        let depth: Int
        /// The keys from which on, and before which, everything below this page stands.
        let low: [UInt8]?
        let high: [UInt8]?
    }

    private struct Walk {
        let tree: TreeRecord
        let name: String
        let order: KeyOrder
        let visitor: Visitor?
    }

    private mutating func compare(_ census: Census, with tree: TreeRecord, _ name: String) {
        let pairs = [
            ("entries", census.entries, tree.entries), ("branch pages", census.branchPages, tree.branchPages),
            ("leaf pages", census.leafPages, tree.leafPages),
            ("overflow pages", census.overflowPages, tree.overflowPages),
        ]
        for (what, found, said) in pairs where found != said {
            note(
                PageFault(
                    ContainerFindings.count, "table \(name) has \(found) \(what); its record says \(said)",
                    page: tree.root))
        }
    }

    private mutating func visit(_ place: Place, _ walk: Walk, _ census: inout Census) {
        do throws(PageFault) {
            guard place.depth <= min(Self.deepest, walk.tree.depth) else {
                throw PageFault(
                    ContainerFindings.depth,
                    "table \(walk.name) has more than the \(walk.tree.depth) levels that its record says",
                    page: place.page)
            }
            let part = part(at: place, walk)
            if let part, let counted = takeKnown(part) { return census.add(counted) }
            let page = try read(place, of: walk.tree)
            let mark = part == nil ? 0 : sound.mark()
            guard enter(place.page) else {
                throw PageFault(
                    ContainerFindings.pageTwice, "page \(place.page) is reached twice", page: place.page)
            }
            switch page.kind {
            case .branch:
                let faultsBefore = faultCount
                var own = Census(branchPages: 1)
                visitBranch(page, place, walk, &own)
                census.add(own)
                if let part, own.isWhole, faultCount == faultsBefore { sound.keep(part, own, since: mark) }
            case .leaf, .items:
                census.leafPages += 1
                guard place.depth == walk.tree.depth else {
                    throw PageFault(
                        ContainerFindings.depth,
                        "page \(place.page) ends table \(walk.name) on level \(place.depth)",
                        page: place.page)
                }
                visitLeaf(page, place, walk, &census)
            }
        } catch {
            census.isWhole = false
            note(error)
        }
    }

    private mutating func read(_ place: Place, of tree: TreeRecord) throws(PageFault) -> Page {
        guard place.depth == tree.depth else { return try file.page(place.page, upTo: last, layout) }
        return try leaves.page(place.page, in: file, upTo: last, layout)
    }

    private mutating func enter(_ page: UInt64) -> Bool {
        guard seen.insert(page) else { return false }
        sound.enter(page)
        return true
    }

    /// The part of a tree that begins at `place`; nil where no other walk can stand for this one.
    private func part(at place: Place, _ walk: Walk) -> SoundTrees.Part? {
        guard walk.visitor == nil, !walk.tree.flags.contains(.manyValues), place.depth < walk.tree.depth
        else { return nil }
        return SoundTrees.Part(
            table: walk.name, order: walk.order, rawFlags: walk.tree.rawFlags, itemSize: walk.tree.itemSize,
            levels: walk.tree.depth, level: place.depth, page: place.page, low: place.low, high: place.high)
    }

    /// Takes over a part that is known to be sound; nil where it must be read.
    ///
    /// Where it has a page that lies past the last one in use here, or that was entered before, reading it
    /// finds the fault.
    private mutating func takeKnown(_ part: SoundTrees.Part) -> Census? {
        guard let known, let content = known.content(of: part), content.highest < seen.bound else {
            return nil
        }
        let runs = known.pages(of: content)
        guard !runs.contains(where: { $0.contains(where: seen.contains) }) else { return nil }
        for run in runs { for page in run { _ = seen.insert(page) } }
        return content.census
    }

    private mutating func visitBranch(_ page: Page, _ place: Place, _ walk: Walk, _ census: inout Census) {
        guard page.count > 0 else {
            census.isWhole = false
            return note(
                PageFault(ContainerFindings.bounds, "branch page \(page.number) is empty", page: page.number))
        }
        var low = place.low
        for index in 0..<page.count {
            let high = index + 1 < page.count ? page.key(index + 1) : place.high
            if let high, let low, !walk.order.isRising(low, high) { noteOrder(page, index) }
            visit(
                Place(page: page.child(index), depth: place.depth + 1, low: low, high: high), walk, &census)
            low = high
        }
    }

    private mutating func noteOrder(_ page: Page, _ index: Int) {
        note(
            PageFault(
                ContainerFindings.keyOrder, "page \(page.number): key \(index) is out of order",
                page: page.number))
    }

    private mutating func visitLeaf(_ page: Page, _ place: Place, _ walk: Walk, _ census: inout Census) {
        if page.kind == .items, !walk.tree.flags.contains(.fixedValues) || page.itemSize != walk.tree.itemSize
        {
            census.isWhole = false
            return note(
                PageFault(
                    ContainerFindings.pageKind,
                    "page \(page.number) holds items, as table \(walk.name) does not",
                    page: page.number))
        }
        var previous = place.low
        for index in 0..<page.count {
            let key = page.key(index)
            if let previous,
                index == 0 ? walk.order.isRising(key, previous) : !walk.order.isRising(previous, key)
            {
                noteOrder(page, index)
            }
            previous = key
            do throws(PageFault) {
                try visitEntry(page, index, key, walk, &census)
            } catch {
                census.isWhole = false
                note(error)
            }
        }
        if let previous, let high = place.high, page.count > 0, !walk.order.isRising(previous, high) {
            noteOrder(page, page.count - 1)
        }
    }

    private mutating func visitEntry(
        _ page: Page, _ index: Int, _ key: [UInt8], _ walk: Walk, _ census: inout Census
    ) throws(PageFault) {
        let flags = page.flags(index)
        if flags.contains(.overflow) {
            guard flags == .overflow else { throw wrongMark(page, index, flags) }
            let (first, size) = (page.overflowPage(index), page.valueSize(index))
            let run = try file.overflowPages(first, size: size, upTo: last, layout)
            for number in first..<first + run where !enter(number) {
                throw PageFault(
                    ContainerFindings.pageTwice, "page \(number) of a value is reached twice", page: number)
            }
            census.overflowPages += run
        }
        if flags.contains(.manyValues) {
            guard walk.tree.flags.contains(.manyValues) else { throw wrongMark(page, index, flags) }
            return try visitValues(page, index, key, walk, &census)
        }
        guard !flags.contains(.tree) || walk.name == Self.mainName else {
            throw wrongMark(page, index, flags)
        }
        census.entries += 1
        if let visitor = walk.visitor { visitor(key, try file.value(page, index, upTo: last), flags) }
    }

    private func wrongMark(_ page: Page, _ index: Int, _ flags: NodeFlags) -> PageFault {
        PageFault(
            ContainerFindings.pageKind,
            "page \(page.number): entry \(index) is wrongly marked \(hexadecimal(flags.rawValue))",
            page: page.number)
    }

    /// The name under which the tree of the tables' records is walked.
    static let mainName = "main"

    /// The values of one key, on a page inside the node or in a tree of their own.
    private mutating func visitValues(
        _ page: Page, _ index: Int, _ key: [UInt8], _ walk: Walk, _ census: inout Census
    ) throws(PageFault) {
        let content = page.bytes.bytes(page.inlineRange(index))
        let visitor: Visitor? = walk.visitor.map { visitor in { value, _, _ in visitor(key, value, []) } }
        if page.flags(index).contains(.tree) {
            guard content.count == layout.treeSize else {
                throw PageFault(
                    ContainerFindings.table, "page \(page.number): the record of a key's values is cut off",
                    page: page.number)
            }
            let tree = TreeRecord(content, at: 0, layout)
            // Values have no values of their own; this also bounds how deep the walk nests.
            guard !tree.flags.contains(.manyValues) else {
                throw PageFault(
                    ContainerFindings.table, "page \(page.number): the values of a key are marked as keys",
                    page: page.number)
            }
            let own = self.walk(
                tree, named: walk.name + " values", order: walk.tree.valueOrder, visitor)
            census.entries += own.entries
            if !own.isWhole { census.isWhole = false }
            return
        }
        let list = try Page(subPage: content, of: page.number, layout)
        var previous: [UInt8]?
        for place in 0..<list.count {
            let value = list.key(place)
            if let previous, !walk.tree.valueOrder.isRising(previous, value) { noteOrder(page, index) }
            previous = value
            census.entries += 1
            visitor?(value, [], [])
        }
    }
}
