import Foundation
import Testing
import Travelog

/// The tutorial's code compiles, runs, and is what the page shows.
@Suite struct TutorialTests {
    private static func text(_ path: String) throws -> [Substring] {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: package.appending(path: path), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The blocks of Swift code on a page, each as its lines.
    private static func blocks(of page: [Substring]) -> [[Substring]] {
        var (blocks, open): ([[Substring]], [Substring]?) = ([], nil)
        for line in page {
            if line == "```swift" {
                open = []
            } else if line == "```" {
                if let block = open { blocks.append(block) }
                open = nil
            } else {
                open?.append(line)
            }
        }
        return blocks
    }

    /// The lines without the indentation of the first one.
    private static func dedented(_ lines: some Sequence<Substring>) -> [Substring] {
        let lines = Array(lines)
        let indent = lines.first.map { $0.prefix { $0 == " " }.count } ?? 0
        return lines.map { $0.prefix(indent).allSatisfy { $0 == " " } ? $0.dropFirst(indent) : $0 }
    }

    @Test("Each block of code on the page stands in the code that is compiled, whole, and at one place only")
    func page() throws {
        let blocks = Self.blocks(of: try Self.text("Sources/Travelog/Travelog.docc/RecordingATrip.md"))
        let code = try Self.text("Tests/TravelogTests/Tutorial.swift")
        #expect(blocks.count == 10)
        for block in blocks {
            let places = code.indices.filter { start in
                start + block.count <= code.count
                    && Self.dedented(code[start..<start + block.count]) == block
            }
            #expect(places.count == 1, "a block that begins with: \(block.first ?? "")")
        }
    }

    @Test("The code runs, and leaves what the page says")
    func run() async throws {
        let scratch = try Scratch()
        let ticket = scratch.path("ticket.evlog")
        try await Tutorial.run(path: scratch.path(), ticketPath: ticket)
        let alice = try Travelog.open(at: ticket).history(of: "alice")
        #expect(try alice.recents().map(\.photoID) == ["4712", "4711"])
        #expect(try alice.vacations().map(\.name) == ["Portugal"])
        #expect(try alice.places().map(\.title) == ["Portugal"])
    }
}
