#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Buffered output to a file; nothing is lost half-way through a call.
///
/// Not for use from two threads at once. Bytes still in the buffer are dropped when the writer goes
/// away without `flush`.
public final class FileWriter {
    /// The bytes that are gathered before a write.
    public static let bufferSize = 1 << 16

    /// The path as given, or the stream's name.
    public let path: String
    private let file: FileDescriptor
    private var buffer: [UInt8] = []

    /// Makes a new file at `path` for its owner alone.
    ///
    /// - Throws: `alreadyExists` also for a dangling symbolic link, or what the system says.
    public init(creating path: String, permissions: UInt32 = 0o600) throws(PlatformError) {
        self.path = path
        file = try FileDescriptor(
            opening: path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions: permissions)
        _ = fchmod(file.number, mode_t(permissions))
    }

    init(owning file: consuming FileDescriptor, path: String) {
        self.path = path
        self.file = file
    }

    /// Adds `bytes` to the output.
    public func write(_ bytes: [UInt8]) throws(PlatformError) {
        if buffer.isEmpty && bytes.count >= Self.bufferSize {
            try file.write(bytes[...], path: path)
            return
        }
        buffer += bytes
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Hands everything gathered so far to the system.
    public func flush() throws(PlatformError) {
        guard !buffer.isEmpty else { return }
        try file.write(buffer[...], path: path)
        buffer.removeAll(keepingCapacity: true)
    }

    /// Hands everything to the system and waits until it is on the device.
    public func synchronize() throws(PlatformError) {
        try flush()
        try file.synchronize(path: path)
    }
}
