/// What stands at a path.
public enum PathKind: Hashable, Sendable {
    /// Nothing, or a path through something that is no directory.
    case missing
    /// A regular file of `size` bytes.
    case file(size: Int64)
    /// A directory.
    case directory
    /// A pipe, device or socket.
    case other
}

/// Which file it is, however it is named.
public struct FileIdentity: Hashable, Sendable {
    /// The device the file lives on.
    public let device: UInt64
    /// The file's number on that device.
    public let inode: UInt64
}

/// What the system knows about a file; symbolic links are followed.
public struct FileStatus: Hashable, Sendable {
    /// Regular file, directory or other; never `missing`.
    public let kind: PathKind
    /// Device and inode.
    public let identity: FileIdentity
    /// The user id of the owner.
    public let owner: UInt32
    /// The permission bits, such as 0o600.
    public let permissions: UInt32
    /// The last modification in nanoseconds since 1970.
    public let modifiedNanoseconds: Int64
}
