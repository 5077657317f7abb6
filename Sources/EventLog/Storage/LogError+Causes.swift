internal import LMDB
internal import Platform

extension LogError {
    /// The log's word for a failure of the operating system.
    init(platform error: PlatformError, path: String) {
        let code: Code
        switch error.code {
        case .notFound: code = .missing
        case .alreadyExists: code = .exists
        case .permissionDenied, .readOnlyFileSystem: code = .permission
        case .noSpace: code = .storageFull
        default: code = .inputOutput
        }
        self.init(code, "cannot \(error.operation): \(error.reason)", path: path, cause: error)
    }

    /// The log's word for a failure of the store.
    init(store error: LMDBError) {
        let code: Code
        switch error.code {
        case .missing: code = .missing
        case .exists: code = .exists
        case .permission, .readOnlyFileSystem, .networkFileSystem: code = .permission
        case .diskFull, .mapFull: code = .storageFull
        case .busy, .readersFull, .alreadyOpen: code = .busy
        case .closed, .usedAfterFork: code = .closed
        case .reopenRequired, .panic, .replaced: code = .reopenRequired
        case .notALog, .invalid, .tableMissing: code = .notALog
        case .versionMismatch: code = .unsupportedFormat
        case .corrupted, .pageNotFound: code = .damaged
        default: code = .inputOutput
        }
        self.init(code, "cannot \(error.operation): \(error.message)", path: error.path, cause: error)
    }
}

/// Runs a store operation and puts its failures into the log's words.
func storing<Result: ~Copyable>(
    _ body: () throws(TransactionError<LogError>) -> Result
) throws(LogError) -> Result {
    do { return try body() } catch {
        switch error {
        case .store(let error): throw LogError(store: error)
        case .body(let error): throw error
        }
    }
}

/// Runs one call of the store inside a transaction and puts its failure into the log's words.
func lmdb<Result>(_ body: () throws(LMDBError) -> Result) throws(LogError) -> Result {
    do { return try body() } catch { throw LogError(store: error) }
}
