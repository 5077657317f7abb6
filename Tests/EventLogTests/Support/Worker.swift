import Foundation

/// A `log-worker`: the log in a process of its own.
final class Worker {
    private let process = Process()
    private let output = Pipe()
    private var read = Data()

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
        try process.run()
    }

    deinit { if process.isRunning { kill() } }

    /// The first line that it prints; nil when it ends without one.
    ///
    /// `lines()` gives that line again.
    func line() -> String? {
        while !read.contains(UInt8(ascii: "\n")) {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            read += more
        }
        return read.split(separator: UInt8(ascii: "\n")).first.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Every line that it printed to its end; waits until it has ended.
    func lines() -> [String] {
        read += output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let end = read.lastIndex(of: UInt8(ascii: "\n")) ?? read.startIndex
        return read[..<end].split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
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
