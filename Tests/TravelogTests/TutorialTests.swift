import EventCoding
import EventLog
import Foundation
import Projections
import Testing
import Travelog

/// The code of the documentation compiles, runs, and is what the pages show.
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

    /// A page, the file whose code is compiled, and how many blocks there are.
    static let pages = [
        ("Sources/Travelog/Travelog.docc/RecordingATrip.md", "Tests/TravelogTests/Tutorial.swift", 10),
        ("Sources/Travelog/Travelog.docc/Travelog.md", "Tests/TravelogTests/PageCode.swift", 1),
        ("Sources/EventLog/EventLog.docc/EventLog.md", "Tests/TravelogTests/PageCode.swift", 1),
        ("Sources/EventCoding/EventCoding.docc/EventCoding.md", "Tests/TravelogTests/PageCode.swift", 1),
        ("Sources/Projections/Projections.docc/Projections.md", "Tests/TravelogTests/PageCode.swift", 1),
        ("Sources/Evtool/Evtool.docc/Evtool.md", "Tools/evtool/main.swift", 1),
    ]

    @Test("Each block of code on a page stands in code that is compiled, whole and once", arguments: pages)
    func page(_ page: String, _ file: String, _ count: Int) throws {
        let blocks = Self.blocks(of: try Self.text(page))
        let code = try Self.text(file)
        #expect(blocks.count == count)
        for block in blocks {
            let places = code.indices.filter { start in
                start + block.count <= code.count
                    && Self.dedented(code[start..<start + block.count]) == block
            }
            #expect(places.count == 1, "a block that begins with: \(block.first ?? "")")
        }
    }

    @Test("The event and the fold of the landing pages do what they say")
    func landingPages() throws {
        let log = MemoryLog()
        let payload = try Watered(plant: "fern").encoded()
        let event = ProposedEvent(type: "plant.watered", subject: "fern", payload: payload)
        try log.append([event, event], to: StreamName("garden"))
        let catalogue = try EventCatalogue([Watered.definition])
        let projection = AnyProjection(Watering())
        let result = try Replay([projection], catalogue: catalogue).run(over: log)
        let rows = try RowRenderer(source: log, catalogue: catalogue).rows(
            of: Watering.shownTables[0], in: projection, stream: 1, from: result.folds[0].rows)
        #expect(rows.map(\.key) == [["fern"]])
        #expect(rows.map(\.columns) == [[.integer(2)]])
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
