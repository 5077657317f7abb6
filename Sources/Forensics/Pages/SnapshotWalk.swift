internal import EventLog

/// The walk over everything that one meta page leads to.
struct SnapshotWalk {
    private let meta: MetaPage
    private let layout: PageLayout
    private var walker: TreeWalker
    private var free: PageMap
    private(set) var snapshot: ContainerReport.Snapshot
    private(set) var faults: [PageFault] = []
    private(set) var faultCount = 0

    /// Tables that can be made anew from the events.
    private static let derived = ["streams", "streamIndex", "ids", "rows", "projections", "failures"]

    /// - Parameter known: What the walk over the file's other snapshot found to be sound.
    init(_ file: PageFile, _ layout: PageLayout, _ meta: MetaPage, known: SoundTrees? = nil) {
        self.meta = meta
        self.layout = layout
        walker = TreeWalker(file, layout, meta, known: known)
        free = PageMap(below: walker.seen.bound)
        snapshot = ContainerReport.Snapshot(transaction: meta.transaction, slot: meta.slot)
    }

    /// What of the tables was found to be sound.
    var sound: SoundTrees { walker.sound }

    /// Whether nothing was found that is worse than a warning.
    var isWhole: Bool { !faults.contains { $0.kind.severity == .damaged } }

    mutating func run() {
        var lists: [(key: [UInt8], value: [UInt8])] = []
        let freeCensus = walker.walk(meta.free, named: "free list") { key, value, _ in
            lists.append((key, value))
        }
        collect { PageFault(ContainerFindings.freeList, $0.message, page: $0.page) }
        for list in lists { takeFree(list.key, list.value) }
        var records: [(name: [UInt8], record: [UInt8])] = []
        let mainCensus = walker.walk(meta.main, named: TreeWalker.mainName) { key, value, flags in
            if flags == .tree { records.append((key, value)) }
        }
        collect { $0 }
        for (name, record) in records { walkTable(String(decoding: name, as: UTF8.self), record) }
        account(isWhole: freeCensus.isWhole && mainCensus.isWhole)
    }

    private mutating func collect(_ change: (PageFault) -> PageFault) {
        let new = walker.faults.dropFirst(taken)
        taken = walker.faults.count
        faults += new.map(change)
        faultCount = walker.faultCount + own
    }
    private var taken = 0
    private var own = 0

    private mutating func note(_ kind: FindingKind, _ message: String, page: UInt64? = nil) {
        own += 1
        faultCount += 1
        faults.append(PageFault(kind, message, page: page))
    }

    private mutating func walkTable(_ name: String, _ bytes: [UInt8]) {
        guard bytes.count == layout.treeSize else {
            return note(ContainerFindings.table, "the record of table \(name) has \(bytes.count) bytes")
        }
        let tree = TreeRecord(bytes, at: 0, layout)
        guard tree.flags.isSubset(of: .known) else {
            return note(
                ContainerFindings.table, "the record of table \(name) is marked \(hexadecimal(tree.rawFlags))"
            )
        }
        let census = walker.walk(tree, named: name)
        let isDerived = Self.derived.contains { $0.utf8.elementsEqual(name.utf8) }
        collect {
            guard isDerived else { return $0 }
            return PageFault(ContainerFindings.derivedTable, "table \(name): \($0.message)", page: $0.page)
        }
        snapshot.tables.append(
            ContainerReport.Table(name: name, entries: census.entries, isWhole: census.isWhole))
    }

    /// Takes one list of free pages: its transaction, then a count and the numbers, falling.
    private mutating func takeFree(_ key: [UInt8], _ value: [UInt8]) {
        let word = layout.wordSize
        guard key.count == word, value.count >= word else {
            return note(ContainerFindings.freeList, "an entry of the list of free pages is cut off")
        }
        let transaction = layout.word(key, 0)
        let count = layout.word(value, 0)
        guard count <= UInt64(value.count / word - 1) else {
            return note(
                ContainerFindings.freeList,
                "the free pages of transaction \(transaction) are said to be \(count)")
        }
        if transaction > meta.transaction {
            note(
                ContainerFindings.freeList, "pages were freed by transaction \(transaction), which is to come"
            )
        }
        var previous = UInt64.max
        for index in 0..<Int(count) {
            let page = layout.word(value, word * (index + 1))
            guard page >= 2, page <= meta.lastPage, page < previous else {
                return note(
                    ContainerFindings.freeList,
                    "the free pages of transaction \(transaction) are out of order")
            }
            previous = page
            // The tail of a file may be missing where nothing in use stands there.
            guard page < free.bound else { continue }
            if !free.insert(page) {
                return note(ContainerFindings.freeList, "page \(page) is free twice", page: page)
            }
        }
    }

    private mutating func account(isWhole: Bool) {
        let seen = walker.seen
        snapshot.pagesReachable = seen.count + 2
        snapshot.pagesFree = free.count
        var (unaccounted, firstUnaccounted) = (0, UInt64(0))
        for page in 2..<max(2, seen.bound) {
            switch (seen.contains(page), free.contains(page)) {
            case (true, true):
                return note(ContainerFindings.pageTwice, "page \(page) is in use and free", page: page)
            case (false, false):
                if unaccounted == 0 { firstUnaccounted = page }
                unaccounted += 1
            default: break
            }
        }
        // Behind a damaged page everything is unaccounted for, which says nothing more.
        guard unaccounted > 0, isWhole, faults.isEmpty else { return }
        note(
            ContainerFindings.unaccounted,
            "\(unaccounted) pages from page \(firstUnaccounted) on are neither in use nor free",
            page: firstUnaccounted)
    }
}
