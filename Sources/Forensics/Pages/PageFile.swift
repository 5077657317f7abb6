public import Platform

/// An LMDB data file, read page by page with every number checked: never mapped, never locked, never written.
///
/// Reads files of LMDB 0.9 with 8-byte and 4-byte words and pages of any size, from a file or from memory.
public final class PageFile: Sendable {
    private enum Source: Sendable {
        case memory([UInt8])
        case file(RandomAccessFile)
    }

    private let source: Source
    /// The length in bytes.
    public let length: Int
    /// The sizes of words and pages; nil where nothing tells them.
    public let layout: PageLayout?
    /// The meta pages that can be used, by slot.
    public let metas: [MetaPage]
    /// Why meta pages cannot be used, by slot.
    let metaFaults: [PageFault]

    /// The file at `path`.
    ///
    /// - Throws: What the system says when it cannot be read.
    /// - Complexity: O(1) where a meta page is whole, else O(pages).
    public convenience init(path: String) throws(PlatformError) {
        let file = try RandomAccessFile(path: path)
        self.init(.file(file), length: Int(file.length))
        guard let newest, let layout else { return }
        // A commit writes to the end of what is in use: there stand the tables' roots and the last events.
        let pages = Int(min(newest.lastPage, pageCount))
        let end = min(length, (pages + 1) * layout.pageSize)
        let start = max(0, end - Self.fetchedTail)
        file.willRead(at: Int64(start), count: end - start)
    }

    /// How much of the end of a file is fetched together, in bytes.
    ///
    /// Read from a disk page by page it takes as long as all else that shows a table's rows.
    private static let fetchedTail = 256 * 1024

    /// A file's content in memory.
    public convenience init(bytes: [UInt8]) { self.init(.memory(bytes), length: bytes.count) }

    private init(_ source: Source, length: Int) {
        self.source = source
        self.length = length
        let reader = LayoutFinder(length: length) { Self.read(source, $0, $1) }
        layout = reader.layout()
        var metas: [MetaPage] = []
        var faults: [PageFault] = []
        if let layout {
            for slot in 0...1 {
                let bytes = Self.read(source, slot * layout.pageSize, layout.headerSize + layout.metaSize)
                do throws(PageFault) { metas.append(try MetaPage(bytes, slot: slot, layout)) } catch {
                    faults.append(error)
                }
            }
        }
        self.metas = metas
        metaFaults = faults
    }

    /// The bytes from `offset` on, fewer than `count` where the file ends or does not give them.
    private static func read(_ source: Source, _ offset: Int, _ count: Int) -> [UInt8] {
        guard offset >= 0, count > 0 else { return [] }
        switch source {
        case .memory(let bytes):
            guard offset < bytes.count else { return [] }
            return bytes.bytes(offset..<min(bytes.count, offset + count))
        case .file(let file):
            return (try? file.read(at: Int64(offset), count: count)) ?? []
        }
    }

    /// The bytes from `offset` on, fewer than `count` where the file ends or does not give them.
    func read(_ offset: Int, _ count: Int) -> [UInt8] { Self.read(source, offset, count) }

    /// The meta page of the last commit, as liblmdb chooses it.
    public var newest: MetaPage? { metas.max { $0.transaction < $1.transaction } }

    /// The meta page of the commit before the last one.
    public var older: MetaPage? {
        metas.count == 2 ? metas.min { $0.transaction < $1.transaction } : nil
    }

    /// The number of whole pages in the file; 0 where the page size is not known.
    public var pageCount: UInt64 { layout.map { UInt64(length / $0.pageSize) } ?? 0 }

    /// The bytes of one page.
    func pageBytes(_ number: UInt64, _ layout: PageLayout) throws(PageFault) -> [UInt8] {
        guard number < pageCount else {
            throw PageFault(
                ContainerFindings.cutOff, "page \(number) lies past the end of the file", page: number)
        }
        let bytes = read(Int(number) * layout.pageSize, layout.pageSize)
        guard bytes.count == layout.pageSize else {
            throw PageFault(ContainerFindings.cutOff, "page \(number) cannot be read", page: number)
        }
        return bytes
    }
}
