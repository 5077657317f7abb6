internal import CLMDB

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension LMDBError {
    /// The kind of a failure: LMDB's result codes, the `errno`s that matter here, and this wrapper's own.
    ///
    /// Numbers below -31000 are this wrapper's own; they are stable within a version of the package only.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The number: negative for LMDB and this wrapper, an `errno` otherwise.
        public let rawValue: Int32

        /// Makes a code from its number; every number is accepted.
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }
    }
}

extension LMDBError.Code {
    /// The key is already there, or an appended key is not above the last one (`MDB_KEYEXIST`).
    public static let keyExists = Self(rawValue: MDB_KEYEXIST)
    /// The key or the table does not exist (`MDB_NOTFOUND`).
    public static let notFound = Self(rawValue: MDB_NOTFOUND)
    /// A page that the tree refers to is missing: the file is damaged (`MDB_PAGE_NOTFOUND`).
    public static let pageNotFound = Self(rawValue: MDB_PAGE_NOTFOUND)
    /// A page is not of the kind it should be: the file is damaged (`MDB_CORRUPTED`).
    public static let corrupted = Self(rawValue: MDB_CORRUPTED)
    /// The environment had a fatal error (`MDB_PANIC`); see also ``reopenRequired``.
    public static let panic = Self(rawValue: MDB_PANIC)
    /// The file was written by another version of the format (`MDB_VERSION_MISMATCH`).
    public static let versionMismatch = Self(rawValue: MDB_VERSION_MISMATCH)
    /// The file is no LMDB file of this machine's word size and byte order (`MDB_INVALID`).
    public static let invalid = Self(rawValue: MDB_INVALID)
    /// The map is full and could not be made larger (`MDB_MAP_FULL`).
    public static let mapFull = Self(rawValue: MDB_MAP_FULL)
    /// More tables than ``Environment/Options/maxTables`` (`MDB_DBS_FULL`).
    public static let tablesFull = Self(rawValue: MDB_DBS_FULL)
    /// More readers than ``Environment/Options/maxReaders`` (`MDB_READERS_FULL`).
    public static let readersFull = Self(rawValue: MDB_READERS_FULL)
    /// The transaction changed too many pages (`MDB_TXN_FULL`).
    public static let transactionFull = Self(rawValue: MDB_TXN_FULL)
    /// A cursor went deeper than a sound tree can be (`MDB_CURSOR_FULL`).
    public static let cursorFull = Self(rawValue: MDB_CURSOR_FULL)
    /// A page has no room for an entry that must fit (`MDB_PAGE_FULL`): write a smaller batch.
    public static let pageFull = Self(rawValue: MDB_PAGE_FULL)
    /// Another process made the file larger than this map (`MDB_MAP_RESIZED`).
    public static let mapResized = Self(rawValue: MDB_MAP_RESIZED)
    /// A table is not of the kind that was asked for (`MDB_INCOMPATIBLE`).
    public static let incompatible = Self(rawValue: MDB_INCOMPATIBLE)
    /// A reader slot is used wrongly (`MDB_BAD_RSLOT`).
    public static let badReaderSlot = Self(rawValue: MDB_BAD_RSLOT)
    /// The transaction failed before and can only end (`MDB_BAD_TXN`).
    public static let badTransaction = Self(rawValue: MDB_BAD_TXN)
    /// A key or value has an unsupported size (`MDB_BAD_VALSIZE`); see also ``keySize``.
    public static let badValueSize = Self(rawValue: MDB_BAD_VALSIZE)
    /// The table handle is not valid in this transaction (`MDB_BAD_DBI`).
    public static let badTable = Self(rawValue: MDB_BAD_DBI)
}

extension LMDBError.Code {
    /// The file or its directory does not exist (`ENOENT`).
    public static let missing = Self(rawValue: ENOENT)
    /// A file stands where a new one was to be created (`EEXIST`).
    public static let exists = Self(rawValue: EEXIST)
    /// No permission, or a write to an environment that was opened for reading (`EACCES`, `EPERM`).
    public static let permission = Self(rawValue: EACCES)
    /// The file system is mounted read-only (`EROFS`).
    public static let readOnlyFileSystem = Self(rawValue: EROFS)
    /// The disk or the quota is full (`ENOSPC`, `EDQUOT`); the environment stays usable.
    public static let diskFull = Self(rawValue: ENOSPC)
    /// The device failed (`EIO`).
    public static let ioError = Self(rawValue: EIO)
    /// Memory or address space ran out (`ENOMEM`).
    public static let outOfMemory = Self(rawValue: ENOMEM)
    /// The C library refused an argument (`EINVAL`), such as a table of an aborted transaction.
    public static let invalidArgument = Self(rawValue: EINVAL)
}

extension LMDBError.Code {
    /// Another transaction of the same thread is in the way.
    public static let busy = Self(rawValue: -31_001)
    /// The file is already open as an environment of this process.
    public static let alreadyOpen = Self(rawValue: -31_002)
    /// The environment was closed.
    public static let closed = Self(rawValue: -31_003)
    /// The environment was opened before a `fork`, which it does not survive.
    public static let usedAfterFork = Self(rawValue: -31_004)
    /// The environment is beyond use; close it and open it again.
    public static let reopenRequired = Self(rawValue: -31_005)
    /// The file is empty or no regular file.
    public static let notALog = Self(rawValue: -31_006)
    /// A key is not 1...511 bytes long.
    public static let keySize = Self(rawValue: -31_007)
    /// The named table does not exist.
    public static let tableMissing = Self(rawValue: -31_008)
    /// The file lies on a network file system, where memory maps and locks do not keep their promises.
    public static let networkFileSystem = Self(rawValue: -31_009)
    /// Standard input, output or error is closed, so the file could get its number and be overwritten.
    public static let standardStreamClosed = Self(rawValue: -31_010)
    /// A table name is empty, too long, or contains a zero byte.
    public static let tableName = Self(rawValue: -31_011)
    /// The file was replaced by another one while it was being opened.
    public static let replaced = Self(rawValue: -31_012)
}

extension LMDBError.Code {
    /// The code for a result of the C library; several `errno`s that mean the same share one code.
    init(result: Int32) {
        switch result {
        case EPERM: self = .permission
        case EDQUOT: self = .diskFull
        default: self.init(rawValue: result)
        }
    }
}

extension LMDBError.Code: CustomStringConvertible {
    /// The English name, or the number when there is none.
    public var description: String {
        for (code, name) in Self.names where code == self { return name }
        return "code \(rawValue)"
    }

    private static let names: [(Self, String)] = [
        (.keyExists, "keyExists"), (.notFound, "notFound"), (.pageNotFound, "pageNotFound"),
        (.corrupted, "corrupted"), (.panic, "panic"), (.versionMismatch, "versionMismatch"),
        (.invalid, "invalid"), (.mapFull, "mapFull"), (.tablesFull, "tablesFull"),
        (.readersFull, "readersFull"), (.transactionFull, "transactionFull"),
        (.cursorFull, "cursorFull"), (.pageFull, "pageFull"), (.mapResized, "mapResized"),
        (.incompatible, "incompatible"), (.badReaderSlot, "badReaderSlot"),
        (.badTransaction, "badTransaction"), (.badValueSize, "badValueSize"), (.badTable, "badTable"),
        (.missing, "missing"), (.exists, "exists"), (.permission, "permission"),
        (.readOnlyFileSystem, "readOnlyFileSystem"), (.diskFull, "diskFull"), (.ioError, "ioError"),
        (.outOfMemory, "outOfMemory"), (.invalidArgument, "invalidArgument"), (.busy, "busy"),
        (.alreadyOpen, "alreadyOpen"), (.closed, "closed"), (.usedAfterFork, "usedAfterFork"),
        (.reopenRequired, "reopenRequired"), (.notALog, "notALog"), (.keySize, "keySize"),
        (.tableMissing, "tableMissing"), (.networkFileSystem, "networkFileSystem"),
        (.standardStreamClosed, "standardStreamClosed"), (.tableName, "tableName"),
        (.replaced, "replaced"),
    ]
}
