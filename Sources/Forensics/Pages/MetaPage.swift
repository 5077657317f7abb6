/// One of the two pages that say where everything begins, as far as it can be believed.
public struct MetaPage: Hashable, Sendable {
    /// The page on which it stands, 0 or 1.
    public let slot: Int
    /// The size of the map in bytes that the last writer used.
    public let mapSize: UInt64
    /// The number of the last page in use.
    public let lastPage: UInt64
    /// The number of the commit that wrote it.
    public let transaction: UInt64
    let free: TreeRecord
    let main: TreeRecord

    static let magic: UInt32 = 0xBEEF_C0DE
    static let version: UInt32 = 1
    static let flag: UInt16 = 8

    /// Reads a meta page and says why it cannot be used, where it cannot.
    ///
    /// - Parameter bytes: The page from its header on; may be cut off.
    init(_ bytes: [UInt8], slot: Int, _ layout: PageLayout) throws(PageFault) {
        func refuse(_ problem: String) -> PageFault {
            PageFault(ContainerFindings.meta, "meta page \(slot): \(problem)", page: UInt64(slot))
        }
        let header = layout.headerSize
        guard bytes.count >= header + layout.metaSize else { throw refuse("it is cut off") }
        guard layout.word(bytes, 0) == UInt64(slot) else { throw refuse("it carries another page number") }
        guard bytes.little16(layout.wordSize + 2) == Self.flag else {
            throw refuse("its page is not marked as one")
        }
        guard bytes.little32(header) == Self.magic else { throw refuse("it lacks the magic number") }
        let version = bytes.little32(header + 4)
        guard version == Self.version else { throw refuse("its data version is \(version), not 1") }
        let trees = header + 8 + 2 * layout.wordSize
        free = TreeRecord(bytes, at: trees, layout)
        main = TreeRecord(bytes, at: trees + layout.treeSize, layout)
        guard free.itemSize == layout.pageSize else {
            throw refuse("its page size is \(free.itemSize), not \(layout.pageSize)")
        }
        self.slot = slot
        mapSize = layout.word(bytes, header + 8 + layout.wordSize)
        lastPage = layout.word(bytes, trees + 2 * layout.treeSize)
        transaction = layout.word(bytes, trees + 2 * layout.treeSize + layout.wordSize)
        for (name, tree) in [("free list", free), ("main", main)] {
            if let root = tree.root, root < 2 || root > lastPage {
                throw refuse("the root of the \(name) tree is page \(root), which is not in use")
            }
            guard (tree.root == nil) == (tree.depth == 0) else {
                throw refuse(
                    "the \(name) tree has \(tree.depth) levels and \(tree.root == nil ? "no" : "a") root"
                )
            }
        }
    }
}
