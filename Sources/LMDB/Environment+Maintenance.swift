internal import CLMDB

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension Environment {
    /// Sizes, the last commit and the readers of all processes.
    public func information() throws(LMDBError) -> Information {
        try inUse("read the environment's state") { () throws(LMDBError) in
            var info = unsafe MDB_envinfo()
            try check(unsafe mdb_env_info(handle, &info), "read the environment's state")
            var statistics = MDB_stat()
            try check(unsafe mdb_env_stat(handle, &statistics), "read the environment's state")
            return unsafe Information(
                mapSize: info.me_mapsize, pageSize: Int(statistics.ms_psize), lastPage: info.me_last_pgno,
                lastTransactionID: UInt64(info.me_last_txnid), maxReaders: Int(info.me_maxreaders),
                readers: try readers())
        }
    }

    /// The number of the last commit of any process, without a transaction: a cheap poll for followers.
    ///
    /// When the environment can no longer be used the answer is `UInt64.max`, so that a poll sees a change
    /// and the read that follows throws the reason.
    public func lastTransactionID() -> UInt64 {
        let answer = try? inUse("poll the last commit") { () throws(LMDBError) in
            var info = unsafe MDB_envinfo()
            try check(unsafe mdb_env_info(handle, &info), "poll the last commit")
            return unsafe UInt64(info.me_last_txnid)
        }
        return answer ?? .max
    }

    /// Frees the slots of readers whose process has died, and returns how many there were.
    ///
    /// Such a slot keeps the pages of its view from being reused, so the file grows.
    @discardableResult
    public func clearStaleReaders() throws(LMDBError) -> Int {
        try inUse("clear stale readers") { () throws(LMDBError) in
            var cleared: Int32 = 0
            try check(unsafe mdb_reader_check(handle, &cleared), "clear stale readers")
            return Int(cleared)
        }
    }

    /// Makes all commits so far survive a power cut, also those of relaxed durability.
    public func synchronize() throws(LMDBError) {
        try inUse("synchronise") { () throws(LMDBError) in
            try check(unsafe mdb_env_sync(handle, 1), "synchronise")
            #if canImport(Darwin)
            try flushDevice("synchronise")
            #endif
        }
    }

    /// Writes a consistent copy of the last commit to a new file of mode 0600, and synchronises it.
    ///
    /// Others may go on reading and writing meanwhile.
    ///
    /// - Parameter compacting: whether to leave out free pages, which takes more time.
    /// - Throws: `.exists` when a file is there already; `.busy` inside a write transaction of the calling
    ///   thread; what the operating system says. No partial file is left.
    public func copy(to path: String, compacting: Bool) throws(LMDBError) {
        let operation = "copy to \(path)"
        try gate.refuseInsideWrite(for: operation)
        // Beginning a transaction first adopts a larger map and clears dead readers where that is needed.
        let ended: TransactionError<Never>?
        do { try read { (_: borrowing ReadTransaction) in }; ended = nil } catch { ended = error }
        if let ended { throw ended.error }
        try inUse(operation) { () throws(LMDBError) in
            let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw failure(errno, operation) }
            var result: Int32 = fchmod(descriptor, 0o600) == 0 ? 0 : errno
            if result == 0 {
                result = unsafe mdb_env_copyfd2(handle, descriptor, compacting ? UInt32(MDB_CP_COMPACT) : 0)
            }
            if result == 0 && fsync(descriptor) != 0 { result = errno }
            if closeFile(descriptor) != 0 && result == 0 { result = errno }
            guard result == 0 else {
                unsafe unlink(path)
                throw failure(result, operation)
            }
            synchronizeDirectory(of: path)
        }
    }

    /// Bytes left for this user on the file system; nil when it does not say.
    func freeSpace() -> Int? {
        var status = statvfs()
        guard unsafe statvfs(path, &status) == 0 else { return nil }
        return Int(status.f_bavail) * Int(status.f_frsize)
    }

    #if canImport(Darwin)
    /// Asks the device to empty its own cache, which `fsync` does not do on Apple systems.
    func flushDevice(_ operation: String) throws(LMDBError) {
        guard options.durability == .full else { return }
        var descriptor: Int32 = -1
        try check(unsafe mdb_env_get_fd(handle, &descriptor), operation)
        if fcntl(descriptor, F_FULLFSYNC) < 0 { throw failure(errno, operation) }
    }
    #endif

    /// Runs `body` while the environment can neither be closed nor resized.
    private func inUse<Result>(
        _ operation: String, _ body: () throws(LMDBError) -> Result
    ) throws(LMDBError) -> Result {
        try gate.enter(for: operation)
        defer { gate.leave() }
        return try body()
    }

    private func check(_ result: Int32, _ operation: String) throws(LMDBError) {
        if result != 0 { throw failure(result, operation) }
    }

    /// The readers that LMDB lists; it only offers them as text.
    private func readers() throws(LMDBError) -> [Information.Reader] {
        var text = ""
        let result = unsafe withUnsafeMutablePointer(to: &text) { target in
            unsafe mdb_reader_list(
                handle,
                { line, context in
                    guard let line = unsafe line, let context = unsafe context else { return 0 }
                    unsafe context.assumingMemoryBound(to: String.self).pointee += String(cString: line)
                    return 0
                }, target)
        }
        guard result >= 0 else { throw failure(result, "list readers") }
        return text.split(separator: "\n").compactMap { Information.Reader(line: $0) }
    }
}
