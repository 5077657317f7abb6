internal import CLMDB

/// What reading and writing transactions have in common.
///
/// It is copyable and says nothing about lifetimes; the public types around it do.
@safe struct TransactionHandle {
    /// The shortest and longest key, in bytes (LMDB's limit as compiled).
    static let keySizes = 1...511

    let pointer: OpaquePointer
    let environment: Environment

    /// Identifies the transaction to the gate.
    var number: UInt { unsafe UInt(bitPattern: pointer) }

    func failure(_ result: Int32, _ operation: String) -> LMDBError {
        environment.failure(result, operation)
    }

    @inline(__always)
    func check(_ key: Span<UInt8>, _ table: Table, _ operation: StaticString) throws(LMDBError) {
        check(table)
        if Self.keySizes.contains(key.count) { return }
        throw Self.keySizeError(key.count, operation, environment.path)
    }

    @inline(__always)
    func check(_ table: Table) {
        precondition(
            table.environment == environment.number, "A table was used with another environment than its own."
        )
    }

    static func keySizeError(_ count: Int, _ operation: StaticString, _ path: String) -> LMDBError {
        LMDBError(
            code: .keySize, operation: operation.description, path: path,
            message: "the key has \(count) bytes, and keys have \(keySizes.lowerBound) "
                + "to \(keySizes.upperBound)")
    }

    /// The value of `key`; the caller gives it a lifetime.
    @inline(__always)
    func get(_ key: Span<UInt8>, _ table: Table) throws(LMDBError) -> MDB_val? {
        try check(key, table, "read a value")
        var found = unsafe MDB_val()
        let result = unsafe MDB_val.with(key) { unsafe mdb_get(pointer, table.number, &$0, &found) }
        if result == 0 { return unsafe found }
        if result == MDB_NOTFOUND { return nil }
        throw failure(result, "read a value")
    }

    func entryCount(of table: Table) throws(LMDBError) -> Int {
        check(table)
        var statistics = MDB_stat()
        let result = unsafe mdb_stat(pointer, table.number, &statistics)
        guard result == 0 else { throw failure(result, "count entries") }
        return Int(statistics.ms_entries)
    }

    func openCursor(in table: Table) throws(LMDBError) -> OpaquePointer {
        check(table)
        var cursor: OpaquePointer?
        let result = unsafe mdb_cursor_open(pointer, table.number, &cursor)
        guard result == 0, let cursor = unsafe cursor else { throw failure(result, "open a cursor") }
        return unsafe cursor
    }

    /// The entry that a fresh cursor finds with `operation`, starting from `key`.
    func entry(
        _ operation: MDB_cursor_op, from key: Span<UInt8>, in table: Table
    ) throws(LMDBError) -> (key: MDB_val, value: MDB_val)? {
        let cursor = unsafe try openCursor(in: table)
        defer { unsafe mdb_cursor_close(cursor) }
        var value = unsafe MDB_val()
        var found = unsafe MDB_val()
        let result = unsafe MDB_val.with(key) {
            let result = unsafe mdb_cursor_get(cursor, &$0, &value, operation)
            unsafe found = $0
            return result
        }
        if result == MDB_NOTFOUND { return nil }
        guard result == 0 else { throw failure(result, "read an entry") }
        return unsafe (found, value)
    }

    /// Opens a table, or makes it when `create`; flags other than a plain table's are refused.
    func openTable(_ name: String, create: Bool) throws(LMDBError) -> Table {
        let operation = create ? "create the table \(name)" : "open the table \(name)"
        try checkTableName(name, operation)
        try environment.gate.takeTableSeat(transaction: number, for: operation)
        var table: UInt32 = 0
        let result = unsafe mdb_dbi_open(pointer, name, create ? UInt32(MDB_CREATE) : 0, &table)
        if result == MDB_NOTFOUND {
            throw LMDBError(
                code: .tableMissing, operation: operation, path: environment.path,
                message: "there is no table named \(name)")
        }
        guard result == 0 else { throw failure(result, operation) }
        var flags: UInt32 = 0
        let flagsResult = unsafe mdb_dbi_flags(pointer, table, &flags)
        guard flagsResult == 0 else { throw failure(flagsResult, operation) }
        guard flags == 0 else {
            throw LMDBError(
                code: .incompatible, operation: operation, path: environment.path,
                message: "the table \(name) has flags 0x\(String(flags, radix: 16)), and a plain one has none"
            )
        }
        return Table(number: table, environment: environment.number)
    }

    private func checkTableName(_ name: String, _ operation: String) throws(LMDBError) {
        let count = name.utf8.count
        if Self.keySizes.contains(count) && !name.utf8.contains(0) { return }
        throw LMDBError(
            code: .tableName, operation: operation, path: environment.path,
            message: "a table name has 1 to \(Self.keySizes.upperBound) bytes, none of them zero")
    }
}
