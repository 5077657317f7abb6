internal import Platform

/// How the numbers of a data file of LMDB 0.9 are laid out: the size of its words and of its pages.
///
/// Only little-endian files are read. Facts of the format: LMDB 0.9, data version 1.
public struct PageLayout: Hashable, Sendable {
    /// The size of a machine word in bytes, 8 or 4.
    public let wordSize: Int
    /// The size of a page in bytes, a power of two from 256 to 65536.
    public let pageSize: Int

    /// The page sizes that are accepted, in bytes.
    static let pageSizes = 256...65536
    /// The length of a node before its key, in bytes.
    static let nodeHeader = 8

    /// The length of a page's header in bytes.
    var headerSize: Int { wordSize + 8 }
    /// The length of a tree's record in bytes.
    var treeSize: Int { 8 + 5 * wordSize }
    /// The length of what a meta page holds behind its header, in bytes.
    var metaSize: Int { 8 + 2 * wordSize + 2 * treeSize + 2 * wordSize }
    /// The root of a tree without pages.
    var noPage: UInt64 { wordSize == 8 ? .max : UInt64(UInt32.max) }

    /// Whether this is a size that a page can have.
    static func isPageSize(_ size: Int) -> Bool { pageSizes.contains(size) && size & (size - 1) == 0 }

    /// The word at `offset`.
    ///
    /// - Precondition: The word lies inside `bytes`.
    func word(_ bytes: [UInt8], _ offset: Int) -> UInt64 {
        wordSize == 8 ? bytes.little64(offset) : UInt64(bytes.little32(offset))
    }
}

extension [UInt8] {
    /// The 16 bits at an offset that lies inside.
    @inline(__always)
    func little16(_ offset: Int) -> UInt16 { UInt16(self[offset]) | UInt16(self[offset + 1]) << 8 }

    /// The 32 bits at an offset that lies inside.
    @inline(__always)
    func little32(_ offset: Int) -> UInt32 { UInt32(little16(offset)) | UInt32(little16(offset + 2)) << 16 }

    /// The 64 bits at an offset that lies inside.
    @inline(__always)
    func little64(_ offset: Int) -> UInt64 { UInt64(little32(offset)) | UInt64(little32(offset + 4)) << 32 }

    /// The bytes of a range that lies inside, copied.
    func bytes(_ range: Range<Int>) -> [UInt8] { [UInt8](copying: span.extracting(range)) }
}
