internal import CLMDB
internal import CProcessor

/// A place in a table that moves from entry to entry in the order of the keys' bytes.
///
/// An entry that it returned ends at the next move; the compiler sees to that.
@safe public struct Cursor: ~Copyable, ~Escapable {
    /// A key with its value.
    public struct Entry: ~Escapable {
        /// The key.
        public let key: Span<UInt8>
        /// The value.
        public let value: Span<UInt8>

        @_lifetime(copy key, copy value)
        init(key: Span<UInt8>, value: Span<UInt8>) {
            self.key = key
            self.value = value
        }
    }

    /// Where the cursor stands.
    ///
    /// LMDB itself forgets on which side it ran out of entries.
    private enum Place {
        case beforeFirst, atEntry, afterLast
    }

    private let pointer: OpaquePointer
    private let environment: Environment
    private var place = Place.beforeFirst

    @_lifetime(borrow owner)
    init<Owner: ~Copyable & ~Escapable>(
        _ transaction: TransactionHandle, _ table: Table, owner: borrowing Owner
    ) throws(LMDBError) {
        unsafe pointer = unsafe try transaction.openCursor(in: table)
        environment = transaction.environment
    }

    deinit {
        unsafe mdb_cursor_close(pointer)
    }

    /// Moves to the first entry; nil when the table is empty.
    @_lifetime(&self)
    public mutating func first() throws(LMDBError) -> Entry? {
        try move(MDB_FIRST, otherwise: .afterLast)
    }

    /// Moves to the last entry; nil when the table is empty.
    @_lifetime(&self)
    public mutating func last() throws(LMDBError) -> Entry? {
        try move(MDB_LAST, otherwise: .beforeFirst)
    }

    /// Moves to the next entry, from the start of a fresh cursor to the first; nil after the last.
    @_lifetime(&self)
    public mutating func next() throws(LMDBError) -> Entry? {
        switch place {
        case .beforeFirst: return try first()
        case .atEntry: return try move(MDB_NEXT, otherwise: .afterLast)
        case .afterLast: return nil
        }
    }

    /// Moves to the previous entry, from after the last to the last; nil before the first.
    @_lifetime(&self)
    public mutating func previous() throws(LMDBError) -> Entry? {
        switch place {
        case .beforeFirst: return nil
        case .atEntry: return try move(MDB_PREV, otherwise: .beforeFirst)
        case .afterLast: return try last()
        }
    }

    /// Moves to the first entry whose key is not below `key`; nil, and after the last, when there is none.
    ///
    /// - Throws: `.keySize` when the key is not 1...511 bytes long.
    /// - Complexity: O(log *n*) in the number of entries.
    @_lifetime(&self)
    public mutating func seek(atOrAfter key: Span<UInt8>) throws(LMDBError) -> Entry? {
        guard TransactionHandle.keySizes.contains(key.count) else {
            throw TransactionHandle.keySizeError(key.count, "seek an entry", environment.path)
        }
        var value = unsafe MDB_val()
        var found = unsafe MDB_val()
        let result = unsafe MDB_val.with(key) {
            let result = unsafe mdb_cursor_get(pointer, &$0, &value, MDB_SET_RANGE)
            unsafe found = $0
            return result
        }
        guard try arrive(result, otherwise: .afterLast) else { return nil }
        return unsafe _overrideLifetime(Self.entry(found, value), mutating: &self)
    }

    @_lifetime(&self)
    private mutating func move(_ operation: MDB_cursor_op, otherwise end: Place) throws(LMDBError) -> Entry? {
        var key = unsafe MDB_val()
        var value = unsafe MDB_val()
        let result = unsafe mdb_cursor_get(pointer, &key, &value, operation)
        guard try arrive(result, otherwise: end) else { return nil }
        unsafe Self.fetchAhead(of: value, operation)
        return unsafe _overrideLifetime(Self.entry(key, value), mutating: &self)
    }

    /// Notes where a move led; true when it led to an entry.
    private mutating func arrive(_ result: Int32, otherwise end: Place) throws(LMDBError) -> Bool {
        switch result {
        case 0: place = .atEntry
        case MDB_NOTFOUND: place = end
        default: throw environment.failure(result, "move a cursor")
        }
        return result == 0
    }

    /// Lets the processor fetch what comes next while this entry is looked at.
    ///
    /// The pages of a table that was appended to lie one behind the other, so what comes after this page lies
    /// one page on; a guess that is wrong costs next to nothing. Reading through a map waits for memory most of
    /// the time otherwise, since no processor looks beyond a page by itself.
    @inline(__always)
    private static func fetchAhead(of value: MDB_val, _ operation: MDB_cursor_op) {
        let size = unsafe value.mv_size
        guard size < pageSize, let start = unsafe value.mv_data else { return }
        let step = operation == MDB_PREV ? -pageSize : pageSize
        // SAFETY: the addresses are only handed to the processor's prefetch, which reads nothing that is no memory.
        unsafe travelogFetchAhead(pageHeader(of: start) + step)
        var offset = -nodeHeader
        while offset < size {
            unsafe travelogFetchAhead(start + step + offset)
            offset += cacheLine
        }
    }

    @inline(__always)
    private static func pageHeader(of start: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        let misplaced = Int(bitPattern: start) & (pageSize - 1)
        return unsafe start - misplaced
    }

    /// The size of LMDB's pages nearly everywhere, in bytes.
    private static let pageSize = 4096
    /// What stands before a value in its page, in bytes: its lengths and a short key.
    private static let nodeHeader = 16
    /// What a processor fetches at a time, in bytes.
    private static let cacheLine = 64

    /// SAFETY: the caller ties the entry to the cursor, and LMDB keeps the pages until the transaction ends.
    @_lifetime(immortal)
    private static func entry(_ key: MDB_val, _ value: MDB_val) -> Entry {
        unsafe _overrideLifetime(
            Entry(key: Span(_unsafeElements: key.buffer), value: Span(_unsafeElements: value.buffer)),
            borrowing: ())
    }
}
