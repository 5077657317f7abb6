#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A number that tells the threads of this process apart.
typealias ThreadNumber = UInt

/// The number of the calling thread.
func currentThread() -> ThreadNumber {
    #if canImport(Glibc)
    return UInt(pthread_self())
    #else
    return unsafe UInt(bitPattern: pthread_self())
    #endif
}

/// What `stat` says about a path, reduced to what opening an environment needs.
struct FileStatus {
    let identity: FileIdentity
    let size: Int
    let permissions: UInt32
    let isRegularFile: Bool
    let isDirectory: Bool

    init(_ status: stat) {
        identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        size = Int(status.st_size)
        permissions = UInt32(status.st_mode) & 0o7777
        isRegularFile = (status.st_mode & S_IFMT) == S_IFREG
        isDirectory = (status.st_mode & S_IFMT) == S_IFDIR
    }

    /// The status of `path`, or nil with `errno` set.
    static func of(path: String) -> FileStatus? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return FileStatus(status)
    }

    /// The status of an open descriptor, or nil with `errno` set.
    static func of(descriptor: Int32) -> FileStatus? {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        return FileStatus(status)
    }
}

/// `close`, under a name that no method hides.
func closeFile(_ descriptor: Int32) -> Int32 {
    close(descriptor)
}

/// Makes a new entry of a directory survive a power cut; silent where directories cannot be synchronised.
func synchronizeDirectory(of path: String) {
    let descriptor = unsafe open(parentDirectory(of: path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    _ = close(descriptor)
}

/// The path up to its last separator; "." when there is none.
func parentDirectory(of path: String) -> String {
    let bytes = path.utf8
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == bytes.startIndex ? "/" : String(path[..<slash])
}
