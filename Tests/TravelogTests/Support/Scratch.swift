import Foundation
import Platform
import Travelog

/// A folder for one test, removed with everything in it when the test ends.
///
/// It lies in memory where the system has such a file system: most tests are not about the disk.
final class Scratch: Sendable {
    let folder: String

    init() throws {
        let parent =
            FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
        folder = parent + "/travelog-tests-" + UUID().uuidString
        try Files.makeDirectory(folder)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func path(_ name: String = "test.evlog") -> String { folder + "/" + name }

    /// A new log with the history of `alice`.
    func alice(_ options: TravelogOptions = TravelogOptions()) throws -> History {
        try Travelog.create(at: path(), options: options).history(of: "alice")
    }

    /// The log opened again.
    func reopened(_ options: TravelogOptions = TravelogOptions()) throws -> History {
        try Travelog.open(at: path(), options: options).history(of: "alice")
    }
}
