internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The files that this process has open as environments.
///
/// POSIX record locks belong to the process: closing a second descriptor of LMDB's lock file would drop the
/// locks of the first, and another process would then overwrite pages that are still being read. So a file
/// is opened at most once, and the file is told by device and inode, since paths lie.
enum OpenFiles {
    private struct Registry {
        var process: pid_t
        var identities: Set<FileIdentity> = []

        /// Forgets what a parent had open: record locks do not pass to a forked child.
        mutating func adoptProcess() {
            let current = getpid()
            if process != current { self = Registry(process: current) }
        }
    }

    private static let registry = Mutex(Registry(process: getpid()))

    /// Records `identity` as open; false when it is open already.
    static func reserve(_ identity: FileIdentity) -> Bool {
        registry.withLock { registry in
            registry.adoptProcess()
            return registry.identities.insert(identity).inserted
        }
    }

    /// Closes an environment by `close` and forgets `identity`.
    ///
    /// Both are one step for others: as soon as the file is closed its inode may belong to a new file, and
    /// until then nobody may open it.
    static func release(_ identity: FileIdentity, closing close: () -> Void = {}) {
        registry.withLock { registry in
            registry.adoptProcess()
            close()
            registry.identities.remove(identity)
        }
    }
}
