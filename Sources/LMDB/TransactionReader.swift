internal import CLMDB

/// A transaction lent as an object, for code that cannot carry a lifetime.
///
/// It is valid inside the closure that received it and traps when it is used later. Bytes are views that end
/// with the closure they are passed to.
public final class TransactionReader {
    private let handle: TransactionHandle
    private var isValid = true

    init(_ handle: TransactionHandle) {
        self.handle = handle
    }

    func invalidate() {
        isValid = false
    }

    private var transaction: TransactionHandle {
        precondition(isValid, "A transaction's reader was used after its closure had ended.")
        return handle
    }

    /// Calls `body` with the value of `key`; nil when there is none.
    ///
    /// - Throws: `.store` with `.keySize` when the key is not 1...511 bytes long; `.body` for what `body` throws.
    public func value<Result: ~Copyable, Failure: Error>(
        for key: Span<UInt8>, in table: Table, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(TransactionError<Failure>) -> Result? {
        let found: MDB_val?
        do { unsafe found = unsafe try transaction.get(key, table) } catch { throw .store(error) }
        guard let found = unsafe found else { return nil }
        do { return try body(unsafe Span(_unsafeElements: found.buffer)) } catch { throw .body(error) }
    }

    /// A copy of the value of `key`; nil when there is none.
    ///
    /// - Throws: `.keySize` when the key is not 1...511 bytes long.
    public func bytes(for key: Span<UInt8>, in table: Table) throws(LMDBError) -> [UInt8]? {
        guard let found = unsafe try transaction.get(key, table) else { return nil }
        return unsafe Array(found.buffer)
    }

    /// Whether `key` is there.
    ///
    /// - Throws: `.keySize` when the key is not 1...511 bytes long.
    public func contains(_ key: Span<UInt8>, in table: Table) throws(LMDBError) -> Bool {
        unsafe try transaction.get(key, table) != nil
    }

    /// Calls `body` with the first entry whose key is not below `key`; nil when there is none.
    ///
    /// - Throws: `.store` with `.keySize` when the key is not 1...511 bytes long; `.body` for what `body` throws.
    public func firstEntry<Result: ~Copyable, Failure: Error>(
        atOrAfter key: Span<UInt8>, in table: Table,
        _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws(Failure) -> Result
    ) throws(TransactionError<Failure>) -> Result? {
        let found: (key: MDB_val, value: MDB_val)?
        do {
            try transaction.check(key, table, "find an entry")
            unsafe found = unsafe try transaction.entry(MDB_SET_RANGE, from: key, in: table)
        } catch { throw .store(error) }
        guard let found = unsafe found else { return nil }
        let key = unsafe Span(_unsafeElements: found.key.buffer)
        let value = unsafe Span(_unsafeElements: found.value.buffer)
        do { return try body(key, value) } catch { throw .body(error) }
    }

    /// Calls `body` with each entry whose key begins with `prefix`, in key order, until it returns false.
    ///
    /// - Parameter prefix: 0...511 bytes; an empty one means all entries.
    /// - Throws: `.store` with `.keySize` when the prefix is longer; `.body` for what `body` throws.
    public func forEach<Failure: Error>(
        prefix: Span<UInt8>, in table: Table,
        _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws(Failure) -> Bool
    ) throws(TransactionError<Failure>) {
        let transaction = transaction
        let cursor: OpaquePointer
        do {
            if prefix.isEmpty {
                transaction.check(table)
            } else {
                try transaction.check(prefix, table, "list entries")
            }
            unsafe cursor = unsafe try transaction.openCursor(in: table)
        } catch { throw .store(error) }
        defer { unsafe mdb_cursor_close(cursor) }

        var value = unsafe MDB_val()
        var key = unsafe MDB_val()
        var result = unsafe MDB_val.with(prefix) {
            let start = prefix.isEmpty ? MDB_FIRST : MDB_SET_RANGE
            let result = unsafe mdb_cursor_get(cursor, &$0, &value, start)
            unsafe key = $0
            return result
        }
        while result == 0 {
            let keyBytes = unsafe Span(_unsafeElements: key.buffer)
            guard keyBytes.hasPrefix(prefix) else { return }
            let goesOn: Bool
            do {
                goesOn = try body(keyBytes, unsafe Span(_unsafeElements: value.buffer))
            } catch { throw .body(error) }
            guard goesOn else { return }
            result = unsafe mdb_cursor_get(cursor, &key, &value, MDB_NEXT)
        }
        if result != MDB_NOTFOUND { throw .store(transaction.failure(result, "list entries")) }
    }

    /// The number of entries of `table`.
    public func entryCount(of table: Table) throws(LMDBError) -> Int {
        try transaction.entryCount(of: table)
    }
}

extension Span<UInt8> {
    /// Whether the first bytes are those of `prefix`.
    fileprivate func hasPrefix(_ prefix: Span<UInt8>) -> Bool {
        guard count >= prefix.count else { return false }
        for index in 0..<prefix.count where self[index] != prefix[index] { return false }
        return true
    }
}
