import EventCoding
import EventLog
import Exchange
import FoldCases
import Projections
import TestSupport
import Testing
import TravelEvents
import TravelProjections

/// Case files: written from explanations, read back, and run.
@Suite("Cases") struct FoldCaseTests {
    private let me: StreamName
    private let log = MemoryLog(clock: { 0 })
    private let tagsTable: ShownTable

    init() throws {
        me = try StreamName("me")
        tagsTable = try #require(Visits.shownTables.first { $0.name == "tags" })
    }

    private func visit(_ id: String, _ tags: [String]) throws {
        let photo = Photo(id: id, title: id, place: "Rome, Italy", tags: tags)
        try append(PhotoVisited(vacation: "Europe", photo: photo), subject: id)
    }

    private func unvisit(_ id: String) throws {
        try append(PhotoUnvisited(vacation: "Europe", photo: id), subject: id)
    }

    private func append<P: EventPayload>(_ payload: P, subject: String) throws {
        let event = ProposedEvent(
            type: P.definition.type, subject: subject, payload: try payload.encoded(),
            occurred: Timestamp(milliseconds: 0))
        try log.append([event], to: me)
    }

    /// The case of a row, as its file has it.
    private func file(
        _ table: ShownTable, _ key: String, of projection: AnyProjection, expects: ExpectedRow? = nil
    ) throws -> [UInt8] {
        let explainer = Explainer(table, of: projection, over: log, catalogue: TravelModel.catalogue)
        let stream = try #require(log.stream(named: me))
        let explanation = try explainer.explain(key, in: stream)
        let proof = try explainer.prove(explanation)
        return try FoldCase(explanation, of: projection, proof: proof, expects: expects, source: log).file()
    }

    private func run(_ file: [UInt8]) throws -> CaseResult {
        try FoldCase(reading: file).run(TravelModel.projections(recentsLimit: 20), catalogue: TravelModel.catalogue)
    }

    @Test(
        "every row of a random history is given again by its case, and lost again by that of its loss",
        arguments: 1...3 as ClosedRange<UInt64>)
    func everyCaseReproduces(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<60 {
            let id = "p\(random.number(1...6))"
            if random.oneIn(3) {
                try unvisit(id)
            } else {
                try visit(id, (0..<random.number(0...3)).map { _ in "t\(random.number(1...4))" })
            }
        }
        let projection = AnyProjection(Visits())
        let stream = try #require(log.stream(named: me))
        for table in projection.shownTables {
            let explainer = Explainer(table, of: projection, over: log, catalogue: TravelModel.catalogue)
            for row in try explainer.rows(in: stream).rows {
                let result = try run(file(table, row.keyText, of: projection))
                #expect(result.isReproduced && result.isSettled, "seed \(seed), \(table.name) \(row.keyText)")
            }
        }
        for number in 1...6 {
            let key = "Europe/t\(number)"
            let explainer = Explainer(
                tagsTable, of: projection, over: log, catalogue: TravelModel.catalogue)
            guard case .absent = try explainer.explain(key, in: stream).outcome else { continue }
            let result = try run(file(tagsTable, key, of: projection))
            #expect(result.isReproduced && result.actual == .absent, "seed \(seed), \(key)")
        }
    }

    @Test("what somebody expected decides, and the differences are named")
    func expectations() throws {
        try visit("p1", ["sea"])
        try visit("p2", ["sea"])
        let projection = AnyProjection(Visits())
        func problems(_ expects: ExpectedRow) throws -> [String] {
            try run(file(tagsTable, "Europe/sea", of: projection, expects: expects)).problems
        }
        var (fields, row) = (PayloadMap(), PayloadMap())
        fields["count"] = .integer(3)
        row["fields"] = .map(fields)
        row["rank"] = .integer(1)
        #expect(try problems(.values(row)) == ["fields.count is 2, not 3"])
        #expect(try problems(.absent) == ["the row is there"])
        #expect(try problems(.present) == [])
        fields["count"] = .integer(2)
        row["fields"] = .map(fields)
        #expect(try problems(.values(row)) == [])
        row["colour"] = .text("red")
        #expect(try problems(.values(row)) == ["the row has no colour"])
    }

    @Test("a file comes back as it was written")
    func roundTrip() throws {
        try visit("p1", ["sea"])
        let bytes = try file(
            tagsTable, "Europe/sea", of: AnyProjection(Visits()), expects: .absent)
        let read = try FoldCase(reading: bytes)
        #expect(read.table == "tags" && read.key == "Europe/sea" && read.stream == me)
        #expect(read.projection == "visits" && read.version == Visits.version && read.expects == .absent)
        #expect(try read.file() == bytes)
    }

    @Test("what is no case is refused with its place")
    func refusals() throws {
        try visit("p1", ["sea"])
        let good = String(
            decoding: try file(tagsTable, "Europe/sea", of: AnyProjection(Visits())), as: UTF8.self)
        let lines = good.split(separator: "\n").map(String.init)
        func code(_ text: String) throws -> ExchangeError.Code? {
            do throws(ExchangeError) {
                _ = try FoldCase(reading: Array(text.utf8))
                return nil
            } catch { return error.code }
        }
        #expect(try code("") == .invalidJSON)
        #expect(try code("{}\n") == .misplaced)
        #expect(try code(lines.dropFirst().joined(separator: "\n")) == .misplaced)
        #expect(try code(lines[0] + "\n") == .cutOff)
        #expect(try code(lines.dropLast().joined(separator: "\n")) == .cutOff)
        #expect(
            try code(good.replacing("\"format\":1,\"table\"", with: "\"format\":9,\"table\""))
                == .unsupportedFormat)
        #expect(try code(good.replacing("\"table\":\"tags\",", with: "")) == .missingKey)
        #expect(
            try code(good.replacing("\"version\":1,\"param", with: "\"version\":\"1\",\"param")) == .wrongKind
        )
        #expect(try code(good.replacing("\"gives\":{", with: "\"gives\":7,\"x\":{")) == .wrongKind)
    }
}
