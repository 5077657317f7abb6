import Foundation

/// A file whose existence tells another process to go on.
///
/// System calls only: a process whose address space is limited has no room for more.
enum Signal {
    /// How often it is looked for, and how long between two looks in milliseconds.
    ///
    /// Ten minutes in all: a failed partner does not hang the tests, and one on a busy machine has time.
    private static let (looks, pause) = (300_000, 2)

    static func send(_ path: String) {
        let file = unsafe open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        precondition(file >= 0, "\(path) cannot be made: \(errno)")
        close(file)
    }

    /// Blocks the thread.
    static func wait(for path: String) {
        for _ in 0..<looks where !isThere(path) { usleep(useconds_t(pause * 1_000)) }
    }

    /// Waits without blocking a thread that other tests need.
    static func arrival(of path: String) async {
        for _ in 0..<looks where !isThere(path) {
            try? await Task.sleep(for: .milliseconds(pause))
        }
    }

    private static func isThere(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}
