#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file that appears under its name whole, or not at all.
///
/// The content goes to a file of a random name in the same directory; `commit` puts it on the device,
/// gives it its name and puts the directory on the device. Without `commit` nothing is left behind.
/// The directory is held open, so that nobody can swap it in between. Not for use from two threads.
public final class AtomicFile {
    /// The path that the file gets.
    public let path: String
    private let replacesExisting: Bool
    private let folderPath: String
    private let folder: FileDescriptor
    private let name: String
    private let temporaryName: String
    private let writer: FileWriter
    private var isFinished = false

    /// Starts a file for `path`.
    ///
    /// - Parameters:
    ///   - path: The name to get; its directory must exist.
    ///   - replacing: Whether an existing file may be replaced; otherwise it is an error, now and at
    ///     commit.
    ///   - permissions: The permission bits, set whatever the process's mask is.
    /// - Throws: `alreadyExists`, `isADirectory`, or what the system says.
    public init(
        path: String, replacing: Bool = false, permissions: UInt32 = 0o600
    ) throws(PlatformError) {
        self.path = path
        replacesExisting = replacing
        folderPath = Files.directory(of: path)
        name = Files.name(of: path)
        folder = try FileDescriptor(opening: folderPath, flags: O_RDONLY | O_DIRECTORY)
        try Self.checkTarget(name, in: folder, path: path, replacing: replacing)
        temporaryName = ".\(Randomness.uint64()).tmp"
        let file = try FileDescriptor(
            opening: temporaryName, in: folder, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
            permissions: permissions, path: path)
        _ = fchmod(file.number, mode_t(permissions))
        writer = FileWriter(owning: file, path: path)
    }

    deinit { cancel() }

    /// Adds `bytes` to the file.
    public func write(_ bytes: [UInt8]) throws(PlatformError) {
        precondition(!isFinished, "AtomicFile.write after commit or cancel")
        try writer.write(bytes)
    }

    /// Gives the file its name, durably.
    ///
    /// - Throws: `alreadyExists` when the name was taken meanwhile and must not be replaced, or what the
    ///   system says; nothing is left behind then.
    public func commit() throws(PlatformError) {
        precondition(!isFinished, "AtomicFile.commit after commit or cancel")
        do throws(PlatformError) {
            try writer.synchronize()
            try takeName()
        } catch {
            cancel()
            throw error
        }
        isFinished = true
        try folder.synchronize(path: folderPath)
    }

    /// Removes what was written; does nothing after `commit`.
    public func cancel() {
        guard !isFinished else { return }
        isFinished = true
        _ = unsafe unlinkat(folder.number, temporaryName, 0)
    }

    private func takeName() throws(PlatformError) {
        if replacesExisting { return try renameOverTarget() }
        // A hard link never replaces anything; the temporary name goes afterwards.
        if unsafe linkat(folder.number, temporaryName, folder.number, name, 0) == 0 {
            _ = unsafe unlinkat(folder.number, temporaryName, 0)
            return
        }
        let number = lastErrorNumber
        guard number == EPERM || number == ENOTSUP || number == EOPNOTSUPP || number == EMLINK else {
            throw PlatformError(operation: "create", path: path, errno: number)
        }
        // A file system without hard links: the name is reserved by an empty file of ours first.
        let reservation = try FileDescriptor(
            opening: name, in: folder, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
            permissions: 0o600, path: path)
        _ = consume reservation
        do throws(PlatformError) {
            try renameOverTarget()
        } catch {
            _ = unsafe unlinkat(folder.number, name, 0)
            throw error
        }
    }

    private func renameOverTarget() throws(PlatformError) {
        guard unsafe renameat(folder.number, temporaryName, folder.number, name) == 0 else {
            throw PlatformError(operation: "create", path: path, errno: lastErrorNumber)
        }
    }

    private static func checkTarget(
        _ name: String, in folder: borrowing FileDescriptor, path: String, replacing: Bool
    ) throws(PlatformError) {
        guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(0) else {
            throw PlatformError(operation: "create", path: path, errno: EISDIR)
        }
        var record = stat()
        guard unsafe fstatat(folder.number, name, &record, AT_SYMLINK_NOFOLLOW) == 0 else { return }
        if FileStatus(record).kind == .directory {
            throw PlatformError(operation: "create", path: path, errno: EISDIR)
        }
        if !replacing { throw PlatformError(operation: "create", path: path, errno: EEXIST) }
    }
}
