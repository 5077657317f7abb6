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
        for suffix in ["", "-lock", "-wal", "-shm", "-journal"] { try? Files.unlink(file + suffix) }
    }

    /// Removes the folder with all that is left in it.
    func removeAll() {
        for name in (try? Files.entries(of: path)) ?? [] { try? Files.unlink(path + "/" + name) }
        try? Files.removeDirectory(path)
    }
}
