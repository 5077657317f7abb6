import Foundation

/// What child processes of tests do before they use the library.
enum ChildScenarios {
    /// Makes the standard output a pipe that nobody reads.
    static func closeReaderOfOutput() throws {
        var ends: [Int32] = [0, 0]
        unsafe pipe(&ends)
        close(ends[0])
        dup2(ends[1], 1)
    }
}
