import Foundation

/// How much a run tries; the defaults suit each commit, `Tools/soak` asks for more.
enum Settings {
    static func number(_ name: String, or usual: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
    }

    /// Where random choices begin: `TRAVELOG_SEED`.
    static let seed = UInt64(number("TRAVELOG_SEED", or: 1))

    /// States of the disk that are opened: `TRAVELOG_CRASH_STATES`.
    static let crashStates = number("TRAVELOG_CRASH_STATES", or: 1_500)

    /// Whether every kind of failure is tried at every call: `TRAVELOG_FAILED_CALLS=all`.
    static let failsAll = ProcessInfo.processInfo.environment["TRAVELOG_FAILED_CALLS"] == "all"

    /// Tells the soak tool how much was run.
    static func report(_ kind: String, executions: Int, findings: Int) {
        print("soak: \(kind) executions \(executions) findings \(findings)")
    }
}
