internal import CLMDB

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The steps from a path to an open `MDB_env`, each with its own typed refusal.
@safe struct EnvironmentOpening {
    /// The mode of new files: a history is personal.
    static let fileMode: mode_t = 0o600
    /// The mode of a new directory.
    static let directoryMode: mode_t = 0o700
    /// Below this size, in bytes, opening does not try a smaller map when address space is short.
    static let leastMapSize = 1 << 25

    /// Bytes of a lock file before its reader slots, at most.
    static let lockFileHeader = 128
    /// Bytes of a reader slot in the lock file.
    static let lockFileSlot = 64

    /// What opening yields.
    @safe struct Opened {
        let handle: OpaquePointer
        let identity: FileIdentity
    }

    let path: String
    let options: Environment.Options

    private var operation: String { options.access == .create ? "create" : "open" }

    func run() throws(LMDBError) -> Opened {
        try checkStandardStreams()
        return options.access == .create ? try create() : try open()
    }

    // MARK: The two ways

    private func create() throws(LMDBError) -> Opened {
        guard options.layout == .directory else { return try createFiles() }
        let madeDirectory = unsafe mkdir(path, Self.directoryMode) == 0
        if !madeDirectory && errno != EEXIST { throw systemFailure(errno) }
        do {
            return try createFiles()
        } catch {
            if madeDirectory { unsafe rmdir(path) }
            throw error
        }
    }

    private func createFiles() throws(LMDBError) -> Opened {
        let files = FileNames(path: path, layout: options.layout)
        try refuseNetwork(at: parentDirectory(of: files.data))
        let status = try makeEmptyFile(files.data)
        guard OpenFiles.reserve(status.identity) else {
            unsafe unlink(files.data)
            throw alreadyOpen()
        }
        do {
            let opened = try openReserved(files, status)
            setMode(of: files.lock, Self.fileMode)
            synchronizeDirectory(of: files.data)
            return opened
        } catch {
            OpenFiles.release(status.identity)
            // Both files are ours: the data file was made above and nobody else can know of the lock file.
            unsafe unlink(files.data)
            unsafe unlink(files.lock)
            throw error
        }
    }

    private func open() throws(LMDBError) -> Opened {
        let files = FileNames(path: try resolved(path), layout: options.layout)
        guard let status = FileStatus.of(path: files.data) else { throw systemFailure(errno) }
        guard status.isRegularFile else { throw notALog("it is no regular file") }
        guard status.size > 0 else { throw notALog("the file is empty") }
        if !options.isReadOnly { try refuseNetwork(at: files.data) }
        guard OpenFiles.reserve(status.identity) else { throw alreadyOpen() }
        do {
            // The library would leave a lock file beside a file that it then refuses.
            try FileHeader.check(files.data, path: path, operation: operation, size: status.size)
            let hadLockFile = FileStatus.of(path: files.lock) != nil
            let opened = try openReserved(files, status)
            if !hadLockFile { setMode(of: files.lock, mode_t(status.permissions & 0o666) | Self.fileMode) }
            return opened
        } catch {
            OpenFiles.release(status.identity)
            throw error
        }
    }

    // MARK: Steps

    /// Gives a new lock file its room on the disk.
    ///
    /// LMDB maps a file of holes and writes through the map: on a full disk that is SIGBUS, not an error.
    /// What else may be wrong with the lock file LMDB reports itself.
    private func reserveLockFile(_ name: String) throws(LMDBError) {
        #if !canImport(Darwin)
        guard options.locking else { return }
        let descriptor = openFile(name, O_RDWR | O_CREAT | O_CLOEXEC, Self.fileMode)
        guard descriptor >= 0 else { return }
        defer { _ = close(descriptor) }
        guard let status = FileStatus.of(descriptor: descriptor), status.size == 0 else { return }
        let pageSize = Int(getpagesize())
        let needed = Self.lockFileHeader + Int(options.maxReaders) * Self.lockFileSlot
        let size = (needed + pageSize - 1) / pageSize * pageSize
        let result = posix_fallocate(descriptor, 0, off_t(size))
        if result == ENOSPC || result == EDQUOT { throw systemFailure(result) }
        #endif
    }

    /// Opens with LMDB, with a smaller map when the address space is too small for the one asked for.
    private func openReserved(_ files: FileNames, _ status: FileStatus) throws(LMDBError) -> Opened {
        try reserveLockFile(files.lock)
        var mapSize = options.mapSize
        while true {
            do {
                return try openOnce(files, status, mapSize: mapSize)
            } catch {
                let mayShrink = !options.isReadOnly && mapSize > Self.leastMapSize
                guard error.code == .outOfMemory && mayShrink else { throw error }
                mapSize = max(mapSize / 2, Self.leastMapSize)
            }
        }
    }

    private func openOnce(
        _ files: FileNames, _ status: FileStatus, mapSize: Int
    ) throws(LMDBError) -> Opened {
        let handle = unsafe try openHandle(files, mapSize: mapSize)
        do {
            unsafe try finish(handle, status)
        } catch {
            unsafe mdb_env_close(handle)
            throw error
        }
        return unsafe Opened(handle: handle, identity: status.identity)
    }

    /// One attempt on a fresh `MDB_env`: after a failed open the object cannot be used again.
    private func openHandle(_ files: FileNames, mapSize: Int) throws(LMDBError) -> OpaquePointer {
        var created: OpaquePointer?
        try check(unsafe mdb_env_create(&created))
        guard let handle = unsafe created else { throw systemFailure(ENOMEM) }
        do {
            if !options.isReadOnly { try check(unsafe mdb_env_set_mapsize(handle, mapSize)) }
            try check(unsafe mdb_env_set_maxdbs(handle, options.maxTables))
            try check(unsafe mdb_env_set_maxreaders(handle, options.maxReaders))
            let name = options.layout == .file ? files.data : files.directory
            try check(unsafe mdb_env_open(handle, name, flags, Self.fileMode))
        } catch {
            unsafe mdb_env_close(handle)
            throw error
        }
        return unsafe handle
    }

    private var flags: UInt32 {
        // Without NOTLS a reader slot would belong to a thread, and a second read on it would fail.
        var flags = MDB_NOTLS
        if options.layout == .file { flags |= MDB_NOSUBDIR }
        if options.isReadOnly { flags |= MDB_RDONLY }
        if !options.locking { flags |= MDB_NOLOCK }
        if options.durability == .relaxed { flags |= MDB_NOMETASYNC }
        return UInt32(flags)
    }

    /// Checks that the file is the one that was looked at, keeps it from child processes, clears dead readers.
    private func finish(_ handle: OpaquePointer, _ status: FileStatus) throws(LMDBError) {
        var descriptor: Int32 = -1
        try check(unsafe mdb_env_get_fd(handle, &descriptor))
        guard FileStatus.of(descriptor: descriptor)?.identity == status.identity else {
            throw LMDBError(
                code: .replaced, operation: operation, path: path,
                message: "another file took its place while it was being opened")
        }
        let descriptorFlags = fcntl(descriptor, F_GETFD)
        if descriptorFlags < 0 || fcntl(descriptor, F_SETFD, descriptorFlags | FD_CLOEXEC) < 0 {
            throw systemFailure(errno)
        }
        var cleared: Int32 = 0
        try check(unsafe mdb_reader_check(handle, &cleared))
    }

    private func makeEmptyFile(_ name: String) throws(LMDBError) -> FileStatus {
        let descriptor = openFile(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, Self.fileMode)
        guard descriptor >= 0 else { throw systemFailure(errno) }
        defer { _ = close(descriptor) }
        guard fchmod(descriptor, Self.fileMode) == 0, let status = FileStatus.of(descriptor: descriptor)
        else {
            let reason = errno
            unsafe unlink(name)
            throw systemFailure(reason)
        }
        return status
    }

    /// The path with symbolic links resolved: the lock file's name is made from it.
    private func resolved(_ path: String) throws(LMDBError) -> String {
        guard let text = unsafe realpath(path, nil) else { throw systemFailure(errno) }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }

    /// By path, since opening the lock file a second time and closing it would drop this process's locks.
    private func setMode(of lockFile: String, _ mode: mode_t) {
        if options.locking { _ = unsafe chmod(lockFile, mode) }
    }

    // MARK: Refusals

    private func checkStandardStreams() throws(LMDBError) {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
            throw LMDBError(
                code: .standardStreamClosed, operation: operation, path: path,
                message: "descriptor \(descriptor) is closed; what is printed there would land in the file")
        }
    }

    private func refuseNetwork(at place: String) throws(LMDBError) {
        guard let name = try remoteFileSystem(at: place) else { return }
        throw LMDBError(
            code: .networkFileSystem, operation: operation, path: path,
            message: "it lies on \(name), where memory maps and locks are not safe to write through")
    }

    private func remoteFileSystem(at place: String) throws(LMDBError) -> String? {
        switch RemoteFileSystem.name(at: place) {
        case .local: return nil
        case .remote(let name): return name
        case .unknown(let reason): throw systemFailure(reason)
        }
    }

    private func alreadyOpen() -> LMDBError {
        LMDBError(
            code: .alreadyOpen, operation: operation, path: path,
            message: "the file is open in this process already")
    }

    private func notALog(_ message: String) -> LMDBError {
        LMDBError(code: .notALog, operation: operation, path: path, message: message)
    }

    private func systemFailure(_ reason: Int32) -> LMDBError {
        LMDBError(result: reason, operation: operation, path: path)
    }

    private func check(_ result: Int32) throws(LMDBError) {
        if result != 0 { throw LMDBError(result: result, operation: operation, path: path) }
    }
}

/// `open` with a mode, under a name that the type's own methods do not hide.
private func openFile(_ name: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    unsafe open(name, flags, mode)
}
