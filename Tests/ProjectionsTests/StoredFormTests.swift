import EventCoding
import EventLog
import TestSupport
import Testing

@testable import Projections

/// Sets of the older form stay in it until they are built anew; both forms hold the same rows.
@Suite("Forms of stored rows")
struct StoredFormTests {
    private static let catalogue = NumbersModel.catalogue

    private static func keeper(of log: MemoryLog) throws -> StoredProjections {
        try StoredProjections(
            NumbersModel.projections, catalogue: catalogue, store: log, unicodeVersion: "1", clock: { 0 })
    }

    /// A log whose sets have `form`, with events in several streams, and who keeps its rows.
    private static func log(_ form: StoredForm, seed: UInt64) throws -> (MemoryLog, StoredProjections) {
        let (log, stored) = try emptyLog(form)
        try fill(log, seed: seed)
        return (log, stored)
    }

    /// A log whose sets have `form`, and who keeps its rows.
    private static func emptyLog(_ form: StoredForm) throws -> (MemoryLog, StoredProjections) {
        let log = MemoryLog(clock: { 0 })
        let stored = try keeper(of: log)
        try log.changeSide { _ -> ([SideChange], Void) in
            let stamps = stored.projections.enumerated().map { index, projection in
                var stamp = stored.newStamp(projection, number: UInt16(index + 1), log: stored.logID)
                stamp.details.generation = 1
                stamp.form = form
                return stamp.change
            }
            return (stamps, ())
        }
        stored.attach()
        return (log, stored)
    }

    private static func fill(_ log: MemoryLog, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<150 {
            let number = Int64(random.next() % 40)
            let section = random.next() % 2 == 0 ? "evens" : "odds"
            let event =
                random.next() % 30 == 0
                ? NumbersModel.delete(section)
                : random.next() % 3 == 0
                    ? NumbersModel.remove(number, from: section) : NumbersModel.add(number, to: section)
            try log.append([event], to: try StreamName("s\(random.next() % 3)"))
        }
    }

    /// The first bytes of the stored values, by whether they are of the older form.
    private static func forms(of log: MemoryLog) throws -> (older: Int, newer: Int) {
        try log.readSide { reader in
            var (older, newer) = (0, 0)
            try reader.forEach(in: .rows, prefix: []) { _, value in
                if value[0] <= 2 { older += 1 } else { newer += 1 }
                return true
            }
            return (older, newer)
        }
    }

    private func expectRight(_ stored: StoredProjections, _ log: MemoryLog, _ comment: Comment) throws {
        for projection in stored.projections {
            let fold = try Replay([projection], catalogue: Self.catalogue).run(over: log)
            let expected = fold.folds[0].rows
            let all = try stored.rows(of: projection).rows
            #expect(RowComparison.differences(of: projection, all, expected) == [], comment)
            for stream in log.streams() {
                let rows = try stored.currentRows(of: projection, stream: stream).rows
                for table in projection.tables {
                    let wanted = expected.rows(stream: stream.number, table: table)
                    #expect(rows.rows(stream: stream.number, table: table) == wanted, comment)
                    for row in wanted {
                        let found = try stored.currentRow(row.key, in: table, of: projection, stream: stream)
                        #expect(found.row == row, comment)
                    }
                }
            }
        }
    }

    @Test(
        "a set stays in its form while events come, and a rebuild brings it to the newer one",
        arguments: [1, 2] as [UInt64])
    func olderForm(seed: UInt64) throws {
        let (log, stored) = try Self.log(.byTable, seed: seed)
        try expectRight(stored, log, "seed \(seed)")
        #expect(try Self.forms(of: log).newer == 0)
        #expect(try Self.forms(of: log).older > 5)
        // A restart goes on with what is stored.
        let next = try Self.keeper(of: log)
        next.attach()
        try Self.fill(log, seed: seed + 100)
        try expectRight(next, log, "seed \(seed)")
        #expect(try Self.forms(of: log).newer == 0)
        for projection in next.projections { try next.rebuild(projection, reason: "test") }
        #expect(try Self.forms(of: log).older == 0)
        try expectRight(next, log, "seed \(seed)")
        try Self.fill(log, seed: seed + 200)
        try expectRight(next, log, "seed \(seed)")
        #expect(try Self.forms(of: log).older == 0)
    }

    @Test("what grew with the log is what a rebuild stores", arguments: [3, 4] as [UInt64])
    func sameBytes(seed: UInt64) throws {
        let (log, stored) = try Self.log(.byGroup, seed: seed)
        func values() throws -> [[UInt8]] {
            try log.readSide { reader in
                var values: [[UInt8]] = []
                // The generation, and with it the checksum, differ.
                try reader.forEach(in: .rows, prefix: []) { key, value in
                    values.append(
                        [UInt8](copying: key.extracting(6..<key.count))
                            + [UInt8](copying: value.extracting(0..<value.count - 8)))
                    return true
                }
                return values
            }
        }
        let grown = try values()
        for projection in stored.projections { try stored.rebuild(projection, reason: "test") }
        #expect(try values() == grown, "seed \(seed)")
        #expect(grown.count > 5)
    }

    @Test("rows that share the first part of their keys stand together, in whatever table")
    func together() throws {
        let key = StoredKey(set: 1, generation: 2)
        func place(_ table: UInt8, _ parts: String...) -> StoredPlace {
            let bytes = RowKey(parts.map { Array($0.utf8) }).bytes
            return key.place(table, stream: 7, key: bytes.span, Key.HashValue(bytes.span))
        }
        let rome = [place(1, "Rome", "a"), place(2, "Rome", "b"), place(3, "Rome"), place(1, "Rome", "c")]
        let oslo = [place(1, "Oslo", "a"), place(2, "Oslo", "b"), place(3, "Oslo")]
        let keys = (rome + oslo).sorted().map { key.row($0) }
        #expect(keys == keys.sorted { $0.lexicographicallyPrecedes($1) })
        #expect(Set(keys).count == 7)
        #expect(keys.allSatisfy { $0.count == 27 && key.place(in: $0.span)?.stream == 7 })
        #expect(keys.map { key.place(in: $0.span)?.tableID ?? 0 }.sorted() == [1, 1, 1, 2, 2, 3, 3])
        let groups = keys.map { Array($0[10..<14]) }
        #expect(Set(groups).count == 2)
        #expect(groups == groups.sorted { $0.lexicographicallyPrecedes($1) })
        // The older form's rows stand by table.
        let older = StoredKey(set: 1, generation: 2, form: .byTable)
        let bytes = RowKey("Rome", "a").bytes
        let old = older.row(older.place(3, stream: 7, key: bytes.span, Key.HashValue(bytes.span)))
        #expect(old[10] == 3)
        #expect(older.place(in: old.span)?.tableID == 3)
    }

    /// The stored rows of a fixed history, keys and values in hexadecimal.
    private static func stored(in form: StoredForm) throws -> [String] {
        let (log, _) = try emptyLog(form)
        for number in [Int64(7), 300] {
            try log.append([NumbersModel.add(number, to: "evens")], to: try StreamName("s"))
        }
        func hex(_ bytes: Span<UInt8>) -> String {
            bytes.indices.map {
                String(bytes[$0] >> 4, radix: 16) + String(bytes[$0] & 15, radix: 16)
            }.joined()
        }
        return try log.readSide { reader in
            var lines: [String] = []
            try reader.forEach(in: .rows, prefix: []) { key, value in
                lines.append("\(hex(key)) \(hex(value))")
                return true
            }
            return lines
        }
    }

    @Test("both forms are written the same for ever")
    func golden() throws {
        // Table 1 has a row for each number, table 2 one for the section; the other set keeps a packed table.
        #expect(
            try Self.stored(in: .byTable) == [
                "00010000000100000001019ef758df36e471b26657ffa642a5cbd2 "
                    + "0101010000000001056576656e730137e98191d49717570e",
                "0001000000010000000101b8946cf0deee31b3186de9d2559b0add "
                    + "0102020000000002056576656e7303333030d83b668f69896f3d",
                "00010000000100000001022544a99fc9417cec3b171c886d7a506b "
                    + "0101000400000002056576656e73b07b9a69a554f413",
                "0002000000010000000105 "
                    + "020202013701010000000001040333303002020000000002bfbacedf2d6aca3b",
            ])
        #expect(
            try Self.stored(in: .byGroup) == [
                "0001000000010000000183399c190136e471b26657ffa642a5cbd2 "
                    + "033f01056576656e73013716d8813941d4b096",
                "0001000000010000000183399c1901deee31b3186de9d2559b0add "
                    + "033f02056576656e7303333030af240d7105dc98ca",
                "0001000000010000000183399c1902c9417cec3b171c886d7a506b "
                    + "033801000402056576656e73c11876fe0c8c43af",
                "0002000000010000000105 04020201373f0104033330303f02d2db24c7dc9daab2",
            ])
    }
}
