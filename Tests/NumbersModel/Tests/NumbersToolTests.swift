import Foundation
import Testing

/// The model's own tool, run as a process: ten lines over the same library.
@Suite("The numbers tool")
struct NumbersToolTests {
    private struct Answer {
        let status: Int32
        let output: String
        let errors: String

        /// The output's lines of one kind.
        func lines(_ kind: String) throws -> [[String: Any]] {
            try output.split(separator: "\n").compactMap { line in
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                return object?["kind"] as? String == kind ? object : nil
            }
        }
    }

    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        var log: String { url.appendingPathComponent("numbers.evlog").path }

        init() throws {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }
        deinit { try? FileManager.default.removeItem(at: url) }
    }

    /// The tool stands beside the tests.
    private static var tool: URL {
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "numbers-tool")
    }

    private func run(_ words: [String], input: String = "") throws -> Answer {
        let process = Process()
        process.executableURL = Self.tool
        process.arguments = words
        let (output, errors, standardInput) = (Pipe(), Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = standardInput
        try process.run()
        try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try standardInput.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let errorText = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Answer(status: process.terminationStatus, output: text, errors: errorText)
    }

    private static let evensAndOdds: String = {
        var lines: [String] = []
        for (section, first) in [("even", 0), ("odd", 1)] {
            lines.append(#"{"type":"section.added","data":{"section":"\#(section)"}}"#)
            for number in stride(from: first, through: 7, by: 2) {
                lines.append(
                    #"{"type":"number.added","data":{"section":"\#(section)","number":\#(number)}}"#)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }()

    private static let deleteOdds = #"{"type":"section.deleted","data":{"section":"odd"}}"# + "\n"

    private func numbers(_ log: String, _ words: String...) throws -> [String] {
        let answer = try run(["project", "numbers", "--log", log, "--json"] + words)
        #expect(answer.status == 0, "\(answer.errors)")
        return try answer.lines("row").map { try #require($0["key"] as? String) }
    }

    @Test("record, project, delete, project, and the same once more")
    func endToEnd() throws {
        let folder = try Folder()
        let created = try run(
            ["record", "events", "-", "--create", "--log", folder.log], input: Self.evensAndOdds)
        #expect(created.status == 0, "\(created.errors)")
        let all = ["even/0", "even/2", "even/4", "even/6", "odd/1", "odd/3", "odd/5", "odd/7"]
        #expect(try numbers(folder.log) == all)
        for _ in 0..<2 {
            let deleted = try run(["record", "events", "-", "--log", folder.log], input: Self.deleteOdds)
            #expect(deleted.status == 0, "\(deleted.errors)")
            #expect(try numbers(folder.log) == Array(all.prefix(4)))
        }
        #expect(try numbers(folder.log, "--at", "10") == all)
        let sections = try run(["project", "sections", "--log", folder.log, "--json"])
        #expect(try sections.lines("row").map { $0["key"] as? String } == ["even"])
        // A table that is rendered beside another one is shown by its changes too.
        for position in ["1", "last"] {
            let shown = try run(["show", position, "--log", folder.log])
            #expect(shown.status == 0 && shown.output.contains("changed"))
        }
        let replayed = try run(["replay", "--log", folder.log])
        #expect(replayed.status == 0, "\(replayed.output) \(replayed.errors)")
    }

    @Test("the tool speaks of its own model alone")
    func ownModel() throws {
        let tables = try run(["project", "--json"])
        #expect(tables.status == 0, "\(tables.errors)")
        #expect(try tables.lines("table").map { $0["table"] as? String } == ["sections", "numbers"])
        let help = try run(["--help"])
        #expect(help.output.contains("numbers-tool"))
        #expect(!help.output.contains("photo"))
        let unknown = try run(["project", "recents"])
        #expect(unknown.status != 0)
        #expect(unknown.errors.contains("numbers"))
    }
}
