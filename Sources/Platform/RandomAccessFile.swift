#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file that is read at any offset and never mapped: one that shrinks meanwhile gives short reads, no signal.
public final class RandomAccessFile: Sendable {
    /// The path as given.
    public let path: String
    /// The length in bytes when the file was opened.
    public let length: Int64
    private let file: FileDescriptor

    /// Opens the file at `path` for reading.
    ///
    /// - Throws: `isADirectory` for anything but a file, or what the system says.
    public init(path: String) throws(PlatformError) {
        self.path = path
        let file = try FileDescriptor(opening: path, flags: O_RDONLY)
        guard case .file(let size) = try file.status(path: path).kind else {
            throw PlatformError(code: .isADirectory, operation: "read", path: path, errno: EISDIR)
        }
        length = size
        self.file = file
    }

    /// The bytes from `offset` on, `count` or fewer where the file ends.
    ///
    /// - Precondition: `offset` and `count` are not negative.
    public func read(at offset: Int64, count: Int) throws(PlatformError) -> [UInt8] {
        try Files.readRange(file, path: path, offset: offset, count: count)
    }

    /// Tells the system that these bytes will be read soon, so that it fetches them together: a hint, which
    /// changes nothing and never fails.
    ///
    /// - Precondition: `offset` and `count` are not negative.
    public func willRead(at offset: Int64, count: Int) {
        #if !canImport(Darwin)
        _ = posix_fadvise(file.number, off_t(offset), off_t(count), Int32(POSIX_FADV_WILLNEED))
        #endif
    }
}
