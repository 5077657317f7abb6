import FoldCases
import Foundation
import NextNumbersModel
import NumbersModel
import Projections
import Testing

/// The case that the page about tickets writes: red with the careless fold, green with the right one.
@Suite("From a ticket to a test")
struct TicketTests {
    private static let file: URL = {
        var url = URL(filePath: #filePath)
        for _ in 0..<2 { url.deleteLastPathComponent() }
        return url.appending(path: "Cases/odd-count.ndjson")
    }()

    private func settled(_ projections: [AnyProjection]) throws -> CaseResult {
        let ticket = try FoldCase(reading: [UInt8](Data(contentsOf: Self.file)))
        return try ticket.run(projections, catalogue: NumbersModel.catalogue)
    }

    @Test("the careless fold gives what the ticket complains of")
    func red() throws {
        let result = try settled([AnyProjection(NextNumberList())])
        #expect(result.isReproduced && !result.isSettled)
        #expect(result.problems == ["fields.numbers is 2, not 1"])
    }

    @Test("the right fold settles the case")
    func green() throws {
        let result = try settled(NumbersModel.projections)
        #expect(result.isSettled, "\(result.problems)")
    }

    @Test("a fold without that table is no answer")
    func elsewhere() throws {
        #expect(throws: CaseError.self) { try settled([]) }
    }
}
