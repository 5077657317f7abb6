import Foundation
import Testing

/// The page about a model of one's own shows this model's files as they are.
@Suite("The page about a model of one's own")
struct DocumentationTests {
    private static let repository: String = {
        var url = URL(filePath: #filePath)
        for _ in 0..<4 { url.deleteLastPathComponent() }
        return url.path(percentEncoded: false)
    }()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: URL(filePath: repository).appending(path: path), encoding: .utf8)
    }

    /// The Swift blocks of the page below the name of each file.
    private static func blocks() throws -> [(file: String, code: [String])] {
        var found: [(file: String, code: [String])] = []
        var code: [String]?
        for line in try text("Sources/Evtool/Evtool.docc/YourOwnModel.md").components(separatedBy: "\n") {
            if line == "```swift" {
                code = []
            } else if line == "```" {
                if let block = code, !found.isEmpty {
                    found[found.count - 1].code.append(block.joined(separator: "\n"))
                }
                code = nil
            } else if code != nil {
                code?.append(line)
            } else if let file = line.firstMatch(of: /`(Tests\/NumbersModel\/[A-Za-z\/]+\.swift)`/)?.1 {
                found.append((String(file), []))
            }
        }
        return found
    }

    @Test("the blocks below a file's name are that file")
    func files() throws {
        let blocks = try Self.blocks()
        #expect(
            blocks.map(\.file) == [
                "Tests/NumbersModel/Model/NumberAdded.swift", "Tests/NumbersModel/Model/NumberList.swift",
                "Tests/NumbersModel/Model/NumbersModel.swift", "Tests/NumbersModel/Tool/main.swift",
            ])
        for (file, code) in blocks {
            #expect(try Self.text(file) == code.joined(separator: "\n\n") + "\n", "\(file)")
        }
    }
}
