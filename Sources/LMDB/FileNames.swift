/// The files that make up an environment.
struct FileNames {
    /// The data file.
    let data: String
    /// LMDB's lock file.
    let lock: String
    /// The directory, in the layout that names one.
    let directory: String

    init(path: String, layout: Environment.Options.Layout) {
        switch layout {
        case .file:
            data = path
            lock = path + "-lock"
            directory = parentDirectory(of: path)
        case .directory:
            data = path + "/data.mdb"
            lock = path + "/lock.mdb"
            directory = path
        }
    }
}
