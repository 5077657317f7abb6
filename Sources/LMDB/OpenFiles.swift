internal import Synchronization

/// The files that this process has open as environments.
///
/// POSIX record locks belong to the process: closing a second descriptor of LMDB's lock file would drop the
/// locks of the first, and another process would then overwrite pages that are still being read. So a file
/// is opened at most once, and the file is told by device and inode, since paths lie.
enum OpenFiles {
    private static let identities = Mutex<Set<FileIdentity>>([])

    /// Records `identity` as open; false when it is open already.
    static func reserve(_ identity: FileIdentity) -> Bool {
        identities.withLock { $0.insert(identity).inserted }
    }

    /// Forgets `identity`, after its environment was closed.
    static func release(_ identity: FileIdentity) {
        identities.withLock { _ = $0.remove(identity) }
    }
}
