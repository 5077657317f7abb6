#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Files and directories, read and changed by path.
public enum Files {
    /// The bytes that one read call asks for.
    static let chunkSize = 1 << 16
    /// Bytes that are read at a time where there is room for a whole file.
    static let largeChunkSize = 1 << 22

    /// All bytes of the file at `path`, which may also be a pipe.
    ///
    /// - Parameter limit: The most bytes to accept.
    /// - Throws: `tooLarge` for more than `limit` bytes, `isADirectory`, or what the system says.
    /// - Complexity: O(size).
    public static func readAll(_ path: String, limit: Int) throws(PlatformError) -> [UInt8] {
        let reader = try FileReader(path: path)
        return try reader.readToEnd(limit: limit)
    }

    /// Up to `count` bytes from `offset`; fewer when the file ends earlier.
    public static func readRange(
        _ path: String, offset: Int64, count: Int
    ) throws(PlatformError) -> [UInt8] {
        let file = try FileDescriptor(opening: path, flags: O_RDONLY)
        return try readRange(file, path: path, offset: offset, count: count)
    }

    static func readRange(
        _ file: borrowing FileDescriptor, path: String, offset: Int64, count: Int
    ) throws(PlatformError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let part = try file.read(
                at: offset + Int64(bytes.count), upTo: count - bytes.count, path: path)
            if part.isEmpty { break }
            bytes += part
        }
        return bytes
    }

    /// What stands at `path`, symbolic links followed.
    ///
    /// - Throws: When the system does not let us look.
    public static func kind(of path: String) throws(PlatformError) -> PathKind {
        do {
            return try status(of: path).kind
        } catch {
            if error.code == .notFound || error.code == .notADirectory { return .missing }
            throw error
        }
    }

    /// What the system knows about the file at `path`, symbolic links followed.
    public static func status(of path: String) throws(PlatformError) -> FileStatus {
        var record = stat()
        guard !path.utf8.contains(0), unsafe stat(path, &record) == 0 else {
            let number = path.utf8.contains(0) ? EINVAL : lastErrorNumber
            throw PlatformError(operation: "examine", path: path, errno: number)
        }
        return FileStatus(record)
    }

    /// Which file `path` names: equal for two names of one file.
    public static func identity(of path: String) throws(PlatformError) -> FileIdentity {
        try status(of: path).identity
    }

    /// The names in a directory without `.` and `..`, ordered by their bytes.
    ///
    /// Names that are not UTF-8 appear with replacement characters.
    /// - Complexity: O(n log n).
    public static func entries(of path: String) throws(PlatformError) -> [String] {
        guard let handle = unsafe opendir(path) else {
            throw PlatformError(operation: "read the directory", path: path, errno: lastErrorNumber)
        }
        defer { _ = unsafe closedir(handle) }
        var names: [String] = []
        while let entry = unsafe readdir(handle) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) { text in
                    unsafe String(cString: text)
                }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Removes the name `path` of a file.
    public static func unlink(_ path: String) throws(PlatformError) {
        try check("remove", path) { $0.unlink(path) }
    }

    /// Makes a directory that only its owner can use.
    public static func makeDirectory(
        _ path: String, permissions: UInt32 = 0o700
    ) throws(PlatformError) {
        try check("make the directory", path) { $0.mkdir(path, mode_t(permissions)) }
    }

    /// Removes an empty directory.
    public static func removeDirectory(_ path: String) throws(PlatformError) {
        try check("remove the directory", path) { $0.rmdir(path) }
    }

    /// Renames a file; an existing target is replaced.
    public static func rename(_ path: String, to target: String) throws(PlatformError) {
        try check("rename", path) { $0.rename(path, target) }
    }

    /// Renames a file unless something stands at the target.
    ///
    /// A hard link never replaces anything; the old name goes afterwards.
    ///
    /// - Throws: `PlatformError` with `.alreadyExists` when the target is taken.
    public static func renameExclusively(_ path: String, to target: String) throws(PlatformError) {
        try check("create", target) { $0.link(path, target) }
        do { try unlink(path) } catch {
            try? unlink(target)
            throw error
        }
    }

    /// Gives a finished file its name, durably, unless something stands at the target.
    ///
    /// - Throws: `PlatformError` with `.alreadyExists` when the target is taken, or what the system says; the
    ///   name is free again then.
    public static func publish(_ path: String, as target: String) throws(PlatformError) {
        try renameExclusively(path, to: target)
        do { try syncDirectory(directory(of: target)) } catch {
            try? unlink(target)
            throw error
        }
    }

    /// Puts a directory's own content, its names, on the device.
    public static func syncDirectory(_ path: String) throws(PlatformError) {
        let folder = try FileDescriptor(opening: path, flags: O_RDONLY | O_DIRECTORY)
        try folder.synchronize(path: path)
    }

    /// The directory part of `path`: `.` when it has none.
    public static func directory(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        let head = path[..<slash]
        return head.isEmpty ? "/" : String(head)
    }

    /// The last part of `path`.
    public static func name(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }

    private static func check(
        _ operation: String, _ path: String, _ call: (Calls) -> Int32
    ) throws(PlatformError) {
        guard !path.utf8.contains(0) else {
            throw PlatformError(operation: operation, path: path, errno: EINVAL)
        }
        guard call(Calls()) == 0 else {
            throw PlatformError(operation: operation, path: path, errno: lastErrorNumber)
        }
    }

    /// The C calls whose names this type uses itself.
    private struct Calls {
        func unlink(_ path: String) -> Int32 { unsafe unlinkat(AT_FDCWD, path, 0) }
        func rmdir(_ path: String) -> Int32 { unsafe unlinkat(AT_FDCWD, path, AT_REMOVEDIR) }
        func mkdir(_ path: String, _ mode: mode_t) -> Int32 { unsafe mkdirat(AT_FDCWD, path, mode) }
        func link(_ path: String, _ target: String) -> Int32 {
            unsafe linkat(AT_FDCWD, path, AT_FDCWD, target, 0)
        }
        func rename(_ path: String, _ target: String) -> Int32 {
            unsafe renameat(AT_FDCWD, path, AT_FDCWD, target)
        }
    }
}
