import Foundation

/// A `log-worker`: the log in a process of its own.
final class Worker {
    private let process = Process()
    private let output = Pipe()
    private let input = Pipe()

    /// The executable beside the test bundle.
    private static var executable: URL {
        get throws {
            let places =
                [Bundle.main.bundleURL, Bundle.main.bundleURL.deletingLastPathComponent()]
                + Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
                + [URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()]
            for place in places {
                let file = place.appendingPathComponent("log-worker")
                if FileManager.default.isExecutableFile(atPath: file.path) { return file }
            }
            throw CocoaError(.fileNoSuchFile)
        }
    }

    init(_ arguments: String...) throws {
        process.executableURL = try Self.executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) {
            $1
        }
        process.standardOutput = output
        process.standardInput = input
        try process.run()
    }

    deinit { if process.isRunning { kill() } }

    /// Everything that it printed; waits until it has ended.
    func lines() -> [String] {
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Waits until it has ended.
    ///
    /// - Returns: Its status; negative is the signal that ended it.
    @discardableResult
    func wait() -> Int32 {
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }

    /// Ends it as a power cut would, as far as the process is concerned.
    func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }
}
