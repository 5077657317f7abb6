internal import CLMDB

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension Environment {
    /// How often a transaction is begun anew because other processes keep enlarging the file.
    static let maximumBeginAttempts = 64
    /// How often the map is enlarged for one write; each time at least doubles it.
    static let maximumGrowths = 40
    /// Free space, in bytes, below which a failed write is blamed on a full disk.
    static let fullDiskSpace = 1 << 16

    /// Runs `body` with a consistent view of the last commit.
    ///
    /// `body` is synchronous and should be short: while it runs, no page of its view can be reused.
    ///
    /// - Throws: `.body` for what `body` throws; `.store` with `.readersFull` when too many read at once,
    ///   `.closed`, `.usedAfterFork` or `.reopenRequired` when the environment cannot be used, `.busy` when
    ///   the map must be enlarged and the calling thread is inside another transaction.
    public func read<Result: ~Copyable, Failure: Error>(
        _ body: (borrowing ReadTransaction) throws(Failure) -> Result
    ) throws(TransactionError<Failure>) -> Result {
        let transaction: ReadTransaction
        do { transaction = try ReadTransaction(self) } catch { throw .store(error) }
        do { return try body(transaction) } catch { throw .body(error) }
    }

    /// Runs `body` in a write transaction, commits when it returns and aborts when it throws.
    ///
    /// Waits while another thread or process writes. When the map turns out to be full, the transaction is
    /// aborted, the map is enlarged once no transaction of this process lives, and `body` is **run again**:
    /// it must not change anything outside the transaction that a second run would change twice.
    ///
    /// - Throws: `.body` for what `body` throws; `.store` with `.busy` when the calling thread is inside a
    ///   transaction of this environment, `.permission` when the environment is read-only, `.mapFull` when
    ///   the map cannot grow, `.diskFull` (the environment stays usable), `.closed`, `.usedAfterFork`,
    ///   `.reopenRequired`, or what the operating system says.
    public func write<Result: ~Copyable, Failure: Error>(
        _ body: (inout WriteTransaction) throws(Failure) -> Result
    ) throws(TransactionError<Failure>) -> Result {
        do { try beginWriting() } catch { throw .store(error) }
        defer { gate.leaveWriterSeat() }
        var growths = 0
        while true {
            switch try attempt(body) {
            case .committed(let result):
                return result
            case .mapFull(let bytes):
                do {
                    try makeRoom(for: bytes, growths: growths)
                } catch { throw .store(error) }
                growths += 1
            }
        }
    }

    private enum Attempt<Result: ~Copyable>: ~Copyable {
        case committed(Result)
        case mapFull(bytes: Int)
    }

    private func beginWriting() throws(LMDBError) {
        if options.isReadOnly {
            throw LMDBError(
                code: .permission, operation: "begin a write transaction", path: path,
                message: "the environment was opened for reading")
        }
        try gate.takeWriterSeat(for: "begin a write transaction")
    }

    /// One run of `body`; the transaction is over when it returns, so that the map may be resized.
    private func attempt<Result: ~Copyable, Failure: Error>(
        _ body: (inout WriteTransaction) throws(Failure) -> Result
    ) throws(TransactionError<Failure>) -> Attempt<Result> {
        var transaction: WriteTransaction
        do { transaction = try WriteTransaction(self) } catch { throw .store(error) }
        let result: Result
        do {
            result = try body(&transaction)
        } catch {
            if let bytes = transaction.bytesRefused { return .mapFull(bytes: bytes) }
            throw .body(error)
        }
        if let bytes = transaction.bytesRefused { return .mapFull(bytes: bytes) }
        let code = transaction.commit()
        if code == MDB_MAP_FULL { return .mapFull(bytes: 0) }
        if code != 0 { throw .store(commitFailure(code)) }
        #if canImport(Darwin)
        do { try flushDevice("commit") } catch { throw .store(error) }
        #endif
        return .committed(result)
    }

    /// The error of a failed commit; LMDB reports a write cut short by a full disk as an I/O error.
    private func commitFailure(_ result: Int32) -> LMDBError {
        guard result == EIO, let space = freeSpace(), space < Self.fullDiskSpace else {
            return failure(result, "commit")
        }
        return LMDBError(
            code: .diskFull, operation: "commit", path: path,
            message: "the file system has \(space) bytes left", systemError: result)
    }

    // MARK: Beginning

    /// Begins a transaction that the gate counts; adopts a larger map and clears dead readers on the way.
    func beginTransaction(_ flags: UInt32, _ operation: String) throws(LMDBError) -> TransactionHandle {
        var hasClearedReaders = false
        for _ in 0..<Self.maximumBeginAttempts {
            try gate.enter(for: operation)
            var pointer: OpaquePointer?
            let result = unsafe mdb_txn_begin(handle, nil, flags, &pointer)
            if result == 0, let pointer = unsafe pointer {
                return unsafe TransactionHandle(pointer: pointer, environment: self)
            }
            if result == MDB_READERS_FULL && !hasClearedReaders {
                var cleared: Int32 = 0
                _ = unsafe mdb_reader_check(handle, &cleared)
            }
            gate.leave()
            switch result {
            case MDB_MAP_RESIZED: try adoptMapSize()
            case MDB_READERS_FULL where !hasClearedReaders: hasClearedReaders = true
            default: throw failure(result, operation)
            }
        }
        throw failure(MDB_MAP_RESIZED, operation)
    }

    // MARK: Map size

    /// Takes over the size to which another process has enlarged the map.
    private func adoptMapSize() throws(LMDBError) {
        try gate.exclusively(for: "adopt the enlarged map") { () throws(LMDBError) in
            try resize(to: 0, "adopt the enlarged map")
        }
    }

    /// Clears dead readers, which keep pages from being reused; when there are none enlarges the map.
    private func makeRoom(for bytes: Int, growths: Int) throws(LMDBError) {
        if growths == 0, try clearStaleReaders() > 0 { return }
        guard growths < Self.maximumGrowths else { throw mapFull("it was enlarged \(growths) times") }
        var refused: Int?
        try gate.exclusively(for: "enlarge the map") { () throws(LMDBError) in
            refused = try enlarge(for: bytes)
        }
        if let refused { throw mapFull("the address space has no room for \(refused) bytes") }
    }

    /// Enlarges the map; call it only in exclusive use.
    ///
    /// - Returns: the size in bytes for which there is no room; nil when the map was enlarged.
    private func enlarge(for bytes: Int) throws(LMDBError) -> Int? {
        var information = unsafe MDB_envinfo()
        _ = unsafe mdb_env_info(handle, &information)
        let size = unsafe information.me_mapsize
        // An entry can need whole pages of its own, and the tree above it a few more.
        let (wanted, overflow) = size.addingReportingOverflow(max(size, 2 * bytes))
        guard !overflow, canReserve(wanted) else { return wanted }
        try resize(to: wanted, "enlarge the map")
        return nil
    }

    /// Resizes the map; call it only in exclusive use.
    ///
    /// LMDB gives up the old map before it asks for the new one, so a refusal ends the environment.
    private func resize(to size: Int, _ operation: String) throws(LMDBError) {
        let result = unsafe mdb_env_set_mapsize(handle, size)
        guard result != 0 else { return }
        let cause = LMDBError(result: result, operation: operation, path: path)
        let reason = "the map could not be resized (\(cause.message))"
        gate.markUnusable(reason)
        throw LMDBError(
            code: .reopenRequired, operation: operation, path: path,
            message: "\(reason); close the environment and open it again",
            systemError: cause.systemError)
    }

    /// Whether the address space has room for `size` bytes; asked first because a failed resize is fatal.
    private func canReserve(_ size: Int) -> Bool {
        let flags = MAP_PRIVATE | MAP_ANON | MAP_NORESERVE
        let start = unsafe mmap(nil, size, PROT_NONE, flags, -1, 0)
        guard let start = unsafe start, unsafe start != MAP_FAILED else { return false }
        unsafe munmap(start, size)
        return true
    }

    private func mapFull(_ cause: String) -> LMDBError {
        var message = "the map is full: \(cause)"
        if let reader = try? information().oldestReader {
            message += "; process \(reader.process) reads transaction \(reader.transactionID)"
        }
        return LMDBError(code: .mapFull, operation: "write", path: path, message: message)
    }
}
