internal import CLMDB

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// An operation of the store that did not happen, with what is needed to say why.
public struct LMDBError: Error, Hashable, Sendable {
    /// What went wrong.
    public let code: Code
    /// What was attempted, in English: "begin a write transaction".
    public let operation: String
    /// The environment's path as the caller gave it.
    public let path: String
    /// One sentence about the cause.
    public let message: String
    /// The `errno` behind the failure, when the operating system refused.
    public let systemError: Int32?

    /// Makes an error; `message` defaults to the library's own words for `code`.
    public init(
        code: Code, operation: String, path: String, message: String? = nil, systemError: Int32? = nil
    ) {
        self.code = code
        self.operation = operation
        self.path = path
        self.message = message ?? LMDBError.words(for: systemError ?? code.rawValue)
        self.systemError = systemError
    }

    /// An error for a result of the C library: negative numbers are LMDB's own, positive ones `errno`s.
    init(result: Int32, operation: String, path: String, message: String? = nil) {
        self.init(
            code: Code(result: result), operation: operation, path: path,
            message: message ?? LMDBError.words(for: result),
            systemError: result > 0 ? result : nil)
    }

    private static func words(for result: Int32) -> String {
        unsafe String(cString: mdb_strerror(result))
    }
}

extension LMDBError {
    /// Whether the same call may succeed later on the same environment.
    public var isRetryable: Bool {
        switch code {
        case .mapResized, .readersFull, .busy, .diskFull: true
        default: false
        }
    }

    /// Whether the environment must be closed and opened again before anything else can succeed.
    public var needsReopening: Bool { code == .reopenRequired || code == .panic }
}

extension LMDBError: CustomStringConvertible {
    /// Operation, cause, code and path on one line.
    public var description: String {
        "cannot \(operation): \(message) [\(code)] (\(path))"
    }
}
