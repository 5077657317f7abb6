internal import LMDB
internal import Platform

extension EventLog {
    /// Makes a consistent copy of the log, also while somebody writes: the sound way to attach one to a ticket.
    ///
    /// The copy appears under its name only when it is whole and durable. It holds the last commit; appends go on
    /// meanwhile. The first append to the copy begins a new epoch, since it lies elsewhere.
    ///
    /// - Throws: `LogError`: `exists` when something stands at `target`, `storageFull`, `permission`.
    public func copy(to target: String) throws(LogError) {
        try Self.refuse(existing: target)
        let temporary = Self.temporaryPath(beside: target)
        defer { try? Files.unlink(temporary) }
        do throws(LMDBError) { try environment.copy(to: temporary, compacting: false) } catch {
            throw LogError(store: error).at(target)
        }
        do throws(PlatformError) {
            try Files.publish(temporary, as: target)
        } catch { throw LogError(platform: error, path: target) }
    }

    /// What the store says about itself.
    public func storage() throws(LogError) -> StorageInformation {
        let information = try lmdb { () throws(LMDBError) in try environment.information() }
        return StorageInformation(
            pageBytes: information.pageSize, usedPages: information.lastPage + 1,
            transaction: information.lastTransactionID, readersInUse: information.readersInUse,
            maxReaders: information.maxReaders)
    }
}

/// What the store of a log says about itself.
public struct StorageInformation: Hashable, Sendable {
    /// The size of a page in bytes.
    public let pageBytes: Int
    /// The pages in use or free inside the file.
    public let usedPages: Int
    /// The number of the last committed transaction.
    public let transaction: UInt64
    /// The reader slots taken now, by all processes.
    public let readersInUse: Int
    /// The reader slots there are.
    public let maxReaders: Int
}
