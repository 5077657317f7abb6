import Foundation

/// One of the package's programs in a process of its own.
final class Program {
    private let process = Process()

    /// The folder of the built programs: that of the test bundle.
    static var folder: URL {
        get throws {
            let places =
                [Bundle.main.bundleURL, Bundle.main.bundleURL.deletingLastPathComponent()]
                + Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
                + [URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()]
            for place in places {
                let file = place.appendingPathComponent("log-worker")
                if FileManager.default.isExecutableFile(atPath: file.path) { return place }
            }
            throw CocoaError(.fileNoSuchFile)
        }
    }

    init(_ name: String, _ arguments: String...) throws {
        process.executableURL = try Self.folder.appendingPathComponent(name)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) {
            $1
        }
        try process.run()
    }

    deinit { if process.isRunning { process.terminate() } }

    /// Waits until it has ended, and gives its status.
    func wait() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    static func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
}
