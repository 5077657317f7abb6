#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An open file that closes itself.
struct FileDescriptor: ~Copyable {
    let number: Int32

    /// Takes over an open descriptor.
    init(owning number: Int32) { self.number = number }

    /// Opens `path` with the flags of open(2); the descriptor is never inherited by child processes.
    init(opening path: String, flags: Int32, permissions: UInt32 = 0) throws(PlatformError) {
        number = try unsafe Self.descriptor(path: path) { text in
            unsafe open(text, flags | O_CLOEXEC, mode_t(permissions))
        }
    }

    /// Opens `name` in an open directory.
    init(
        opening name: String, in directory: borrowing FileDescriptor, flags: Int32,
        permissions: UInt32, path: String
    ) throws(PlatformError) {
        let folder = directory.number
        number = try unsafe Self.descriptor(path: path, name: name) { text in
            unsafe openat(folder, text, flags | O_CLOEXEC, mode_t(permissions))
        }
    }

    deinit { _ = close(number) }

    private static func descriptor(
        path: String, name: String? = nil, _ call: (UnsafePointer<CChar>) -> Int32
    ) throws(PlatformError) -> Int32 {
        let text = name ?? path
        guard !text.utf8.contains(0) else {
            throw PlatformError(operation: "open", path: path, errno: EINVAL)
        }
        let result = retryingInterrupts { unsafe text.withCString { unsafe Int(call($0)) } }
        guard result >= 0 else {
            throw PlatformError(operation: "open", path: path, errno: lastErrorNumber)
        }
        return Int32(result)
    }

    /// Reads up to `count` bytes; fewer at the end of the file, none at its very end.
    func read(upTo count: Int, path: String) throws(PlatformError) -> [UInt8] {
        try unsafe Self.filling(count, operation: "read", path: path) { buffer in
            unsafe Glue.read(number, buffer.baseAddress, buffer.count)
        }
    }

    /// Appends up to `count` bytes to `bytes` and tells how many came; none at the end.
    func append(upTo count: Int, to bytes: inout [UInt8], path: String) throws(PlatformError) -> Int {
        var (got, failure): (Int, Int32) = (0, 0)
        bytes.append(addingCapacity: count) { (output: inout OutputSpan<UInt8>) in
            unsafe output.withUnsafeMutableBufferPointer { buffer, filled in
                let start = filled
                let room = unsafe UnsafeMutableRawBufferPointer(
                    UnsafeMutableBufferPointer(rebasing: buffer[start..<(start + count)]))
                got = retryingInterrupts { unsafe Glue.read(number, room.baseAddress, room.count) }
                if got < 0 { failure = lastErrorNumber }
                filled += max(0, got)
            }
        }
        guard failure == 0 else { throw PlatformError(operation: "read", path: path, errno: failure) }
        return got
    }

    /// Reads up to `count` bytes at `offset` without moving the file's own offset.
    func read(at offset: Int64, upTo count: Int, path: String) throws(PlatformError) -> [UInt8] {
        try unsafe Self.filling(count, operation: "read", path: path) { buffer in
            unsafe pread(number, buffer.baseAddress, buffer.count, off_t(offset))
        }
    }

    private static func filling(
        _ count: Int, operation: String, path: String,
        _ call: (UnsafeMutableRawBufferPointer) -> Int
    ) throws(PlatformError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let raw = UnsafeMutableRawBufferPointer(buffer)
            let got = retryingInterrupts { unsafe call(raw) }
            if got < 0 { failure = lastErrorNumber }
            filled = max(0, got)
        }
        guard failure == 0 else { throw PlatformError(operation: operation, path: path, errno: failure) }
        return bytes
    }

    /// Writes all of `bytes`, however many calls it takes.
    func write(_ bytes: ArraySlice<UInt8>, path: String?) throws(PlatformError) {
        try Self.write(bytes, to: number, path: path)
    }

    /// Writes all of `bytes` to a descriptor that somebody else owns.
    static func write(
        _ bytes: ArraySlice<UInt8>, to number: Int32, path: String?
    ) throws(PlatformError) {
        var done = 0
        while done < bytes.count {
            let start = done
            let written = unsafe bytes.withUnsafeBytes { buffer in
                retryingInterrupts {
                    unsafe Glue.write(
                        number, buffer.baseAddress.map { unsafe $0 + start }, buffer.count - start)
                }
            }
            guard written >= 0 else {
                if lastErrorNumber == EAGAIN {
                    waitUntilWritable(number)
                    continue
                }
                throw PlatformError(operation: "write", path: path, errno: lastErrorNumber)
            }
            done += written
        }
    }

    /// Blocks until a descriptor that somebody made non-blocking takes bytes again.
    private static func waitUntilWritable(_ number: Int32) {
        var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&request, 1, -1)
    }

    /// Asks the system to put the content on the device.
    func synchronize(path: String) throws(PlatformError) {
        #if canImport(Darwin)
        // fsync(2) on Apple systems leaves data in the drive's cache; the manual names this call instead.
        if fcntl(number, F_FULLFSYNC) == 0 { return }
        #endif
        let number = number
        guard retryingInterrupts({ Int(fsync(number)) }) == 0 else {
            throw PlatformError(operation: "synchronize", path: path, errno: lastErrorNumber)
        }
    }

    /// What the system knows about the open file.
    func status(path: String) throws(PlatformError) -> FileStatus {
        var record = stat()
        guard unsafe fstat(number, &record) == 0 else {
            throw PlatformError(operation: "examine", path: path, errno: lastErrorNumber)
        }
        return FileStatus(record)
    }
}

/// Calls whose C names collide with methods of this module's types.
enum Glue {
    static func read(_ number: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
        unsafe Darwin.read(number, buffer, count)
        #elseif canImport(Musl)
        unsafe Musl.read(number, buffer, count)
        #else
        unsafe Glibc.read(number, buffer, count)
        #endif
    }

    static func write(_ number: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
        unsafe Darwin.write(number, buffer, count)
        #elseif canImport(Musl)
        unsafe Musl.write(number, buffer, count)
        #else
        unsafe Glibc.write(number, buffer, count)
        #endif
    }
}

extension FileStatus {
    /// The status in a record of stat(2).
    init(_ record: stat) {
        switch mode_t(record.st_mode) & S_IFMT {
        case S_IFREG: kind = .file(size: Int64(record.st_size))
        case S_IFDIR: kind = .directory
        default: kind = .other
        }
        identity = FileIdentity(
            device: UInt64(truncatingIfNeeded: record.st_dev), inode: UInt64(record.st_ino))
        owner = record.st_uid
        permissions = UInt32(record.st_mode) & 0o7777
        #if canImport(Darwin)
        let time = record.st_mtimespec
        #else
        let time = record.st_mtim
        #endif
        modifiedNanoseconds = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
