import Foundation

/// A file whose existence tells another process to go on.
enum Signal {
    static func send(_ path: String) {
        _ = FileManager.default.createFile(atPath: path, contents: nil)
    }

    /// Blocks the thread, at most for twenty seconds, so that a failed partner does not hang the tests.
    static func wait(for path: String) {
        for _ in 0..<300_000 where !FileManager.default.fileExists(atPath: path) { usleep(2_000) }
    }

    /// Waits without blocking a thread that other tests need.
    static func arrival(of path: String) async {
        for _ in 0..<300_000 where !FileManager.default.fileExists(atPath: path) {
            try? await Task.sleep(for: .milliseconds(2))
        }
    }
}
