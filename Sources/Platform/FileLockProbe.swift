#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Asks who holds a record lock on a file, without taking or changing any.
public enum FileLockProbe {
    /// The process that holds a lock on a byte of the file; nil when nobody does or there is no file.
    ///
    /// The descriptor is read-only, so that the question works on another user's file. It must not be asked
    /// by a process that holds a lock on this file itself: closing any descriptor would drop it (POSIX).
    ///
    /// - Throws: `PlatformError` when the file exists and cannot be asked.
    public static func holder(of path: String, byte: Int64) throws(PlatformError) -> Int32? {
        guard case .file = try Files.kind(of: path) else { return nil }
        let file = try FileDescriptor(opening: path, flags: O_RDONLY)
        var question = flock()
        question.l_type = Int16(F_WRLCK)
        question.l_whence = Int16(SEEK_SET)
        question.l_start = off_t(byte)
        question.l_len = 1
        guard unsafe fcntl(file.number, F_GETLK, &question) == 0 else {
            throw PlatformError(operation: "ask for locks on", path: path, errno: lastErrorNumber)
        }
        return question.l_type == Int16(F_UNLCK) ? nil : question.l_pid
    }
}
