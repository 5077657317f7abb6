#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// What the two meta pages of an LMDB data file say, read without mapping the file.
///
/// Asked before liblmdb sees the file: mapping a file that is shorter than its tables say ends in a
/// signal. The layout is that of LMDB 0.9, data version 1.
public struct LMDBPreflight: Hashable, Sendable {
    /// The magic number of every LMDB meta page.
    public static let magic: UInt32 = 0xBEEF_C0DE
    /// The data version of LMDB 0.9.
    public static let dataVersion: UInt32 = 1
    /// The page sizes that occur, in bytes.
    public static let pageSizes = 256...65536

    /// One meta page that is whole.
    public struct Meta: Hashable, Sendable {
        /// The page it stands on, 0 or 1.
        public let slot: Int
        /// The page size in bytes.
        public let pageSize: Int
        /// The size of the map in bytes that the last writer used.
        public let mapSize: UInt64
        /// The number of the last page in use.
        public let lastPage: UInt64
        /// The number of the commit that wrote it.
        public let transaction: UInt64

        /// The bytes the file must have, or nil when the number is absurd.
        public var requiredLength: Int64? {
            let (length, overflow) = (lastPage &+ 1).multipliedReportingOverflow(by: UInt64(pageSize))
            guard lastPage < UInt64.max, !overflow else { return nil }
            return Int64(exactly: length)
        }
    }

    /// Whether the file may be mapped.
    public enum Verdict: Hashable, Sendable {
        /// Both meta pages are whole and the file is as long as they say.
        case usable
        /// As `usable`, but one meta page is damaged: the state before or after the last commit is lost.
        case oneMetaDamaged(slot: Int)
        /// The file is shorter than the newest meta page says, in bytes.
        case truncated(expected: Int64, actual: Int64)
        /// It is no LMDB data file of this kind of machine.
        case foreign(FileSignature)
        /// It was one, but no meta page can be used.
        case damaged(String)
    }

    /// The file's length in bytes.
    public let fileLength: Int64
    /// The meta pages that are whole, by slot.
    public let metas: [Meta]
    /// Whether the file may be mapped.
    public let verdict: Verdict

    /// The meta page of the last commit.
    public var newest: Meta? { metas.max { $0.transaction < $1.transaction } }

    /// One sentence about the file, fit for an error message.
    public var sentence: String {
        switch verdict {
        case .usable: "the file is whole as far as its meta pages tell"
        case .oneMetaDamaged(let slot): "meta page \(slot) is damaged, the other one is whole"
        case .truncated(let expected, let actual):
            "the file is truncated: expected \(expected) bytes, has \(actual)"
        case .foreign(let signature): "it is \(signature.phrase)"
        case .damaged(let reason): reason
        }
    }

    /// Looks at the file at `path`.
    ///
    /// - Throws: What the system says when the file cannot be read.
    /// - Complexity: O(1): three short reads.
    public init(path: String) throws(PlatformError) {
        let file = try FileDescriptor(opening: path, flags: O_RDONLY)
        _ = try Self.length(of: file, path)
        let front = try Files.readRange(file, path: path, offset: 0, count: FileSniffer.prefixSize)
        var metas: [Meta] = []
        let first = Self.meta(front[...], slot: 0, pageSize: nil)
        if let first {
            metas.append(first)
            let bytes = try Files.readRange(
                file, path: path, offset: Int64(first.pageSize), count: Self.metaSize)
            if let second = Self.meta(bytes[...], slot: 1, pageSize: first.pageSize) {
                metas.append(second)
            }
        } else {
            // Without page 0 the page size is unknown: page 1 stands at one of the powers of two.
            var size = Self.pageSizes.lowerBound
            while metas.isEmpty && size <= Self.pageSizes.upperBound {
                let bytes = try Files.readRange(
                    file, path: path, offset: Int64(size), count: Self.metaSize)
                if let second = Self.meta(bytes[...], slot: 1, pageSize: size) { metas.append(second) }
                size *= 2
            }
        }
        // Asked after the meta pages were read: a writer makes the file longer before they say that it is.
        let length = try Self.length(of: file, path)
        fileLength = length
        self.metas = metas
        verdict = Self.judge(length: length, metas: metas, front: front)
    }

    private static func length(
        of file: borrowing FileDescriptor, _ path: String
    ) throws(PlatformError) -> Int64 {
        guard case .file(let length) = try file.status(path: path).kind else {
            throw PlatformError(operation: "read", path: path, errno: EISDIR)
        }
        return length
    }

    private static func judge(length: Int64, metas: [Meta], front: [UInt8]) -> Verdict {
        guard let newest = metas.max(by: { $0.transaction < $1.transaction }) else {
            let signature = FileSniffer.classify(front)
            return signature == .lmdb
                ? .damaged("both meta pages are damaged") : .foreign(signature)
        }
        guard let required = newest.requiredLength else {
            return .damaged("the newest meta page gives an impossible number of pages")
        }
        if length < required { return .truncated(expected: required, actual: length) }
        return metas.count == 2 ? .usable : .oneMetaDamaged(slot: 1 - newest.slot)
    }

    // MARK: Layout of a meta page with 64-bit words

    private static let metaSize = 152
    private static let metaFlag: UInt16 = 8

    private static func meta(_ bytes: ArraySlice<UInt8>, slot: Int, pageSize: Int?) -> Meta? {
        func number(_ offset: Int, _ width: Int) -> UInt64 {
            let start = bytes.startIndex + offset
            return bytes[start..<(start + width)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        guard bytes.count >= metaSize, number(0, 8) == UInt64(slot),
            number(10, 2) == UInt64(metaFlag), number(16, 4) == UInt64(magic),
            number(20, 4) == UInt64(dataVersion)
        else { return nil }
        let size = Int(number(40, 4))
        guard pageSizes.contains(size), size & (size - 1) == 0, pageSize == nil || pageSize == size else {
            return nil
        }
        return Meta(
            slot: slot, pageSize: size, mapSize: number(32, 8), lastPage: number(136, 8),
            transaction: number(144, 8))
    }
}
