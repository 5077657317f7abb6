internal import CLMDB

// A write transaction reads what it has written itself.
extension WriteTransaction {
    /// The value of `key`, or nil when there is none.
    ///
    /// - Throws: `.keySize` when the key is not 1...511 bytes long.
    /// - Complexity: O(log *n*) in the number of entries.
    @_lifetime(borrow self)
    public borrowing func value(for key: Span<UInt8>, in table: Table) throws(LMDBError) -> Span<UInt8>? {
        guard let found = unsafe try handle.get(key, table) else { return nil }
        return unsafe view(of: found, in: self)
    }

    /// A cursor over `table`, before its first entry; nothing can be changed while it lives.
    @_lifetime(borrow self)
    public borrowing func cursor(in table: Table) throws(LMDBError) -> Cursor {
        try Cursor(handle, table, owner: self)
    }

    /// The first entry whose key is not below `key`, or nil when there is none.
    ///
    /// - Throws: `.keySize` when the key is not 1...511 bytes long.
    @_lifetime(borrow self)
    public borrowing func firstEntry(
        atOrAfter key: Span<UInt8>, in table: Table
    ) throws(LMDBError) -> Cursor.Entry? {
        try handle.check(key, table, "find an entry")
        guard let found = unsafe try handle.entry(MDB_SET_RANGE, from: key, in: table) else { return nil }
        return unsafe Cursor.Entry(key: view(of: found.key, in: self), value: view(of: found.value, in: self))
    }

    /// The entry with the highest key, or nil when the table is empty.
    @_lifetime(borrow self)
    public borrowing func lastEntry(in table: Table) throws(LMDBError) -> Cursor.Entry? {
        guard let found = unsafe try handle.entry(MDB_LAST, from: Span(), in: table) else { return nil }
        return unsafe Cursor.Entry(key: view(of: found.key, in: self), value: view(of: found.value, in: self))
    }

    /// The number of entries of `table`.
    ///
    /// - Complexity: O(1).
    public borrowing func entryCount(of table: Table) throws(LMDBError) -> Int {
        try handle.entryCount(of: table)
    }

    /// Opens a table that exists.
    ///
    /// - Throws: `.tableMissing`; `.incompatible` for a table with flags; `.tablesFull`.
    public borrowing func openTable(named name: String) throws(LMDBError) -> Table {
        try handle.openTable(name, create: false)
    }

    /// Lends the transaction for reading as an object, for code that cannot carry a lifetime.
    ///
    /// Inside `body` the transaction cannot be changed. The object traps when it is used afterwards.
    public borrowing func withReader<Result: ~Copyable, Failure: Error>(
        _ body: (TransactionReader) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let reader = TransactionReader(handle)
        defer { reader.invalidate() }
        return try body(reader)
    }
}
