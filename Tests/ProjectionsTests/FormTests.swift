import EventCoding
import EventLog
import TestSupport
import Testing

@testable import Projections

@Suite("Keys, sort keys and stored forms")
struct FormTests {
    @Test("the parts of a key come back, whatever their length")
    func parts() {
        for length in [0, 1, 127, 128, 300, 20_000] {
            let parts = [[UInt8](repeating: 7, count: length), [], [0, 255]]
            #expect(RowKey(parts).parts == parts)
        }
        #expect(RowKey("ab", "c") != RowKey("a", "bc"))
        #expect(RowKey("a", "b").bytes.starts(with: RowKey("a").bytes))
        #expect(!RowKey("ab", "b").bytes.starts(with: RowKey("a").bytes))
        #expect(RowKey("Europe", "beach").description == "Europe/beach")
    }

    @Test("keys are equal when their bytes are, not when their text is canonically equal")
    func keyEquality() {
        #expect(RowKey("\u{e9}") != RowKey("e\u{301}"))
    }

    @Test("variable integers come back and are never longer than ten bytes")
    func variableIntegers() {
        let numbers: [UInt64] = [0, 1, 127, 128, 16_383, 16_384, 1 << 63, .max]
        for number in numbers {
            var bytes: [UInt8] = []
            VariableInteger.append(number, to: &bytes)
            #expect(bytes.count <= VariableInteger.maximumBytes)
            #expect(bytes.count == VariableInteger.byteCount(of: number))
            var position = 0
            #expect(VariableInteger.read(bytes.span, at: &position) == number)
            #expect(position == bytes.count)
            position = 0
            #expect(VariableInteger.read(Array(bytes.dropLast()).span, at: &position) == nil)
        }
        for number in [Int64.min, -64, -1, 0, 1, 63, .max] {
            var bytes: [UInt8] = []
            VariableInteger.append(signed: number, to: &bytes)
            var position = 0
            #expect(VariableInteger.readSigned(bytes.span, at: &position) == number)
        }
        var position = 0
        #expect(VariableInteger.read([UInt8](repeating: 0xFF, count: 10).span, at: &position) == nil)
    }

    @Test("sort keys order pieces before longer ones, and numbers by value")
    func sortKeys() {
        func key(_ body: (inout SortKey) -> Void) -> SortKey {
            var key = SortKey()
            body(&key)
            return key
        }
        let pieces: [[UInt8]] = [[], [0], [0, 0], [0, 1], [1], [1, 0], [1, 255], [2]]
        for (left, right) in zip(pieces, pieces.dropFirst()) {
            // What follows must not decide while the pieces differ.
            let first = key {
                $0.ascending(left); $0.ascending(UInt64.max)
            }
            let second = key {
                $0.ascending(right); $0.ascending(UInt64(0))
            }
            #expect(first < second, "\(left) \(right)")
        }
        #expect(key { $0.descending(Int64(3)) } < key { $0.descending(Int64(-3)) })
        #expect(key { $0.descending(Int64.max) } < key { $0.descending(Int64.min) })
        #expect(key { $0.descending(UInt64(9)) } < key { $0.descending(UInt64(8)) })
    }

    @Test(
        "stored rows come back as they were, in either form", arguments: [1, 2, 3] as [UInt64],
        [StoredForm.byTable, .byGroup])
    func storedRows(seed: UInt64, form: StoredForm) throws {
        var random = SplitMix64(seed: seed)
        var rows: [TableRow] = []
        for index in 0..<50 {
            func number() -> Int64 {
                Int64(truncatingIfNeeded: random.next() >> (random.next() % 64))
            }
            func some(_ value: Int64) -> Int64 { random.next() % 3 == 0 ? 0 : value }
            var row = Row(
                order: UInt64(bitPattern: number()), source: UInt64(bitPattern: number()), a: some(number()),
                b: some(-number()), c: some(.min), d: some(.max))
            if random.next() % 2 == 0 { row.source = row.order }
            let key = RowKey("key \(index)", String(repeating: "x", count: Int(random.next() % 40)))
            let since = random.next() % 2 == 0 ? row.order : random.next()
            rows.append(TableRow(key: key, values: row, since: since))
        }
        let storedKey = StoredKey(set: 1, generation: 2).table(3, stream: 4)
        for row in rows {
            let value = StoredRowCodec.keyed(
                row.values, since: row.since, key: row.key.bytes.span, under: storedKey, form)
            #expect(try StoredRowCodec.keyedRow(value.span, under: storedKey.span) == row)
        }
        let value = StoredRowCodec.packed(count: rows.count, under: storedKey, form) { add in
            for row in rows { add(row.values, row.since, row.key.bytes.span) }
        }
        #expect(try StoredRowCodec.packedRows(value.span, under: storedKey.span) == rows)
    }

    @Test("no bytes are taken for a row, and none trap", arguments: [1, 2] as [UInt64])
    func hostileRows(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let storedKey = StoredKey(set: 1, generation: 2).table(3, stream: 4)
        for _ in 0..<2_000 {
            var bytes = (0..<Int(random.next() % 60)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            if let first = bytes.indices.first { bytes[first] = UInt8(random.next() % 6) }
            #expect(throws: StoredRowCodec.Damage.self) {
                try StoredRowCodec.packedRows(bytes.span, under: storedKey.span)
            }
            // With a checksum that fits, the bytes may be a row; what counts is that nothing traps.
            StoredRowCodec.seal(&bytes, storedKey)
            _ = try? StoredRowCodec.packedRows(bytes.span, under: storedKey.span)
            _ = try? StoredRowCodec.keyedRow(bytes.span, under: storedKey.span)
            _ = try? ProjectionStamp(bytes.span, number: 1)
        }
    }

    @Test("the record about a set comes back as it was")
    func stamps() throws {
        let stored = try StoredProjections(
            NumbersModel.projections, catalogue: NumbersModel.catalogue, store: MemoryLog(clock: { 0 }),
            unicodeVersion: "14.0.0")
        var stamp = stored.newStamp(NumbersModel.projections[1], number: 258, log: "abc")
        stamp.checkpoint = 77
        stamp.rowCount = .max
        stamp.details.pending = [3, 9]
        stamp.details.generation = 8
        stamp.details.failedAt = 12
        stamp.details.built = ProjectionStamp.Built(at: -4, reason: "because")
        let bytes = stamp.encoded()
        #expect(try ProjectionStamp(bytes.span, number: 258) == stamp)
        #expect(throws: StoredRowCodec.Damage.self) { try ProjectionStamp(bytes.span, number: 259) }
    }

    @Test("a later form of the record is left alone, not called damaged")
    func laterForm() throws {
        var bytes: [UInt8] = [9, 1, 2, 3]
        StoredRowCodec.seal(&bytes, ProjectionStamp.key(1))
        #expect(try ProjectionStamp(bytes.span, number: 1) == nil)
    }
}

@Suite("Digests and comparisons")
struct DigestTests {
    private func log(_ events: [ProposedEvent], clock: Int64 = 0) throws -> MemoryLog {
        let log = MemoryLog(clock: { clock })
        for event in events { try log.append([event], to: try StreamName("s")) }
        return log
    }

    private func digests(
        _ events: [ProposedEvent], clock: Int64 = 0, _ projections: [AnyProjection] = NumbersModel.projections
    ) throws -> [String] {
        try FoldCheck.digests(
            of: projections, over: try log(events, clock: clock), catalogue: NumbersModel.catalogue
        ).map(\.digest)
    }

    private let events = [
        NumbersModel.add(1, to: "a"), NumbersModel.add(2, to: "b"), NumbersModel.remove(1, from: "a"),
        NumbersModel.add(3, to: "a"),
    ]

    @Test("clock and log id do not count, since does")
    func whatCounts() throws {
        #expect(try digests(events) == digests(events, clock: 99))
        // The same rows, each one event later.
        let later = [NumbersModel.delete("c")] + events
        #expect(try digests(events)[0] != digests(later)[0])
        #expect(try digests(events, [AnyProjection(Latest(limit: 9))])[0] != digests(events)[1])
    }

    @Test("a digest that moved without a new version is found")
    func moved() throws {
        let corpus = try log(events)
        let check = { (recorded: [RecordedDigest]) in
            try FoldCheck.violations(
                of: NumbersModel.projections, over: corpus, catalogue: NumbersModel.catalogue,
                recorded: recorded)
        }
        var recorded = try FoldCheck.digests(
            of: NumbersModel.projections, over: corpus, catalogue: NumbersModel.catalogue)
        #expect(try check(recorded) == [])
        recorded[0] = RecordedDigest(projection: "sections", version: 1, digest: "00")
        let found = try check(recorded)
        #expect(found.count == 1)
        #expect(found.first?.contains("moved without a new version") == true)
        #expect(try check([]).first?.contains("has no recorded digest") == true)
    }

    @Test("differences name stream, table and key, and tell both rows")
    func differences() throws {
        let replay = Replay(NumbersModel.projections, catalogue: NumbersModel.catalogue)
        let left = try replay.run(over: try log(events), upTo: 2).folds[0]
        let right = try replay.run(over: try log(events)).folds[0]
        let found = RowComparison.differences(of: left.projection, left.rows, right.rows)
        #expect(found.map { "\($0.tableID) \($0.key)" } == ["1 a/1", "1 a/3", "2 a"])
        #expect(found.map { $0.left != nil } == [true, false, true])
        #expect(found.map { $0.right != nil } == [false, true, true])
        #expect(found.map(\.stream) == [1, 1, 1])
        #expect(found[2].left?.since == 1)
        #expect(found[2].right?.since == 4)
    }
}
