import Foundation

/// How much a run tries; the defaults suit each commit, `Tools/soak` asks for more.
enum Settings {
    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    /// Where random choices begin: `TRAVELOG_SEED`.
    static let seed = UInt64(number("TRAVELOG_SEED") ?? 20_261_130)

    /// Files that are harmed: `TRAVELOG_MUTATIONS`.
    static let mutations = number("TRAVELOG_MUTATIONS") ?? 300

    /// Files that are cut off: `TRAVELOG_CUTS`.
    static let cuts = number("TRAVELOG_CUTS") ?? 60

    /// One bit of so many is flipped: `TRAVELOG_BIT_FLIPS`, a number or `all`.
    static let bitStep =
        ProcessInfo.processInfo.environment["TRAVELOG_BIT_FLIPS"] == "all"
        ? 1 : number("TRAVELOG_BIT_FLIPS") ?? 997

    /// Tells the soak tool how much was run.
    ///
    /// A finding is an issue of the test; the tool counts those, this one only where the test did.
    static func report(_ kind: String, executions: Int, findings: Int = 0) {
        print("soak: \(kind) executions \(executions) findings \(findings)")
    }
}
