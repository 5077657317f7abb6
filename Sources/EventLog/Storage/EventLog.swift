internal import Digest
internal import LMDB
internal import Platform
internal import Synchronization

/// An event log in one LMDB file: the product's durable history.
///
/// One process may hold many readers and one writer at a time per file; many processes may read while one
/// writes, and several may append: positions stay dense. Every call is synchronous; appending has an
/// asynchronous twin, since a durable commit waits for the disk.
public final class EventLog: EventAppender {
    /// What an opened log is for.
    public enum Access: Hashable, Sendable {
        /// Reading and appending.
        case write
        /// Reading beside a possible writer, through a reader slot of the lock file.
        case read
        /// Reading a file that no process has open: takes no lock and leaves no file behind.
        case readUnlocked
    }

    /// What an append that returned promises.
    public enum Durability: Hashable, Sendable {
        /// It survives a power cut, if the device honours flushes.
        case full
        /// It survives the process; the last appends may vanish in a power cut.
        case relaxed
    }

    /// The path that the caller gave.
    public let path: String
    /// What the log was opened for.
    public let access: Access
    /// What an append promises.
    public let durability: Durability

    let environment: Environment
    let tables: LogTables
    let clock: @Sendable () -> Int64
    let participant = Mutex<(any AppendParticipant)?>(nil)
    let mustFork: Mutex<Bool>
    /// How many commits this value made.
    let commitsDone = Atomic<Int>(0)
    /// Whether some positions hold declared gaps; nothing adds one to a log that is open.
    let holdsGaps = Mutex<Bool?>(nil)
    let commits = Condition()
    private let queue = Mutex<CommitQueue?>(nil)

    init(
        path: String, access: Access, durability: Durability, environment: Environment, tables: LogTables,
        clock: @escaping @Sendable () -> Int64
    ) {
        self.path = path
        self.access = access
        self.durability = durability
        self.environment = environment
        self.tables = tables
        self.clock = clock
        mustFork = Mutex(false)
    }

    deinit { queue.withLock { $0?.close() } }

    /// Commits what waits and closes when nothing reads any more; every later call fails with `closed`.
    ///
    /// - Precondition: The calling thread is not inside a call of this log.
    public func close() {
        precondition(
            !environment.isUsedByCallingThread, "A log cannot be closed inside one of its own calls.")
        let queue = queue.withLock { $0 }
        queue?.close()
        // What relaxed appends left to the system is made durable now; a failure leaves it to the system.
        if access == .write && durability == .relaxed { try? environment.synchronize() }
        environment.close()
        commits.withLock { commits.broadcast() }
    }

    /// The queue in front of the commits, made when first needed.
    var commitQueue: CommitQueue {
        queue.withLock { queue in
            if let queue { return queue }
            let new = CommitQueue { [unowned self] in commit($0) }
            queue = new
            return new
        }
    }
}

// MARK: Opening

extension EventLog {
    /// Opens a log that exists; never makes one.
    ///
    /// - Parameters:
    ///   - path: A `.evlog` file, a folder with `data.mdb`, or that `data.mdb`.
    ///   - access: What the log is opened for.
    ///   - durability: What an append promises.
    ///   - clock: Gives the time in milliseconds since 1970; the system's clock where left out.
    /// - Throws: `LogError`: `missing`, `notALog`, `unsupportedFormat`, `unsupportedFeature`, `permission`,
    ///   `busy` when this process has it open already, `damaged`.
    public static func open(
        at path: String, access: Access = .write, durability: Durability = .full,
        clock: (@Sendable () -> Int64)? = nil
    ) throws(LogError) -> EventLog {
        try open(
            at: path, access: access, durability: durability, clock: clock,
            mapSize: Environment.Options.defaultMapSize)
    }

    /// Opens a log whose map starts at `mapSize` bytes and grows from there.
    package static func open(
        at path: String, access: Access, durability: Durability, clock: (@Sendable () -> Int64)?, mapSize: Int
    ) throws(LogError) -> EventLog {
        let place = try LogPath(finding: path)
        let environment = try lmdb { () throws(LMDBError) in
            try Environment(
                path: place.storePath,
                options: Environment.Options(
                    access: .open, isReadOnly: access != .write, mapSize: mapSize,
                    durability: durability == .full ? .full : .relaxed, layout: place.layout,
                    locking: access != .readUnlocked))
        }
        do {
            let log = EventLog(
                path: path, access: access, durability: durability, environment: environment,
                tables: try tables(of: environment), clock: clock ?? { SystemClock.now() })
            try log.identity().features.check(writing: access == .write)
            return log
        } catch {
            environment.close()
            throw error.at(path)
        }
    }

    private static func tables(of environment: Environment) throws(LogError) -> LogTables {
        do { return try LogTables(environment, creating: false) } catch {
            guard error.code == .tableMissing || error.code == .incompatible else {
                throw LogError(store: error)
            }
            throw LogError(.notALog, "this is an LMDB file, but not an event log (\(error.message))")
        }
    }

    /// Makes a new, empty log; never overwrites anything.
    ///
    /// The file appears under its name only when it is whole and durable: it is made under a temporary name,
    /// checked, synced, renamed, and its folder is synced. Where only opening it fails in the end, it stays there:
    /// it may be somebody else's already.
    ///
    /// - Throws: `LogError`: `exists`, `missing` when the folder is not there, `permission`, `storageFull`.
    public static func create(
        at path: String, durability: Durability = .full, clock: (@Sendable () -> Int64)? = nil
    ) throws(LogError) -> EventLog {
        try refuse(existing: path)
        let temporary = temporaryPath(beside: path)
        defer {
            try? Files.unlink(temporary)
            try? Files.unlink(temporary + "-lock")
        }
        do { try writeEmptyLog(at: temporary, clock: clock ?? { SystemClock.now() }) } catch {
            throw error.at(path)
        }
        do throws(PlatformError) {
            try Files.publish(temporary, as: path)
        } catch { throw LogError(platform: error, path: path) }
        return try open(at: path, durability: durability, clock: clock)
    }

    static func refuse(existing path: String) throws(LogError) {
        let kind: PathKind
        do { kind = try Files.kind(of: path) } catch { throw LogError(platform: error, path: path) }
        guard case .missing = kind else {
            throw LogError(.exists, "something stands at this path already", path: path)
        }
    }

    /// A name of its own in the folder of `path`, short whatever the length of that name.
    static func temporaryPath(beside path: String) -> String {
        Files.directory(of: path) + "/.evlog-" + LogID.random().hex
    }

    private static func writeEmptyLog(at path: String, clock: () -> Int64) throws(LogError) {
        let environment = try lmdb { () throws(LMDBError) in
            try Environment(path: path, options: Environment.Options(access: .create))
        }
        defer { environment.close() }
        let tables = try lmdb { () throws(LMDBError) in try LogTables(environment, creating: true) }
        let file = environment.fileIdentity
        var identity = LogIdentity.new(
            created: clock(), file: .init(device: file.device, inode: file.inode))
        identity.features.noteStreamTails()
        try storing { () throws(TransactionError<LogError>) in
            try environment.write { (transaction: inout WriteTransaction) throws(LogError) in
                try transaction.store(identity, in: tables)
                try transaction.store(LogState(), in: tables)
            }
        }
        try lmdb { () throws(LMDBError) in try environment.synchronize() }
    }

    /// Begins a new epoch, under a new log id, with the next append.
    ///
    /// A log that is found on another device or inode than its last writer recorded does so by itself.
    public func fork() { mustFork.withLock { $0 = true } }

    /// Where the file is: what a writer records of it.
    var location: LogIdentity.FileLocation {
        let here = environment.fileIdentity
        return .init(device: here.device, inode: here.inode)
    }
}
