import Rivals

// The only file of the tool with unsafe code: everything that crosses to C.

/// A history as the rivals get it: the records as the log stores them.
@safe final class RivalRecords {
    fileprivate let pointer: OpaquePointer

    /// - Parameters:
    ///   - records: One record after the other.
    ///   - ends: Where each ends.
    ///   - facts: What each says.
    ///   - streams: The stream of each event.
    init(records: [UInt8], ends: [UInt32], facts: [RivalFact], streams: [UInt32]) {
        let made = unsafe rivalHistoryMake(records, ends, facts, ends.count, streams, streams.count)
        guard let pointer = unsafe made else {
            preconditionFailure("the rivals' history ends the program when memory is short")
        }
        unsafe self.pointer = pointer
    }

    deinit { unsafe rivalHistoryFree(pointer) }
}

/// Somebody who stores the same records in another way.
enum Rival: String, CaseIterable {
    /// The fewest calls of LMDB in C.
    case lmdb = "C on LMDB"
    /// SQLite with a write-ahead log, synced at every commit.
    case sqlite = "SQLite"
    /// RocksDB with a synced write for each commit.
    case rocksDB = "RocksDB"
    /// Streams of a Redis server of its own, synced before it answers.
    case redis = "Redis streams"

    /// The word for it in the options.
    var word: Substring {
        switch self {
        case .lmdb: "lmdb"
        case .sqlite: "sqlite"
        case .rocksDB: "rocksdb"
        case .redis: "redis"
        }
    }

    private var store: RivalStore {
        switch self {
        case .lmdb: rivalLMDB
        case .sqlite: rivalSQLite
        case .rocksDB: rivalRocksDB
        case .redis: rivalRedis
        }
    }

    /// Why the rival cannot be measured on this machine; nil when it can.
    var absence: String? {
        guard let ask = unsafe store.absence, let reason = unsafe ask() else { return nil }
        return unsafe String(cString: reason)
    }

    /// Whether it works in the thread that calls it, whose processor time is then all that it takes.
    var worksInCaller: Bool {
        switch self {
        case .lmdb, .sqlite: true
        case .rocksDB, .redis: false
        }
    }

    /// How often a round opens it: once where that loads what was written last, or everything.
    var openings: Int { worksInCaller ? 21 : 1 }

    /// The seconds that appending takes; `latencies` gets those of each commit.
    func append(_ history: RivalRecords, to path: String, perCommit: Int, latencies: inout [Double]) -> Double
    {
        unsafe store.append(path, history.pointer, perCommit, &latencies)
    }

    /// The seconds that appending takes.
    func append(_ history: RivalRecords, to path: String, perCommit: Int) -> Double {
        unsafe store.append(path, history.pointer, perCommit, nil)
    }

    /// The seconds that appending to SQLite takes with the rows of projections in the same transactions.
    static func appendWithRows(_ history: RivalRecords, to path: String, perCommit: Int) -> Double {
        unsafe rivalSQLiteAppendWithRows(path, history.pointer, perCommit)
    }

    /// The seconds of reading everything twice, and the number of records.
    func scan(_ path: String) -> (first: Double, warm: Double, count: UInt64) {
        var (count, warm) = (UInt64(0), 0.0)
        let first = unsafe store.scan(path, &count, &warm)
        return (first, warm, count)
    }

    /// The seconds of opening the store and reading one record.
    func open(_ path: String, reading position: UInt64) -> Double { unsafe store.open(path, position) }

    /// The seconds of reading single records.
    func lookUp(_ positions: [UInt64], in path: String) -> Double {
        unsafe store.lookUp(path, positions, positions.count)
    }
}

/// What the tool asks of the machine.
enum Machine {
    static func isInMemory(_ path: String) -> Bool { unsafe machineIsInMemory(path) != 0 }

    /// The bytes that a file takes on its disk.
    static func bytesOnDisk(_ path: String) -> Int64 { unsafe machineBytesOnDisk(path) }

    /// The seconds that this thread has computed: what others do on the machine does not count.
    static var threadSeconds: Double { machineThreadSeconds() }

    /// The memory that this process holds for itself, in bytes; -1 when the system does not say.
    static var ownMemory: Int64 { machineOwnMemory() }

    /// How a program ended, the seconds that it ran and those that it computed; nil when it could not be started.
    ///
    /// - Parameter output: The file that gets its output, which is thrown away otherwise.
    static func run(
        _ program: String, _ arguments: [String], output: String? = nil
    ) -> (status: Int, seconds: Double, computed: Double)? {
        var (seconds, computed) = (0.0, 0.0)
        var words: [CChar] = []
        for argument in arguments { words += argument.utf8.map { CChar(bitPattern: $0) } + [0] }
        words.append(0)
        let status = unsafe machineRun(program, words, arguments.count, output, &seconds, &computed)
        return status < 0 ? nil : (Int(status), seconds, computed)
    }

    /// Makes the system forget a file's pages; the share of it that stayed in memory, -1 when unknown.
    static func dropCache(_ path: String) -> Double { unsafe machineDropCache(path) }
}
