import Foundation

/// A directory for one test, removed with everything in it when the test ends.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "evtool-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }

    func url(_ name: String) -> URL { URL(fileURLWithPath: file(name)) }

    func write(_ bytes: [UInt8], to name: String) throws { try Data(bytes).write(to: url(name)) }

    func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

    func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: url(name))) }

    func text(_ name: String) -> String {
        String(decoding: (try? Data(contentsOf: url(name))) ?? Data(), as: UTF8.self)
    }

    /// The names and sizes of everything here, to see that nothing changed.
    func listing() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path).sorted().map { name in
            let size = try FileManager.default.attributesOfItem(atPath: file(name))[.size] as? Int ?? -1
            return "\(name) \(size)"
        }
    }

    /// Copies a file into this folder.
    func copy(_ source: String, to name: String) throws {
        try FileManager.default.copyItem(atPath: source, toPath: file(name))
    }

    /// Runs the tool here.
    func run(
        _ words: String..., stdin: [UInt8] = [], environment: [String: String] = [:]
    ) throws -> ToolRun {
        try ToolRun.run(words, in: path, stdin: stdin, environment: environment)
    }
}
