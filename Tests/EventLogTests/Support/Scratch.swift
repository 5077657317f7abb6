import Foundation
import Platform

/// A folder for one test, removed with everything in it when the test ends.
///
/// It lies in memory where the system has such a file system: most tests are not about the disk.
final class Scratch: Sendable {
    let folder: String

    init() throws {
        let parent =
            FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
        folder = parent + "/event-log-tests-" + UUID().uuidString
        try Files.makeDirectory(folder)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func path(_ name: String = "test.evlog") -> String { folder + "/" + name }

    /// The names in the folder, sorted.
    var names: [String] { (try? Files.entries(of: folder)) ?? [] }

    func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }
}
