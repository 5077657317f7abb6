internal import CLMDB

/// A transaction that changes an environment, all or nothing.
///
/// It exists only inside the closure of ``Environment/write(_:)``, and there is one at a time over all
/// processes. A value read from it ends at the next change; the compiler sees to that.
@safe public struct WriteTransaction: ~Copyable, ~Escapable {
    let handle: TransactionHandle
    /// Bytes that were to be stored when the map was found full; nil as long as it was not.
    private(set) var bytesRefused: Int?
    private var isOver = false
    /// A cursor for each table that was put into, where the last put left it.
    ///
    /// The next put, most often of a neighbouring key, need not search from the root. LMDB frees the cursors with
    /// the transaction.
    private var cursors: [OpaquePointer?] = unsafe []

    @_lifetime(borrow environment)
    init(_ environment: borrowing Environment) throws(LMDBError) {
        handle = try environment.beginTransaction(0, "begin a write transaction")
    }

    deinit {
        if isOver { return }
        unsafe mdb_txn_abort(handle.pointer)
        handle.environment.gate.leave(transaction: handle.number)
    }

    /// Ends the transaction and returns LMDB's result; it is over whatever the result is.
    consuming func commit() -> Int32 {
        // `discard self` is not available to a type that holds a reference.
        isOver = true
        let result = unsafe mdb_txn_commit(handle.pointer)
        handle.environment.gate.leave(transaction: handle.number)
        return result
    }
}

// MARK: - Changing

extension WriteTransaction {
    /// Stores `value` under `key`, in place of an earlier one.
    ///
    /// - Throws: `.keySize` when the key is not 1...511 bytes long.
    /// - Complexity: O(log *n*) in the number of entries.
    public mutating func put(
        _ value: Span<UInt8>, for key: Span<UInt8>, in table: Table
    ) throws(LMDBError) {
        try store(value, key, table, 0, "put a value")
    }

    /// Stores `value` under a key above all others (`MDB_APPEND`), which is faster and fills pages better.
    ///
    /// - Throws: `.keyExists` when the key is not above the last one; the transaction stays usable.
    ///   `.keySize` when the key is not 1...511 bytes long.
    public mutating func append(
        _ value: Span<UInt8>, for key: Span<UInt8>, in table: Table
    ) throws(LMDBError) {
        try store(value, key, table, MDB_APPEND, "append a value")
    }

    /// Stores `value` under a key that must not exist (`MDB_NOOVERWRITE`).
    ///
    /// - Throws: `.keyExists` when it does; the transaction stays usable. `.keySize` when the key is not
    ///   1...511 bytes long.
    public mutating func insert(
        _ value: Span<UInt8>, for key: Span<UInt8>, in table: Table
    ) throws(LMDBError) {
        try store(value, key, table, MDB_NOOVERWRITE, "insert a value")
    }

    /// Stores a value of `byteCount` bytes under `key`, written in place by `body` (`MDB_RESERVE`).
    ///
    /// - Parameter appending: whether the key must be above all others, as in ``append(_:for:in:)``.
    /// - Throws: `.keyExists` when appending and the key is not above the last one. `.keySize` when the key
    ///   is not 1...511 bytes long.
    public mutating func reserve(
        byteCount: Int, for key: Span<UInt8>, in table: Table, appending: Bool = false,
        _ body: (inout MutableSpan<UInt8>) -> Void
    ) throws(LMDBError) {
        precondition(byteCount >= 0, "A value has no negative size.")
        try handle.check(key, table, "reserve a value")
        closeCursor(of: table)
        var space = unsafe MDB_val(mv_size: byteCount, mv_data: nil)
        let flags = UInt32(appending ? MDB_RESERVE | MDB_APPEND : MDB_RESERVE)
        let result = unsafe MDB_val.with(key) {
            unsafe mdb_put(handle.pointer, table.number, &$0, &space, flags)
        }
        guard result == 0 else { throw failure(result, "reserve a value", byteCount + key.count) }
        guard byteCount > 0, let start = unsafe space.mv_data else { return }
        let bytes = unsafe start.bindMemory(to: UInt8.self, capacity: byteCount)
        // The pages of a transaction are recycled; what `body` leaves out must not show old bytes.
        unsafe bytes.update(repeating: 0, count: byteCount)
        var span = unsafe MutableSpan(_unsafeStart: bytes, count: byteCount)
        body(&span)
    }

    /// Removes `key` and its value; false when it was not there.
    ///
    /// - Throws: `.keySize` when the key is not 1...511 bytes long.
    @discardableResult
    public mutating func delete(_ key: Span<UInt8>, in table: Table) throws(LMDBError) -> Bool {
        try handle.check(key, table, "delete a value")
        closeCursor(of: table)
        let result = unsafe MDB_val.with(key) { unsafe mdb_del(handle.pointer, table.number, &$0, nil) }
        if result == MDB_NOTFOUND { return false }
        guard result == 0 else { throw failure(result, "delete a value", key.count) }
        return true
    }

    /// Removes all entries of `table`.
    ///
    /// - Complexity: O(*n*) in the number of pages.
    public mutating func clear(_ table: Table) throws(LMDBError) {
        handle.check(table)
        closeCursor(of: table)
        let result = unsafe mdb_drop(handle.pointer, table.number, 0)
        guard result == 0 else { throw failure(result, "clear a table", 0) }
    }

    /// Opens a table, and makes it when it does not exist.
    ///
    /// The handle becomes void when the transaction does not commit.
    ///
    /// - Throws: `.incompatible` for a table with flags; `.tablesFull`; `.tableName`.
    public mutating func createTable(named name: String) throws(LMDBError) -> Table {
        do {
            return try handle.openTable(name, create: true)
        } catch {
            noteMapFull(error.code.rawValue, name.utf8.count)
            throw error
        }
    }

    private mutating func store(
        _ value: Span<UInt8>, _ key: Span<UInt8>, _ table: Table, _ flags: Int32, _ operation: StaticString
    ) throws(LMDBError) {
        try handle.check(key, table, operation)
        let cursor = unsafe try cursor(of: table)
        let result = unsafe MDB_val.with(key) { key in
            unsafe MDB_val.with(value) { value in
                unsafe mdb_cursor_put(cursor, &key, &value, UInt32(flags))
            }
        }
        if result != 0 { throw failure(result, operation.description, value.count + key.count) }
    }

    private mutating func cursor(of table: Table) throws(LMDBError) -> OpaquePointer {
        let index = Int(table.number)
        if unsafe index < cursors.count, let cursor = unsafe cursors[index] { return unsafe cursor }
        let cursor = unsafe try handle.openCursor(in: table)
        while unsafe cursors.count <= index { unsafe cursors.append(nil) }
        unsafe cursors[index] = cursor
        return unsafe cursor
    }

    /// Gives up the cursor of a table that changes in another way than by puts.
    private mutating func closeCursor(of table: Table) {
        let index = Int(table.number)
        guard unsafe index < cursors.count, let cursor = unsafe cursors[index] else { return }
        unsafe mdb_cursor_close(cursor)
        unsafe cursors[index] = nil
    }

    private mutating func failure(_ result: Int32, _ operation: String, _ bytes: Int) -> LMDBError {
        noteMapFull(result, bytes)
        return handle.failure(result, operation)
    }

    private mutating func noteMapFull(_ result: Int32, _ bytes: Int) {
        if result == MDB_MAP_FULL { bytesRefused = bytes }
    }
}
