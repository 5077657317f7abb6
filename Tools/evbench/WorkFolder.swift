import Platform

/// The folder of a run's data files; it goes when the run ends.
final class WorkFolder {
    let path: String
    private var count = 0

    init(in parent: String) throws {
        path = parent + "/evbench-\(ProcessEnvironment.processNumber)"
        try Files.makeDirectory(path)
    }

    /// A path at which nothing stands.
    func newPath() -> String {
        count += 1
        return path + "/\(count)"
    }

    /// Removes a contender's files.
    func remove(_ file: String) {
        for suffix in ["", "-lock", "-wal", "-shm", "-journal"] { Self.removeTree(file + suffix) }
    }

    /// Removes the folder with all that is left in it.
    func removeAll() { Self.removeTree(path) }

    /// Removes a file, or a folder with all that is in it; nothing when there is none.
    private static func removeTree(_ path: String) {
        guard case .directory? = try? Files.kind(of: path) else {
            try? Files.unlink(path)
            return
        }
        for name in (try? Files.entries(of: path)) ?? [] { removeTree(path + "/" + name) }
        try? Files.removeDirectory(path)
    }
}
