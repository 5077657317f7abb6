internal import CLMDB
internal import Synchronization

/// An LMDB file that is open in this process.
///
/// One file can be open once per process. Transactions exist only inside the closures of
/// ``read(_:)`` and ``write(_:)``; those closures are synchronous, so a transaction never changes threads.
/// Any number of threads may read at once, beside one writer of all processes.
///
/// LMDB checks neither pages nor bounds, so a file from an untrusted source must be verified by other means
/// before it is opened here.
@safe public final class Environment: Sendable {
    /// The path as it was given.
    public let path: String
    /// The device and inode of the data file.
    public let fileIdentity: FileIdentity
    /// The options the environment was opened with.
    public let options: Options

    // SAFETY: LMDB allows an open MDB_env to be shared between threads. `gate` keeps every use away from a
    // resize and from the time after closing.
    nonisolated(unsafe) let handle: OpaquePointer
    let gate: TransactionGate
    /// Tells the tables of one environment from those of another.
    let number: UInt64

    private static let lastNumber = Atomic<UInt64>(0)

    /// Opens or creates the file at `path`.
    ///
    /// Slots of readers that died are cleared. A new file and its lock file get mode 0600 whatever the umask.
    /// Opening resolves symbolic links first, so that all openers of a file share one lock file.
    ///
    /// - Throws: `.exists` or `.missing` as ``Options/Access`` says; `.notALog`, `.invalid` or
    ///   `.versionMismatch` for a file that is no environment, which is left as it is; `.alreadyOpen`;
    ///   `.networkFileSystem` when writing; `.standardStreamClosed`; `.permission`, `.readOnlyFileSystem`,
    ///   `.outOfMemory` and other codes of the operating system.
    /// - Precondition: an environment without locking is read-only, and a created one is not.
    public init(path: String, options: Options) throws(LMDBError) {
        options.validate()
        let opened = try EnvironmentOpening(path: path, options: options).run()
        self.path = path
        self.options = options
        unsafe self.handle = unsafe opened.handle
        self.fileIdentity = opened.identity
        self.gate = TransactionGate(path: path)
        self.number = Environment.lastNumber.add(1, ordering: .relaxed).newValue
    }

    deinit {
        close()
    }

    /// Closes the file after waiting until no transaction lives; later use throws `.closed`.
    ///
    /// Closing twice is allowed. In a forked child nothing happens, since the file belongs to the parent.
    ///
    /// - Precondition: the calling thread is not inside a transaction of this environment.
    public func close() {
        gate.close {
            OpenFiles.release(fileIdentity) { unsafe mdb_env_close(handle) }
        }
    }

    /// Whether the calling thread is inside a transaction, where it must not wait for another thread's.
    public var isUsedByCallingThread: Bool { gate.isUsedByCallingThread }

    /// The error for a result of the C library; a fatal one also ends the environment's use.
    func failure(_ result: Int32, _ operation: String) -> LMDBError {
        guard result == MDB_PANIC else {
            return LMDBError(result: result, operation: operation, path: path)
        }
        let reason = "the environment had a fatal error"
        gate.markUnusable(reason)
        return LMDBError(
            code: .reopenRequired, operation: operation, path: path,
            message: "\(reason); close the environment and open it again")
    }
}
