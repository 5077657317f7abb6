import Foundation
import Testing

/// One run of a built program, with the shim before it where a test asks for one.
struct Program {
    /// The exit status; a signal's number, negative, where one ended it.
    let status: Int32
    let output: String
    let errors: String

    var lines: [Substring] { output.split(separator: "\n") }

    static let evtool = built("evtool")
    static let worker = built("fault-worker")

    /// A built program, beside the bundle that holds these tests.
    private static func built(_ name: String) -> String {
        var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        for argument in CommandLine.arguments where argument.hasSuffix(".xctest") {
            folder = URL(filePath: argument).deletingLastPathComponent()
        }
        return folder.appending(path: name).path
    }

    static func run(
        _ program: String, _ words: [String], in scratch: Scratch, environment: [String: String] = [:]
    ) throws -> Program {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = words
        process.currentDirectoryURL = URL(filePath: scratch.folder)
        process.environment = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
            .merging(environment) { $1 }
        // Files instead of pipes: nothing can block, however much is written.
        let names = ["out", "err"].map { "/.\($0)-\(UUID().uuidString)" }
        let files = names.map { scratch.folder + $0 }
        for file in files { _ = FileManager.default.createFile(atPath: file, contents: nil) }
        defer { for file in files { try? FileManager.default.removeItem(atPath: file) } }
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: files[0]))
        process.standardError = try FileHandle(forWritingTo: URL(filePath: files[1]))
        process.standardInput = FileHandle.nullDevice
        try process.run()
        while process.isRunning { usleep(500) }
        func text(_ file: String) throws -> String {
            String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
        }
        return Program(
            status: process.terminationReason == .uncaughtSignal
                ? -process.terminationStatus : process.terminationStatus,
            output: try text(files[0]), errors: try text(files[1]))
    }
}

/// The library that stands before the C library.
enum Shim {
    private final class Built: Sendable {
        let scratch: Scratch
        init() throws {
            scratch = try Scratch()
            let source = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../Shim/shim.c").standardizedFileURL.path
            let run = try Program.run(
                "/usr/bin/env",
                ["clang", "-shared", "-fPIC", "-O1", "-o", "shim.so", source, "-ldl", "-lpthread"],
                in: scratch,
                environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"])
            guard run.status == 0 else { throw Failure(text: run.errors) }
        }
    }
    struct Failure: Error { let text: String }

    private static let built = Result { try Built() }

    /// Whether it can be used here; Apple's systems know another way, which nobody has tried.
    static let isAvailable: Bool = {
        #if os(Linux)
        return (try? built.get()) != nil
        #else
        return false
        #endif
    }()
    static let absence: Comment = "the library before the C library needs Linux and clang"

    private static func environment() throws -> [String: String] {
        ["LD_PRELOAD": try built.get().scratch.path("shim.so"), "SHIM_FILES": ".evlog"]
    }

    /// Runs a program whose `fault` happens; `hasHappened` is false where it made too few calls for it.
    static func run(
        _ program: String, _ words: [String], in scratch: Scratch, fault: String
    ) throws -> (run: Program, hasHappened: Bool) {
        let fired = scratch.path(".fired")
        try? FileManager.default.removeItem(atPath: fired)
        let environment = try environment().merging(["SHIM_FAULT": fault, "SHIM_FIRED": fired]) { $1 }
        let run = try Program.run(program, words, in: scratch, environment: environment)
        let hasHappened = FileManager.default.fileExists(atPath: fired)
        try? FileManager.default.removeItem(atPath: fired)
        return (run, hasHappened)
    }

    /// Runs a program and writes what reaches its files to `trace`.
    static func run(_ program: String, _ words: [String], in scratch: Scratch, trace: String) throws
        -> Program
    {
        let environment = try environment().merging(["SHIM_TRACE": scratch.path(trace)]) { $1 }
        return try Program.run(program, words, in: scratch, environment: environment)
    }
}
