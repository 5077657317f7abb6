internal import CLMDB

/// A data file as liblmdb itself reads and writes it, with what the log never asks of it.
@safe final class LibraryFile {
    struct Failure: Error {
        let call: String
        let code: Int32
    }

    /// A change of one entry.
    struct Change {
        let table: Int
        let key: [UInt8]
        let value: [UInt8]
        let isRemoval: Bool
    }

    private let environment: OpaquePointer
    private static let mapSize = 1 << 28
    private static let maxTables: UInt32 = 32

    /// Opens a file, or makes one; no lock is taken.
    init(at path: String, isWritten: Bool) throws {
        var environment: OpaquePointer?
        try Self.check("mdb_env_create", unsafe mdb_env_create(&environment))
        guard let environment = unsafe environment else { throw Failure(call: "mdb_env_create", code: -1) }
        unsafe self.environment = unsafe environment
        try Self.check("mdb_env_set_mapsize", unsafe mdb_env_set_mapsize(environment, Self.mapSize))
        try Self.check("mdb_env_set_maxdbs", unsafe mdb_env_set_maxdbs(environment, Self.maxTables))
        let flags = MDB_NOSUBDIR | MDB_NOLOCK | (isWritten ? MDB_NOSYNC : MDB_RDONLY)
        try Self.check("mdb_env_open", unsafe mdb_env_open(environment, path, UInt32(flags), 0o600))
    }

    deinit { unsafe mdb_env_close(environment) }

    /// Makes the changes in one transaction; tables are made where they are not there yet.
    func write(_ changes: [Change], to tables: [TableContent]) throws {
        var transaction: OpaquePointer?
        try Self.check("mdb_txn_begin", unsafe mdb_txn_begin(environment, nil, 0, &transaction))
        do {
            let numbers = try tables.map { table in
                var number: MDB_dbi = 0
                let flags = UInt32(table.flags) | UInt32(MDB_CREATE)
                let name = String(decoding: table.name, as: UTF8.self)
                try Self.check("mdb_dbi_open", unsafe mdb_dbi_open(transaction, name, flags, &number))
                return number
            }
            for change in changes {
                let number = numbers[change.table]
                try unsafe Self.withValues(change.key, change.value) { key, value in
                    if change.isRemoval {
                        let code = unsafe mdb_del(transaction, number, key, value)
                        if code != MDB_NOTFOUND { try Self.check("mdb_del", code) }
                    } else {
                        try Self.check("mdb_put", unsafe mdb_put(transaction, number, key, value, 0))
                    }
                }
            }
        } catch {
            unsafe mdb_txn_abort(transaction)
            throw error
        }
        try Self.check("mdb_txn_commit", unsafe mdb_txn_commit(transaction))
    }

    /// Everything that the named tables hold.
    func content() throws -> [TableContent] {
        var transaction: OpaquePointer?
        let flags = UInt32(MDB_RDONLY)
        try Self.check("mdb_txn_begin", unsafe mdb_txn_begin(environment, nil, flags, &transaction))
        defer { unsafe mdb_txn_abort(transaction) }
        var main: MDB_dbi = 0
        try Self.check("mdb_dbi_open", unsafe mdb_dbi_open(transaction, nil, 0, &main))
        return try unsafe Self.entries(transaction, main).map { record in
            var (number, flags): (MDB_dbi, UInt32) = (0, 0)
            let name = String(decoding: record.key, as: UTF8.self)
            try Self.check("mdb_dbi_open", unsafe mdb_dbi_open(transaction, name, 0, &number))
            try Self.check("mdb_dbi_flags", unsafe mdb_dbi_flags(transaction, number, &flags))
            let entries = try unsafe Self.entries(transaction, number)
            return TableContent(
                name: record.key, flags: UInt16(truncatingIfNeeded: flags), entries: entries)
        }
    }

    private static func entries(_ transaction: OpaquePointer?, _ table: MDB_dbi) throws
        -> [TableContent.Entry]
    {
        var cursor: OpaquePointer?
        try check("mdb_cursor_open", unsafe mdb_cursor_open(transaction, table, &cursor))
        defer { unsafe mdb_cursor_close(cursor) }
        var entries: [TableContent.Entry] = []
        while true {
            var (key, value) = unsafe (MDB_val(), MDB_val())
            let code = unsafe mdb_cursor_get(cursor, &key, &value, MDB_NEXT)
            if code == MDB_NOTFOUND { return entries }
            try check("mdb_cursor_get", code)
            entries.append(TableContent.Entry(key: unsafe bytes(key), value: unsafe bytes(value)))
        }
    }

    private static func bytes(_ value: MDB_val) -> [UInt8] {
        unsafe [UInt8](UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size))
    }

    private static func withValues(
        _ key: [UInt8], _ value: [UInt8],
        _ body: (UnsafeMutablePointer<MDB_val>, UnsafeMutablePointer<MDB_val>) throws -> Void
    ) throws {
        var (key, value) = (key, value)
        try unsafe key.withUnsafeMutableBytes { key in
            try unsafe value.withUnsafeMutableBytes { value in
                var one = unsafe MDB_val(mv_size: key.count, mv_data: key.baseAddress)
                var other = unsafe MDB_val(mv_size: value.count, mv_data: value.baseAddress)
                try unsafe body(&one, &other)
            }
        }
    }

    private static func check(_ call: String, _ code: Int32) throws {
        guard code == 0 else { throw Failure(call: call, code: code) }
    }
}
