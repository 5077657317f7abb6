import Foundation
import Testing

/// Compiles the files of the folder `Misuse`: LMDB's written rules must be compile errors.
///
/// The first line of each file says which words the compiler must answer with.
@Suite struct MisuseTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Misuse")

    static let files: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".swift") }.sorted()
    }()

    @Test func everyRuleHasItsFile() {
        #expect(Self.files.count >= 17)
        #expect(Self.files.contains("ProperUse.swift"))
    }

    @Test(arguments: files)
    func misuseDoesNotCompile(file: String) throws {
        let source = Self.folder.appending(path: file)
        let text = try String(contentsOf: source, encoding: .utf8)
        let marker = "// expect: "
        let line = try #require(text.split(separator: "\n").first.map(String.init))
        try #require(line.hasPrefix(marker))
        let expected = String(line.dropFirst(marker.count))

        let (status, output) = try Self.compile(source)
        if expected == "nothing" {
            #expect(status == 0, "the proper use does not compile:\n\(output)")
        } else {
            #expect(status == 1, "the misuse compiles, or the compiler crashed:\n\(output)")
            #expect(output.contains(expected), "another error than expected:\n\(output)")
        }
    }

    /// Runs the compiler up to the diagnostics of lifetimes and ownership, which a mere type check leaves out.
    private static func compile(_ source: URL) throws -> (status: Int32, output: String) {
        let modules = try #require(moduleDirectory(), "the built module LMDB was not found")
        let moduleMaps = ["CLMDB", "CProcessor"].flatMap { module in
            let path = packageDirectory.appending(path: "Sources/\(module)/module.modulemap").path
            return ["-Xcc", "-fmodule-map-file=\(path)"]
        }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["swiftc", "-emit-sil", "-swift-version", "6", "-I", modules.path] + moduleMaps
            + [source.path, "-o", "/dev/null"]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    private static let packageDirectory = folder.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The folder with the module that these tests were built against: above the test bundle, whatever the
    /// configuration; else the one of the debug build.
    private static func moduleDirectory() -> URL? {
        let starts = CommandLine.arguments + Bundle.allBundles.map(\.bundlePath)
        for start in starts where start.contains("/") {
            var place = URL(filePath: start).standardizedFileURL
            while place.path.count > 1 {
                place.deleteLastPathComponent()
                if let found = modules(in: place) { return found }
            }
        }
        return modules(in: packageDirectory.appending(path: ".build/debug"))
    }

    private static func modules(in place: URL) -> URL? {
        let modules = place.appending(path: "Modules")
        let module = modules.appending(path: "LMDB.swiftmodule").path
        return FileManager.default.fileExists(atPath: module) ? modules : nil
    }
}
