#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file or the standard input, read from front to back.
///
/// Not for use from two threads at once.
public final class FileReader {
    /// The path as given, or `standard input`.
    public let path: String
    private let file: FileDescriptor

    /// Opens the file at `path`.
    ///
    /// - Throws: `isADirectory`, or what the system says.
    public init(path: String) throws(PlatformError) {
        self.path = path
        file = try FileDescriptor(opening: path, flags: O_RDONLY)
        guard try file.status(path: path).kind != .directory else {
            throw PlatformError(code: .isADirectory, operation: "read", path: path, errno: EISDIR)
        }
    }

    private init(owning number: Int32, path: String) {
        self.path = path
        file = FileDescriptor(owning: number)
    }

    /// The standard input, read through a descriptor of its own.
    public static func standardInput() throws(PlatformError) -> FileReader {
        let name = "standard input"
        let number = fcntl(0, F_DUPFD_CLOEXEC, 3)
        guard number >= 0 else {
            throw PlatformError(operation: "read", path: name, errno: lastErrorNumber)
        }
        return FileReader(owning: number, path: name)
    }

    /// The next bytes, at most `count`; none at the end.
    public func read(upTo count: Int = 1 << 16) throws(PlatformError) -> [UInt8] {
        try file.read(upTo: count, path: path)
    }

    /// All bytes up to the end.
    ///
    /// - Throws: `tooLarge` for more than `limit` bytes.
    public func readToEnd(limit: Int) throws(PlatformError) -> [UInt8] {
        var bytes: [UInt8] = []
        // A file's size is known, and one read more finds its end.
        if case .file(let size) = try file.status(path: path).kind, size < limit {
            bytes.reserveCapacity(Int(size) + Files.chunkSize)
        }
        while true {
            let room = max(bytes.capacity - bytes.count, Files.chunkSize)
            let count = try file.append(upTo: min(room, Files.largeChunkSize), to: &bytes, path: path)
            if count == 0 { return bytes }
            guard bytes.count <= limit else {
                throw PlatformError(code: .tooLarge, operation: "read", path: path)
            }
        }
    }
}
