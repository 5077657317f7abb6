import Foundation
import LMDB

/// A directory of its own for one test, removed with the object.
final class Scratch: Sendable {
    let directory: String

    init() throws {
        directory = NSTemporaryDirectory() + "lmdb-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// A path inside the directory.
    func path(_ name: String = "log.mdb") -> String { directory + "/" + name }

    func create(
        _ name: String = "log.mdb", mapSize: Int = Environment.Options.defaultMapSize
    ) throws(LMDBError) -> Environment {
        try Environment(path: path(name), options: .init(access: .create, mapSize: mapSize))
    }

    func open(_ name: String = "log.mdb", isReadOnly: Bool = false) throws(LMDBError) -> Environment {
        try Environment(path: path(name), options: .init(access: .open, isReadOnly: isReadOnly))
    }
}
