import EventCoding
import EventLog
import Projections
import Testing

@Suite("Gathered keys")
struct GatheredKeysTests {
    private static func counts(_ subjects: [String]) throws -> (result: ReplayResult, counts: [String: Int64])
    {
        let log = MemoryLog(clock: { 0 })
        let payload = PayloadValue.map(PayloadMap()).cbor
        for subject in subjects {
            let event = ProposedEvent(type: Letters.written, subject: subject, payload: payload)
            try log.append([event], to: try StreamName("s"))
        }
        let catalogue = try EventCatalogue([
            EventDefinition(
                Letters.written, payload: NumberPayload.self, summary: "A word was written.", line: "a word")
        ])
        let result = try Replay([AnyProjection(Letters())], catalogue: catalogue).run(over: log)
        let rows = result.folds[0].rows.rows(stream: 1, table: Letters.letters)
        return (
            result, Dictionary(uniqueKeysWithValues: rows.map { ($0.key.texts[0], $0.values.a) })
        )
    }

    @Test("each is gone through once, in the order of gathering, whether or not its row is there")
    func inOrder() throws {
        let (result, counts) = try Self.counts(["abca", "xbz", "a"])
        #expect(result.isComplete)
        #expect(counts == ["a": 3, "b": 2, "c": 1, "x": 1, "z": 1])
        // The place in its word, counted from 0, of the time that each letter came in.
        let rows = result.folds[0].rows.rows(stream: 1, table: Letters.letters)
        let places = Dictionary(uniqueKeysWithValues: rows.map { ($0.key.texts[0], $0.values.b) })
        #expect(places == ["a": 0, "b": 1, "c": 2, "x": 0, "z": 2])
    }

    @Test("more keys than ever before, and a whole alphabet of absent ones")
    func many() throws {
        let word = String(repeating: "abcdefghijklmnopqrstuvwxyz", count: 30)
        let (_, counts) = try Self.counts(["q", word])
        #expect(counts.count == 26)
        #expect(counts.allSatisfy { $0.value == ($0.key == "q" ? 31 : 30) })
    }

    @Test("what an event gathered before it failed is forgotten")
    func failure() throws {
        let (result, counts) = try Self.counts(["ab!", "c"])
        #expect(result.failures.map(\.position) == [1])
        #expect(counts == ["c": 1])
    }
}

/// Counts the letters of words; one with an exclamation mark is refused after its letters were gathered.
private struct Letters: Projection {
    static let written: EventType = "word.written"
    static let name: StaticString = "letters"
    static let version: UInt32 = 1
    /// `a` counts, `b` is the letter's place in the word that brought it in.
    static let letters = Table(1, "letters")
    static let tables = [letters]
    static let types = [written]
    static let shownTables: [ShownTable] = []

    func apply<R: Rows & ~Copyable>(_ event: borrowing Event, to rows: inout R) throws(FoldError) {
        let word = event.subject
        var isRefused = false
        for index in word.indices {
            if word[index] == UInt8(ascii: "!") { isRefused = true }
            rows.gather(Self.letters, rows.key(word.extracting(index..<index + 1)))
        }
        if isRefused { throw .payload("subject", "has an exclamation mark") }
        var place: Int64 = 0
        rows.forEachGathered { (key, rows: inout R) in
            var row = rows.row(Self.letters, key) ?? Row(order: event.position, b: place)
            row.a += 1
            rows.set(Self.letters, key, row, because: .added)
            place += 1
        }
    }

    func render(
        _ row: TableRow, in table: ShownTable, from source: Event?, beside neighbours: RowLookup,
        into output: inout RenderedRows
    ) {}
}
