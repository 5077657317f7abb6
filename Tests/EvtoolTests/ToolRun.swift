import Foundation

/// One run of the built tool as a process of its own: what went in, and what came out.
struct ToolRun {
    /// Nothing of the tests' own environment reaches the tool unless a test says so.
    static let plainEnvironment = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no", "LANG": "C"]

    /// How the process ended: its exit status, or 128 and the signal's number as a shell has it.
    let status: Int32
    /// Whether a signal ended it.
    let diedOfSignal: Bool
    let stdout: String
    let stderr: String

    /// The lines of the answer.
    var lines: [String] { stdout.split(separator: "\n").map(String.init) }

    /// The code in brackets at the end of an error's first line.
    var errorCode: String? {
        if let code = jsonError?["code"] as? String { return code }
        guard let first = stderr.split(separator: "\n").first(where: { $0.hasSuffix("]") }),
            let open = first.lastIndex(of: "[")
        else { return nil }
        return String(first[first.index(after: open)...].dropLast())
    }

    /// The objects of a JSON answer; a line that is none gives nil.
    var objects: [[String: Any]?] {
        lines.map { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
    }

    /// The error as an object, where it was asked for in JSON.
    var jsonError: [String: Any]? {
        stderr.split(separator: "\n").compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }.first { $0["kind"] as? String == "error" }
    }

    /// The objects of one kind.
    func objects(_ kind: String) -> [[String: Any]] {
        objects.compactMap { $0 }.filter { $0["kind"] as? String == kind }
    }

    /// The built tool, beside the bundle that holds these tests.
    static let tool: String = {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        for argument in CommandLine.arguments where argument.hasSuffix(".xctest") {
            folder = URL(fileURLWithPath: argument).deletingLastPathComponent()
        }
        while folder.path != "/" {
            let candidate = folder.appendingPathComponent("evtool").path
            if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
            folder.deleteLastPathComponent()
        }
        return "/nonexistent/evtool"
    }()

    /// Runs the tool with `words`.
    static func run(
        _ words: [String], in folder: String, stdin: [UInt8] = [], environment: [String: String] = [:]
    ) throws -> ToolRun {
        try run(executable: tool, words, in: folder, stdin: stdin, environment: environment)
    }

    /// Runs a line of shell, in which `$EVTOOL` is the tool.
    static func shell(_ line: String, in folder: String) throws -> ToolRun {
        try run(executable: "/bin/bash", ["-c", line], in: folder, environment: ["EVTOOL": tool])
    }

    private static func run(
        executable: String, _ words: [String], in folder: String, stdin: [UInt8] = [],
        environment: [String: String]
    ) throws -> ToolRun {
        // Files instead of pipes: nothing can block, however much is written.
        let scratch = try TemporaryFolder()
        let process = try start(
            executable: executable, words, in: folder, stdin: stdin, environment: environment, scratch)
        return ToolRun(waitingFor: process, scratch)
    }

    /// Starts the tool without waiting for it; its output goes to `stdout` and `stderr` in `scratch`.
    static func start(
        executable: String = tool, _ words: [String], in folder: String, stdin: [UInt8] = [],
        environment: [String: String] = [:], _ scratch: TemporaryFolder
    ) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = words
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = plainEnvironment.merging(environment) { $1 }
        try scratch.write(stdin, to: "stdin")
        for name in ["stdout", "stderr"] { try scratch.write([], to: name) }
        process.standardInput = try FileHandle(forReadingFrom: scratch.url("stdin"))
        process.standardOutput = try FileHandle(forWritingTo: scratch.url("stdout"))
        process.standardError = try FileHandle(forWritingTo: scratch.url("stderr"))
        // Worker threads block signals, and a child inherits that; users' shells give it none.
        var none = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        try process.run()
        return process
    }

    /// How long a run may take, in seconds; far more than any does.
    private static let deadline = 120.0

    /// The outcome of a process, once it has ended.
    ///
    /// Asked again and again: `waitUntilExit` needs the run loop of the thread that started the process.
    init(waitingFor process: Process, _ scratch: TemporaryFolder) {
        let end = Date().addingTimeInterval(Self.deadline)
        while process.isRunning {
            if Date() > end { kill(process.processIdentifier, SIGKILL) }
            usleep(1000)
        }
        diedOfSignal = process.terminationReason == .uncaughtSignal
        status = diedOfSignal ? 128 + process.terminationStatus : process.terminationStatus
        stdout = scratch.text("stdout")
        stderr = scratch.text("stderr")
    }
}
