#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A call to the operating system that failed.
public struct PlatformError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure it was.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case notFound, alreadyExists, permissionDenied, notADirectory, isADirectory, symbolicLink
            case tooLarge, noSpace, readOnlyFileSystem, busy, closedPipe, inputOutput, invalidFormat
            case other
        }

        private let kind: Kind

        private init(_ kind: Kind) { self.kind = kind }

        /// Nothing is at that path.
        public static let notFound = Code(.notFound)
        /// Something is at that path already.
        public static let alreadyExists = Code(.alreadyExists)
        /// The system refuses this user.
        public static let permissionDenied = Code(.permissionDenied)
        /// A part of the path is no directory.
        public static let notADirectory = Code(.notADirectory)
        /// The path is a directory where a file is needed.
        public static let isADirectory = Code(.isADirectory)
        /// The path is a symbolic link where none is followed.
        public static let symbolicLink = Code(.symbolicLink)
        /// The content is larger than the limit that the caller set.
        public static let tooLarge = Code(.tooLarge)
        /// No space is left, or a quota or a file size limit is reached.
        public static let noSpace = Code(.noSpace)
        /// The file system is mounted without write access.
        public static let readOnlyFileSystem = Code(.readOnlyFileSystem)
        /// The resource is in use or out of slots; trying again may help.
        public static let busy = Code(.busy)
        /// The other end of a pipe is closed.
        public static let closedPipe = Code(.closedPipe)
        /// The device failed.
        public static let inputOutput = Code(.inputOutput)
        /// The bytes are not of the format that they should have.
        public static let invalidFormat = Code(.invalidFormat)
        /// Anything else; the error number tells.
        public static let other = Code(.other)

        /// The code's name.
        public var description: String { kind.rawValue }
    }

    /// What kind of failure it was.
    public let code: Code
    /// What was tried, as a verb: `open`, `write`, `read the directory`.
    public let operation: String
    /// The path it was tried on, when there is one.
    public let path: String?
    /// The system's error number, or 0 when the failure is not the system's.
    public let errno: Int32

    /// A failure of the system with error number `errno`.
    public init(operation: String, path: String?, errno: Int32) {
        self.init(code: Self.code(for: errno), operation: operation, path: path, errno: errno)
    }

    /// A failure that is not the system's.
    public init(code: Code, operation: String, path: String?, errno: Int32 = 0) {
        self.code = code
        self.operation = operation
        self.path = path
        self.errno = errno
    }

    /// One sentence: `cannot open alice.evlog: there is no such file or directory`.
    public var description: String {
        let place = path.map { " " + $0 } ?? ""
        return "cannot \(operation)\(place): \(reason)"
    }

    /// The reason alone, without operation and path.
    public var reason: String {
        switch code {
        case .notFound: "there is no such file or directory"
        case .alreadyExists: "it exists already"
        case .permissionDenied: "permission denied"
        case .notADirectory: "a part of the path is not a directory"
        case .isADirectory: "it is a directory"
        case .symbolicLink: "it is a symbolic link"
        case .tooLarge: "it is larger than the limit"
        case .noSpace: "no space is left"
        case .readOnlyFileSystem: "the file system is read-only"
        case .busy: "the resource is busy"
        case .closedPipe: "the other end is closed"
        case .inputOutput: "input/output error"
        case .invalidFormat: "the content has another format"
        default: "system error \(errno)"
        }
    }

    private static func code(for number: Int32) -> Code {
        switch number {
        case ENOENT: .notFound
        case EEXIST: .alreadyExists
        case EACCES, EPERM: .permissionDenied
        case ENOTDIR: .notADirectory
        case EISDIR: .isADirectory
        case ELOOP: .symbolicLink
        case ENOSPC, EDQUOT, EFBIG: .noSpace
        case EROFS: .readOnlyFileSystem
        case EBUSY, EAGAIN, EMFILE, ENFILE, ETXTBSY: .busy
        case EPIPE: .closedPipe
        case EIO: .inputOutput
        default: .other
        }
    }
}
