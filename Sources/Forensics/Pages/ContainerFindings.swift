/// What the check of the container can find: the file itself, below the records.
public enum ContainerFindings {
    /// The file is no LMDB data file that this build reads.
    public static let foreign = FindingKind(
        "container.foreign", .damaged, meaning: "No page of the file says that it is an LMDB data file.")
    /// The length is no whole number of pages.
    public static let alignment = FindingKind(
        "container.alignment", .warning,
        meaning: "The file ends inside a page; something was cut off or appended.")
    /// Pages in use lie past the end of the file.
    public static let cutOff = FindingKind(
        "container.cut-off", .damaged,
        meaning: "The file is shorter than its meta pages say: its end is lost.")
    /// There are pages behind the last one in use.
    public static let excess = FindingKind(
        "container.excess", .note, meaning: "The file is longer than its meta pages say; the rest is unused.")
    /// A meta page cannot be used.
    public static let meta = FindingKind(
        "container.meta", .damaged,
        meaning: "A meta page is damaged; what the other one says may be one commit older.")
    /// A meta page stands in the other one's place.
    public static let metaParity = FindingKind(
        "container.meta-parity", .damaged,
        meaning: "A meta page carries a transaction that belongs to the other one.")
    /// The two meta pages do not come from neighbouring commits.
    public static let metaOrder = FindingKind(
        "container.meta-order", .damaged,
        meaning: "The meta pages are not of neighbouring commits: one of them is wrong, maybe the newest.")
    /// The map is smaller than the pages in use.
    public static let mapSize = FindingKind(
        "container.map-size", .warning, meaning: "The recorded size of the map does not fit the pages in use."
    )
    /// A page carries another page's number.
    public static let pageNumber = FindingKind(
        "container.page-number", .damaged,
        meaning: "A page was overwritten, zeroed or written to the wrong place.")
    /// A page is of another kind than the tree needs there.
    public static let pageKind = FindingKind(
        "container.page-kind", .damaged, meaning: "A page of a tree is marked as something else.")
    /// A number on a page leads out of it.
    public static let bounds = FindingKind(
        "container.bounds", .damaged, meaning: "Offsets or lengths on a page lead outside of it.")
    /// A page number leads out of the pages in use.
    public static let pageRange = FindingKind(
        "container.page-range", .damaged, meaning: "A page is referred to that is not in use.")
    /// A page is used twice.
    public static let pageTwice = FindingKind(
        "container.page-twice", .damaged,
        meaning: "Two places refer to the same page, or it is free and used.")
    /// A tree is deeper than its record says, or than any tree.
    public static let depth = FindingKind(
        "container.depth", .damaged, meaning: "A tree has another number of levels than its record says.")
    /// Keys do not rise.
    public static let keyOrder = FindingKind(
        "container.key-order", .damaged,
        meaning: "Keys are out of order: a page is older or newer than the rest.")
    /// A count in a tree's record is wrong.
    public static let count = FindingKind(
        "container.count", .damaged, meaning: "A table holds another number of entries or pages than it says."
    )
    /// The record of a table cannot be used.
    public static let table = FindingKind(
        "container.table", .damaged, meaning: "The record of a table is damaged.")
    /// The free list is damaged.
    public static let freeList = FindingKind(
        "container.free-list", .warning,
        meaning: "The list of free pages is damaged: nothing is lost, but do not append to this file.")
    /// Pages are neither used nor free.
    public static let unaccounted = FindingKind(
        "container.unaccounted", .warning, meaning: "Pages are neither in use nor free; their room is lost.")
    /// The log does not end where its head says.
    public static let head = FindingKind(
        "container.head", .damaged,
        meaning: "The last event is not the one that the log's head names: a page is older than the rest.")
    /// A table that can be rebuilt is damaged.
    public static let derivedTable = FindingKind(
        "container.derived-table", .derived,
        meaning: "An index or stored rows are damaged; they can be rebuilt from the events.")
    /// Only the snapshot before the last commit is damaged.
    public static let olderSnapshot = FindingKind(
        "container.older-snapshot", .warning,
        meaning: "The state before the last commit is damaged; the newest one is not concerned.")

    /// Every kind, in the order of the check.
    public static let all = [
        foreign, alignment, cutOff, excess, meta, metaParity, metaOrder, mapSize, pageNumber, pageKind,
        bounds,
        pageRange, pageTwice, depth, keyOrder, count, table, freeList, unaccounted, head, derivedTable,
        olderSnapshot,
    ]
}
