import CommandLineKit
import Evtool
import Foundation
import Platform
import TravelTool

/// A folder for one test that drives shells or files; removed with everything in it.
final class ShellFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "evtool-shell-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }

    func write(_ text: String, to name: String, isProgram: Bool = false) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
        if isProgram {
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file(name))
        }
    }

    func text(_ name: String) -> String {
        String(decoding: (try? Data(contentsOf: URL(fileURLWithPath: file(name)))) ?? Data(), as: UTF8.self)
    }

    /// Every file and folder below, sorted.
    func listing(_ name: String = "") throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: name.isEmpty ? path : file(name)).sorted()
    }

    /// Puts the sample month here as a log and returns its path.
    func sample(_ name: String = "sample.evlog") throws -> String {
        try FileManager.default.copyItem(atPath: try Self.made.get().file("sample.evlog"), toPath: file(name))
        return file(name)
    }

    private static let made: Result<ShellFolder, any Error> = Result {
        let folder = try ShellFolder()
        let run = ShellTool.run(
            "record", "events", "--quiet", "--create", "--log", folder.file("sample.evlog"),
            ShellProgram.repository + "/Events/Samples/one-month.ndjson")
        guard run.status == 0 else { throw ShellFailure(text: run.errors) }
        return folder
    }
}

struct ShellFailure: Error { let text: String }

/// The tool, run inside the tests.
enum ShellTool {
    struct Run {
        let status: Int32
        let output: String
        let errors: String

        var lines: [String] {
            output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }

        /// The objects of a JSON answer, in order.
        var objects: [[String: Any]] {
            output.split(separator: "\n").compactMap {
                try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
        }

        func objects(_ kind: String) -> [[String: Any]] {
            objects.filter { $0["kind"] as? String == kind }
        }
    }

    static func run(_ words: String..., model: Model = .travel) -> Run { run(words, model: model) }

    static func run(_ words: [String], model: Model = .travel) -> Run {
        let (output, errors) = (ByteSink.memory(), ByteSink.memory())
        let status = Tool(model).run(words) { settings in
            Console(
                program: "evtool", settings: settings, terminal: TerminalInfo(), output: output,
                errors: errors, environment: { _ in nil })
        }
        return Run(status: status.code, output: output.text, errors: errors.text)
    }
}

/// A program of the system, or the built tool, run as a process of its own.
enum ShellProgram {
    struct Run {
        /// The exit status, or 128 and the number of the signal.
        let status: Int32
        let output: String
        let errors: String
        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// The folder of the package.
    static let repository: String = {
        var url = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { url.deleteLastPathComponent() }
        return url.path
    }()

    /// The built tool, beside the bundle that holds these tests.
    static let evtool: String = {
        let words = CommandLine.arguments
        let start = words.first { $0.hasSuffix(".xctest") } ?? words[0]
        var folder = URL(fileURLWithPath: start).deletingLastPathComponent()
        while folder.path != "/" {
            let candidate = folder.appendingPathComponent("evtool").path
            if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
            folder.deleteLastPathComponent()
        }
        return "/nonexistent/evtool"
    }()

    /// Where a program of the system stands, or nil.
    static func find(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(
            String.init)
        return (folders + ["/usr/bin", "/bin", "/usr/local/bin"]).map { $0 + "/" + name }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    static func isThere(_ name: String) -> Bool { find(name) != nil }

    /// Runs a program; `environment` is all that it sees beside a path that leads to the built tool.
    static func run(
        _ program: String, _ words: [String], in folder: ShellFolder, environment: [String: String] = [:]
    ) throws -> Run {
        guard let path = program.hasPrefix("/") ? program : find(program) else {
            throw ShellFailure(text: "there is no \(program)")
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = words
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        var all = [
            "PATH": URL(fileURLWithPath: evtool).deletingLastPathComponent().path + ":/usr/bin:/bin",
            "HOME": folder.path, "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no", "TERM": "xterm",
        ]
        all.merge(environment) { $1 }
        process.environment = all
        // Files instead of pipes: nothing can block, however much is written.
        let scratch = try ShellFolder()
        for name in ["in", "out", "err"] { try scratch.write("", to: name) }
        process.standardInput = FileHandle(forReadingAtPath: scratch.file("in"))
        process.standardOutput = FileHandle(forWritingAtPath: scratch.file("out"))
        process.standardError = FileHandle(forWritingAtPath: scratch.file("err"))
        try process.run()
        process.waitUntilExit()
        let isSignal = process.terminationReason == .uncaughtSignal
        return Run(
            status: (isSignal ? 128 : 0) + process.terminationStatus, output: scratch.text("out"),
            errors: scratch.text("err"))
    }
}
