/// What a walk found to be sound, so that a walk over the file's other snapshot need not read it again.
///
/// LMDB never changes a page that a snapshot leads to, so two snapshots share most of their pages. A part of a
/// tree counts as known only where everything that its check depends on is the same: the table and how its keys
/// are ordered, the level, and the keys between which it stands.
struct SoundTrees {
    /// A part of a tree: a branch page and all that stands below it.
    struct Part: Hashable {
        let table: String
        let order: KeyOrder
        let rawFlags: UInt16
        let itemSize: Int
        /// The levels of the whole tree, and that of the page.
        let levels: Int
        let level: Int
        let page: UInt64
        let low: [UInt8]?
        let high: [UInt8]?
    }

    /// What the walk counted in a part, and the pages that it entered.
    struct Content {
        let census: TreeWalker.Census
        /// The largest number of a page in it.
        let highest: UInt64
        fileprivate let runs: Range<Int>
    }

    private var contents: [Part: Content] = [:]
    /// Runs of page numbers in the order of the walk.
    private var runs: [ClosedRange<UInt64>] = []
    private var isRunOpen = false

    /// Runs that are kept, at most, which is 4 MiB of them.
    ///
    /// Where pages lie in more pieces, the rest is read again.
    private static let mostRuns = 1 << 18

    /// The number of parts that are known.
    var count: Int { contents.count }

    /// Where the pages entered from now on begin.
    mutating func mark() -> Int {
        isRunOpen = false
        return runs.count
    }

    /// Takes note of a page that was entered.
    mutating func enter(_ page: UInt64) {
        if isRunOpen, let last = runs.last, last.upperBound < .max, page == last.upperBound + 1 {
            runs[runs.count - 1] = last.lowerBound...page
        } else if runs.count < Self.mostRuns {
            runs.append(page...page)
            isRunOpen = true
        }
    }

    /// Keeps a part below which nothing wrong was found, and whose pages were entered since `mark`.
    mutating func keep(_ part: Part, _ census: TreeWalker.Census, since mark: Int) {
        isRunOpen = false
        // Where there was no room for all pages, it is not known which ones the part has.
        guard runs.count < Self.mostRuns, let highest = runs[mark...].map(\.upperBound).max() else { return }
        contents[part] = Content(census: census, highest: highest, runs: mark..<runs.count)
    }

    /// What is known of a part; nil where it must be read.
    func content(of part: Part) -> Content? { contents[part] }

    /// The pages of a part.
    func pages(of content: Content) -> ArraySlice<ClosedRange<UInt64>> { runs[content.runs] }
}
