/// Why a transaction gave no result: the store refused, or the caller's closure threw.
public enum TransactionError<Body: Error>: Error {
    /// The store refused; nothing of the transaction was kept.
    case store(LMDBError)
    /// The closure threw; nothing of the transaction was kept.
    case body(Body)
}

extension TransactionError: Sendable where Body: Sendable {}

extension TransactionError: CustomStringConvertible {
    /// The description of the error inside.
    public var description: String {
        switch self {
        case .store(let error): error.description
        case .body(let error): String(describing: error)
        }
    }
}

extension TransactionError where Body == LMDBError {
    /// The error of either side, for closures that throw nothing but the store's errors.
    public var error: LMDBError {
        switch self {
        case .store(let error), .body(let error): error
        }
    }
}

extension TransactionError where Body == Never {
    /// The store's error, for closures that do not throw.
    public var error: LMDBError {
        switch self {
        case .store(let error): error
        }
    }
}
