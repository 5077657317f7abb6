internal import LMDB
internal import Platform

/// Where a log's data file is: a file `NAME.evlog`, a folder with `data.mdb`, or that `data.mdb` itself.
struct LogPath: Sendable {
    /// The path for the store: the file, or the folder.
    let storePath: String
    let layout: Environment.Options.Layout

    /// The name of the data file inside a folder.
    static let dataFile = "data.mdb"

    /// Finds out what stands at `path`.
    ///
    /// - Throws: `LogError`: `missing` when nothing stands there, `notALog` for a folder without a log or
    ///   something that is no file.
    init(finding path: String) throws(LogError) {
        let kind: PathKind
        do { kind = try Files.kind(of: path) } catch { throw LogError(platform: error, path: path) }
        switch kind {
        case .missing:
            throw LogError(.missing, "there is no log at this path", path: path)
        case .directory:
            let inner = path + "/" + Self.dataFile
            guard case .file = try? Files.kind(of: inner) else {
                throw LogError(.notALog, "this folder holds no log (no \(Self.dataFile) in it)", path: path)
            }
            storePath = path
            layout = .directory
        case .other:
            throw LogError(.notALog, "this is neither a file nor a folder", path: path)
        case .file(let size):
            guard size > 0 else { throw LogError(.notALog, "the file is empty", path: path) }
            let isInFolder = Files.name(of: path) == Self.dataFile
            storePath = isInFolder ? Files.directory(of: path) : path
            layout = isInFolder ? .directory : .file
        }
    }

    /// The data file itself.
    var dataFilePath: String { layout == .file ? storePath : storePath + "/" + Self.dataFile }
}
