import Foundation

/// A folder for one test, removed with everything in it when the test ends.
final class Scratch: Sendable {
    let folder: String

    /// - Parameter inMemory: Whether the folder should lie where nothing needs a disk, if there is such a place.
    init(inMemory: Bool = false) throws {
        let memory = "/dev/shm"
        let parent =
            inMemory && FileManager.default.isWritableFile(atPath: memory)
            ? memory + "/" : NSTemporaryDirectory()
        folder = parent + "fault-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func path(_ name: String) -> String { folder + "/" + name }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    func remove(_ names: String...) {
        for name in names { try? FileManager.default.removeItem(atPath: path(name)) }
    }

    func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path(name)))) }

    func copy(_ name: String, to other: String) throws {
        try FileManager.default.copyItem(atPath: path(name), toPath: path(other))
    }

    func inode(_ name: String) throws -> UInt64 {
        let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
        return (attributes[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
    }

    /// The names here that are not those of lock files, in order.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasSuffix("-lock") }.sorted()
    }
}
