import CommandLineKit
import Evtool
import Foundation
import Platform
import TestSupport
import TravelTool

/// The tool with the travel model, run inside the tests' own process.
struct ExportRun {
    let status: Int32
    let output: String
    let errors: String

    init(_ words: String...) { self.init(words) }

    init(_ words: [String]) {
        let (output, errors) = (ByteSink.memory(), ByteSink.memory())
        let status = Tool(.travel).run(words) { settings in
            Console(
                program: "evtool", settings: settings, terminal: TerminalInfo(), output: output,
                errors: errors,
                environment: { _ in nil })
        }
        self.status = Int32(status.code)
        self.output = output.text
        self.errors = errors.text
    }

    var lines: [String] { output.split(separator: "\n").map(String.init) }
}

/// A folder for one test, removed when the test ends.
final class ExportFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "export-tests-" + UUID().uuidString
        try Files.makeDirectory(path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }

    func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
        return file(name)
    }

    func bytes(_ name: String) throws -> [UInt8] { try Files.readAll(file(name), limit: 1 << 30) }

    var names: [String] { (try? Files.entries(of: path)) ?? [] }

    /// A log with views and visits of two users.
    func sampleLog(_ name: String = "a.evlog", events count: Int = 12) throws -> String {
        let lines = (1...count).map { number in
            let photo =
                #"{"id":"p\#(number)","title":"T\u0000\u202e \#(number)","tags":["a","é"],"latitude":1.0}"#
            let stream = number % 3 == 0 ? "bob" : "alice"
            return number % 2 == 0
                ? #"{"type":"photo.visited","stream":"\#(stream)","data":{"vacation":"Europe","photo":\#(photo)}}"#
                : #"{"type":"photo.viewed","stream":"\#(stream)","occurred":"2026-03-02T11:14:06.880+01:00","data":{"photo":\#(photo)}}"#
        }
        let input = try write(lines.joined(separator: "\n"), to: name + ".input")
        let run = ExportRun("--log", file(name), "record", "events", input, "--create")
        guard run.status == 0 else { throw Failure(text: run.errors) }
        try Files.unlink(input)
        return file(name)
    }

    struct Failure: Error { let text: String }
}

/// The data beside the checkout, where it is there.
enum SharedData {
    static let folder = RealData.folder?.path

    static var isPresent: Bool { folder != nil }
    static func path(_ name: String) -> String { (folder ?? "") + "/" + name }
}
