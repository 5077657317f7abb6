import EventCoding
import EventLog
import Testing

@testable import Projections

@Suite("Stored projections")
struct StoredProjectionsTests {
    struct Stop: Error {}

    private let log = MemoryLog(clock: { 0 })
    private let stream: StreamName

    init() throws { stream = try StreamName("s") }

    private func stored(
        _ projections: [AnyProjection] = NumbersModel.projections, catalogue: EventCatalogue? = nil,
        unicode: String = "1", sliceRows: Int = 5_000
    ) throws -> StoredProjections {
        try StoredProjections(
            projections, catalogue: catalogue ?? NumbersModel.catalogue, store: log, unicodeVersion: unicode,
            sliceRows: sliceRows, clock: { 77 })
    }

    private func append(_ events: ProposedEvent...) throws { try log.append(events, to: stream) }

    private func append(numbers range: Range<Int64>) throws {
        try log.append(range.map { NumbersModel.add($0, to: $0 % 2 == 0 ? "evens" : "odds") }, to: stream)
    }

    private func replay(_ projections: [AnyProjection] = NumbersModel.projections) throws -> ReplayResult {
        try Replay(projections, catalogue: NumbersModel.catalogue).run(over: log)
    }

    /// Checks the stored rows of a projection against a replay.
    private func expectRight(
        _ stored: StoredProjections, _ projection: AnyProjection = NumbersModel.projections[0],
        _ comment: Comment? = nil, location: SourceLocation = #_sourceLocation
    ) throws {
        let rows = try stored.rows(of: projection)
        let fold = try Replay([projection], catalogue: stored.catalogue).run(over: log, upTo: rows.checkpoint)
        #expect(
            RowComparison.differences(of: projection, rows.rows, fold.folds[0].rows) == [], comment,
            sourceLocation: location)
    }

    /// The keys of a side table.
    private func keys(_ table: SideTable) throws -> [[UInt8]] {
        try log.readSide { reader in
            var keys: [[UInt8]] = []
            try reader.forEach(in: table, prefix: []) { key, _ in
                keys.append([UInt8](copying: key))
                return true
            }
            return keys
        }
    }

    private func value(_ table: SideTable, _ key: [UInt8]) throws -> [UInt8] {
        try log.readSide { reader in
            var bytes: [UInt8] = []
            _ = try reader.value(in: table, for: key) { bytes = [UInt8](copying: $0) }
            return bytes
        }
    }

    private func store(_ table: SideTable, _ key: [UInt8], _ value: [UInt8]?) throws {
        try log.changeSide { _ in ([SideChange(table, key: key, value: value)], ()) }
    }

    // MARK: Inline

    @Test("C31 rows and checkpoint follow each append in its own transaction")
    func inline() throws {
        let stored = try stored()
        stored.attach()
        try append(numbers: 0..<8)
        try append(NumbersModel.remove(3, from: "odds"), NumbersModel.delete("evens"))
        #expect(try stored.status().map(\.state) == [.current, .current])
        #expect(try stored.status().map(\.checkpoint) == [10, 10])
        #expect(try stored.status().map(\.rowCount) == [4, 3])
        for projection in NumbersModel.projections { try expectRight(stored, projection) }
    }

    @Test("C30 a set that does not exist is not begun in the middle of a log, and built on first use")
    func firstUse() throws {
        try append(numbers: 0..<4)
        let stored = try stored()
        stored.attach()
        try append(numbers: 4..<8)
        #expect(try stored.status().map(\.state) == [.missing, .missing])
        #expect(throws: ProjectionError.self) { try stored.rows(of: NumbersModel.projections[0]) }
        try stored.catchUp()
        #expect(try stored.status().map(\.state) == [.current, .current])
        #expect(try stored.status().map(\.reason) == ["first use", "first use"])
        #expect(try stored.status().map(\.builtAt) == [77, 77])
        try append(numbers: 8..<12)
        #expect(try stored.status().map(\.state) == [.current, .current])
        for projection in NumbersModel.projections { try expectRight(stored, projection) }
    }

    @Test("a set that was not folded stays behind and is never mixed, until it catches up in slices")
    func behind() throws {
        let stored = try stored()
        stored.attach()
        try append(numbers: 0..<4)
        stored.detach()
        for start in stride(from: Int64(4), to: 2_804, by: 700) { try append(numbers: start..<start + 700) }
        stored.attach()
        try append(numbers: 3_000..<3_001)
        #expect(try stored.status().map(\.state) == [.behind(2_801), .behind(2_801)])
        try expectRight(stored)
        try stored.catchUp()
        #expect(try stored.status().map(\.state) == [.current, .current])
        for projection in NumbersModel.projections { try expectRight(stored, projection) }
    }

    @Test("the rows of one stream are current although the stored ones are behind")
    func currentRows() throws {
        let stored = try stored()
        stored.attach()
        try append(numbers: 0..<4)
        stored.detach()
        try append(NumbersModel.remove(2, from: "evens"), NumbersModel.add(9, to: "odds"))
        try log.append([NumbersModel.add(5, to: "x")], to: try StreamName("other"))
        let summary = try #require(log.stream(named: stream))
        let rows = try stored.currentRows(of: NumbersModel.projections[0], stream: summary)
        #expect(rows.checkpoint == 7)
        let fold = try replay().folds[0]
        for table in Sections.tables {
            let expected = fold.rows.rows(stream: summary.number, table: table)
            #expect(rows.rows.rows(stream: summary.number, table: table) == expected)
        }
        #expect(try stored.status().map(\.checkpoint) == [4, 4])
    }

    // MARK: Other versions

    @Test("C35 other parameters are another set, and each stands by itself")
    func otherParameters() throws {
        let (three, two) = (AnyProjection(Latest(limit: 3)), AnyProjection(Latest(limit: 2)))
        let first = try stored([three])
        first.attach()
        try append(numbers: 0..<5)
        let second = try stored([two])
        second.attach()
        try append(numbers: 5..<6)
        #expect(try second.status().map(\.state) == [.missing, .other])
        try second.catchUp()
        try append(numbers: 6..<7)
        #expect(try second.status().map(\.state) == [.current, .other])
        #expect(try first.status().map(\.state) == [.behind(2), .other])
        #expect(try second.rows(of: two).rows.count == 2)
        #expect(try first.rows(of: three).rows.count == 3)
        try expectRight(first, three)
        try first.catchUp()
        try expectRight(first, three)
        try expectRight(second, two)
    }

    @Test("rows made under other schema or Unicode versions are stale, kept apart, and rebuilt")
    func stale() throws {
        let old = try stored()
        old.attach()
        try append(NumbersModel.addToList(1, "a"), NumbersModel.add(2, to: "a"))
        for next in [try stored(unicode: "2"), try stored(catalogue: NumbersModel.laterCatalogue)] {
            #expect(try next.status()[0].state == .stale)
            next.attach()
            try append(NumbersModel.add(3, to: "b"))
            #expect(try next.status()[0].state == .stale)
        }
    }

    @Test("C32 rebuilding under other versions gives the rows of those versions")
    func rebuiltAfterUpcast() throws {
        let old = try stored()
        old.attach()
        try append(NumbersModel.add(1, to: "a"))
        let later = try stored(catalogue: NumbersModel.laterCatalogue)
        try later.catchUp()
        later.attach()
        try append(NumbersModel.addToList(4, "a"), NumbersModel.remove(4, from: "a"))
        #expect(try later.status().map(\.state) == [.current, .current])
        try expectRight(later)
        #expect(try later.status()[0].reason == "schema or Unicode versions changed")
    }

    // MARK: Failures

    @Test(
        "C13, C14, C27 an append with an event that a fold cannot apply succeeds, and the set stops before it"
    )
    func failureIsData() throws {
        let stored = try stored()
        stored.attach()
        try append(numbers: 0..<2)
        try append(
            NumbersModel.add(2, to: "evens"), NumbersModel.add(-13, to: "odds"),
            NumbersModel.add(3, to: "odds"))
        try append(numbers: 20..<22)
        #expect(log.head().position == 7)
        #expect(try stored.status().map(\.state) == [.failed(at: 4), .current])
        #expect(try stored.status().map(\.checkpoint) == [3, 7])
        let failure = try #require(try stored.failures().first)
        #expect(failure.position == 4)
        #expect(failure.projection == "sections")
        #expect(failure.type == "number.added")
        #expect(failure.error.code.description == "E-THIRTEEN")
        #expect(failure.error.message == "-13 is not taken")
        try expectRight(stored)
        try expectRight(stored, NumbersModel.projections[1])
    }

    @Test("C26 storing a partial result is refused, and what was stored stays")
    func partialRefused() throws {
        let stored = try stored()
        stored.attach()
        try append(numbers: 0..<2)
        try append(NumbersModel.add(-13, to: "odds"))
        let before = try keys(.rows)
        let caught = #expect(throws: ProjectionError.self) { try stored.catchUp() }
        #expect(caught?.code == .incompleteProjection)
        #expect(caught?.position == 3)
        #expect(caught?.failures.count == 1)
        let rebuilt = #expect(throws: ProjectionError.self) {
            try stored.rebuild(NumbersModel.projections[0], reason: "test")
        }
        #expect(rebuilt?.code == .incompleteProjection)
        #expect(rebuilt?.failures.map(\.position) == [3])
        #expect(try keys(.rows) == before)
        try expectRight(stored)
    }

    @Test("a fold that can apply the event after all goes on from where it stopped")
    func goesOn() throws {
        let early = try stored()
        early.attach()
        try append(NumbersModel.add(1, to: "a"), NumbersModel.add(-13, to: "a"), NumbersModel.add(2, to: "a"))
        #expect(try early.failures().count == 1)
        // The same name, version and parameters from a build whose fold takes -13.
        let fixed = try stored([AnyProjection(FixedSections())])
        #expect(try fixed.status()[0].state == .failed(at: 2))
        try fixed.catchUp()
        #expect(try fixed.status()[0].state == .current)
        #expect(try fixed.failures() == [])
        #expect(try fixed.rows(of: AnyProjection(FixedSections())).rows.count == 4)
    }

    // MARK: Rebuild

    @Test("C11 a rebuild ended before any of its transactions leaves the old rows or the new ones, whole")
    func killedHalfWay() throws {
        let projection = NumbersModel.projections[0]
        for victim in 1...40 {
            let test = try StoredProjectionsTests()
            let stored = try test.stored([projection], sliceRows: 4)
            stored.attach()
            try test.append(numbers: 0..<12)
            // Two differing rows, as a bug would have left them.
            let key = try #require(try test.keys(.rows).first)
            try test.store(.rows, key, nil)
            var step = 0
            let finished =
                (try? stored.rebuild(projection, reason: "test") {
                    step += 1
                    if step == victim { throw Stop() }
                }) != nil
            let wrong = RowComparison.differences(
                of: projection, try stored.rows(of: projection).rows,
                try test.replay([projection]).folds[0].rows)
            #expect(wrong.count <= 1, "step \(victim)")
            try stored.rebuild(projection, reason: "again")
            try test.expectRight(stored, projection, "step \(victim)")
            #expect(try test.keys(.rows).count == 14, "step \(victim): nothing is left behind")
            #expect(try stored.status()[0].rowCount == 14)
            if finished {
                #expect(victim > 8)
                return
            }
        }
        Issue.record("no rebuild was left alone long enough")
    }

    @Test("C24 rebuilding twice gives the same rows, and means that the head was reached")
    func twice() throws {
        let stored = try stored()
        try append(numbers: 0..<50)
        for reason in ["one", "two"] {
            try stored.rebuild(NumbersModel.projections[0], reason: reason)
            #expect(try stored.status()[0].state == .current)
            #expect(try stored.status()[0].reason == reason)
            try expectRight(stored)
        }
    }

    @Test("C21 rebuilding one projection changes no row of another")
    func othersUntouched() throws {
        let stored = try stored()
        stored.attach()
        try append(numbers: 0..<30)
        let before = try stored.rows(of: NumbersModel.projections[1]).rows
        try stored.rebuild(NumbersModel.projections[0], reason: "test")
        let after = try stored.rows(of: NumbersModel.projections[1]).rows
        #expect(RowComparison.differences(of: NumbersModel.projections[1], before, after) == [])
    }

    @Test("another rebuild that clears the first one's rows away makes the first one stop")
    func superseded() throws {
        let projection = NumbersModel.projections[0]
        let stored = try stored(sliceRows: 4)
        try append(numbers: 0..<20)
        var step = 0
        let error = #expect(throws: ProjectionError.self) {
            try stored.rebuild(projection, reason: "first") {
                step += 1
                if step == 4 { try stored.rebuild(projection, reason: "second") }
            }
        }
        #expect(error?.code == .superseded)
        #expect(try stored.status()[0].reason == "second")
        try expectRight(stored)
        #expect(try keys(.rows).count == 22)
    }

    // MARK: Damage

    @Test("each flipped byte of a stored row is noticed, and a rebuild heals it")
    func damagedRow() throws {
        let stored = try stored()
        stored.attach()
        try append(numbers: 0..<3)
        for key in try keys(.rows) {
            let bytes = try value(.rows, key)
            for index in bytes.indices {
                var damaged = bytes
                damaged[index] ^= 0x20
                try store(.rows, key, damaged)
                let projection = NumbersModel.projections[key[1] == 1 ? 0 : 1]
                let error = #expect(throws: ProjectionError.self) { try stored.rows(of: projection) }
                #expect(error?.code == .damagedRows)
            }
            try store(.rows, key, [])
        }
        for projection in NumbersModel.projections {
            try stored.rebuild(projection, reason: "damage")
            try expectRight(stored, projection)
        }
    }

    @Test("a row that was moved to another key is damage")
    func movedRow() throws {
        let stored = try stored()
        stored.attach()
        try append(numbers: 0..<3)
        let rows = try keys(.rows)
        try store(.rows, rows[0], try value(.rows, rows[1]))
        #expect(throws: ProjectionError.self) { try stored.rows(of: NumbersModel.projections[0]) }
    }

    @Test("a damaged row that an append needs stops the set, not the append")
    func damageInline() throws {
        try stored().attach()
        try append(numbers: 0..<3)
        for key in try keys(.rows) where key[1] == 1 { try store(.rows, key, [1, 2, 3]) }
        // Whoever opens the log next has no rows of their own yet, and reads these.
        let stored = try stored()
        stored.attach()
        try append(NumbersModel.add(0, to: "evens"))
        #expect(log.head().position == 4)
        #expect(try stored.status()[0].state == .failed(at: 4))
        #expect(try stored.failures().map(\.error.code) == [.damagedRow])
        let error = #expect(throws: ProjectionError.self) { try stored.catchUp() }
        #expect(error?.code == .damagedRows)
        try stored.rebuild(NumbersModel.projections[0], reason: "damage")
        #expect(try stored.status()[0].state == .current)
        #expect(try stored.failures() == [])
        try expectRight(stored)
    }

    @Test("C17 a rebuild works from any bytes in the records about sets")
    func damagedStamp() throws {
        let stored = try stored()
        stored.attach()
        try append(numbers: 0..<10)
        for key in try keys(.projections) {
            var bytes = try value(.projections, key)
            bytes[bytes.count / 2] ^= 1
            try store(.projections, key, bytes)
        }
        #expect(try stored.status().map(\.state) == [.missing, .missing, .damaged, .damaged])
        let error = #expect(throws: ProjectionError.self) { try stored.rows(of: NumbersModel.projections[0]) }
        #expect(error?.code == .damagedStamp)
        try append(numbers: 10..<12)
        for projection in NumbersModel.projections {
            try stored.rebuild(projection, reason: "damage")
            try expectRight(stored, projection)
        }
        #expect(try stored.status().map(\.state) == [.current, .current])
        #expect(try keys(.rows).count == 15)
        try append(numbers: 12..<14)
        #expect(try stored.status().map(\.state) == [.current, .current])
    }

    @Test("C20 a checkpoint after the log's end is found, and a rebuild helps")
    func ahead() throws {
        let stored = try stored()
        stored.attach()
        try append(numbers: 0..<4)
        try rewriteStamps { $0.checkpoint = 9 }
        #expect(try stored.status().map(\.state) == [.ahead, .ahead])
        try append(numbers: 4..<5)
        #expect(try stored.status().map(\.checkpoint) == [9, 9])
        let error = #expect(throws: ProjectionError.self) { try stored.catchUp() }
        #expect(error?.code == .checkpointAhead)
        #expect(error?.message.contains("rebuild") == true)
        try stored.rebuild(NumbersModel.projections[0], reason: "older backup")
        try expectRight(stored)
    }

    @Test("rows that were made from another log are found")
    func otherLog() throws {
        let stored = try stored()
        stored.attach()
        try append(numbers: 0..<4)
        try rewriteStamps { $0.details.log = LogID.random().hex }
        #expect(try stored.status().map(\.state) == [.otherLog, .otherLog])
        let error = #expect(throws: ProjectionError.self) { try stored.catchUp() }
        #expect(error?.code == .otherLog)
        try stored.rebuild(NumbersModel.projections[0], reason: "other log")
        #expect(try stored.status()[0].state == .current)
    }

    private func rewriteStamps(_ change: (inout ProjectionStamp) -> Void) throws {
        try log.changeSide { reader -> ([SideChange], Void) in
            let stamps = try StampTable(reader).stamps.map { stamp in
                var stamp = stamp
                change(&stamp)
                return stamp.change
            }
            return (stamps, ())
        }
    }
}

/// `Sections` of a build that takes -13.
private struct FixedSections: Projection {
    static let name = Sections.name
    static let version = Sections.version
    static let tables = Sections.tables
    static let shownTables = Sections.shownTables
    static let types = Sections.types

    func apply<R: Rows & ~Copyable>(_ event: borrowing Event, to rows: inout R) throws(FoldError) {
        do throws(FoldError) { try Sections().apply(event, to: &rows) } catch {
            if error.code.description != "E-THIRTEEN" { throw error }
        }
    }

    func render(
        _ row: TableRow, in table: ShownTable, from source: Event?, beside neighbours: RowLookup,
        into output: inout RenderedRows
    ) {
        Sections().render(row, in: table, from: source, beside: neighbours, into: &output)
    }
}
