internal import LMDB
internal import Platform

extension EventLog {
    /// Entries and bytes that one transaction of a restoration writes, at most.
    private static let restoredEntries = 20_000
    private static let restoredBytes = 32 * 1024 * 1024

    /// Makes a log of records that are put back as they were; never overwrites anything.
    ///
    /// The file appears under its name only when it is whole and durable. It names no device and inode, so
    /// that its first append begins an epoch of its own.
    ///
    /// - Throws: `LogError`: `exists`, `missing` when the folder is not there, `permission`, `storageFull`.
    package static func restore(_ restoration: LogRestoration, at path: String) throws(LogError) {
        try refuse(existing: path)
        let temporary = temporaryPath(beside: path)
        defer {
            try? Files.unlink(temporary)
            try? Files.unlink(temporary + "-lock")
        }
        do { try write(restoration, to: temporary) } catch { throw error.at(path) }
        do throws(PlatformError) {
            try Files.publish(temporary, as: path)
        } catch { throw LogError(platform: error, path: path) }
    }

    private static func write(_ restoration: LogRestoration, to path: String) throws(LogError) {
        let environment = try lmdb { () throws(LMDBError) in
            try Environment(path: path, options: Environment.Options(access: .create, durability: .relaxed))
        }
        defer { environment.close() }
        let tables = try lmdb { () throws(LMDBError) in try LogTables(environment, creating: true) }
        var start = 0
        while start < restoration.count {
            let end = endOfSlice(from: start, restoration)
            try storing { () throws(TransactionError<LogError>) in
                try environment.write { (transaction: inout WriteTransaction) throws(LogError) in
                    try transaction.write(restoration, start..<end, in: tables)
                }
            }
            start = end
        }
        try storing { () throws(TransactionError<LogError>) in
            try environment.write { (transaction: inout WriteTransaction) throws(LogError) in
                try transaction.writeDerived(restoration, in: tables)
            }
        }
        try lmdb { () throws(LMDBError) in try environment.synchronize() }
    }

    private static func endOfSlice(from start: Int, _ restoration: LogRestoration) -> Int {
        var (end, bytes) = (start, 0)
        while end < restoration.count, end - start < restoredEntries, bytes < restoredBytes {
            bytes += restoration.value(at: end).count
            end += 1
        }
        return end
    }
}

extension WriteTransaction {
    fileprivate mutating func write(
        _ restoration: LogRestoration, _ entries: Range<Int>, in tables: LogTables
    ) throws(LogError) {
        for index in entries {
            let key = LogTables.key(position: restoration.lastPosition(at: index))
            do throws(LMDBError) {
                try append(restoration.value(at: index), for: key.span, in: tables.events)
            } catch { throw LogError(store: error) }
        }
    }

    /// Writes what follows from the records, and who the log is.
    fileprivate mutating func writeDerived(
        _ restoration: LogRestoration, in tables: LogTables
    ) throws(LogError) {
        try write(restoration.streams.map { ($0, $1) }.sorted { $0.name < $1.name }, in: tables)
        var identity = restoration.identity
        identity.features.noteStreamTails()
        try write(StreamPageAdditions(restoration.revisions), in: tables, identity.features)
        try write(restoration.indexedIDs.sorted { $0.id < $1.id }, in: tables)
        try store(identity, in: tables)
        try store(restoration.state, in: tables)
    }
}
