import EventLog
import Projections
import TestSupport
import Testing

@Suite("Row comparison")
struct RowComparisonTests {
    private static let seeds: UInt64 = 60

    /// A history of two streams that is like every other one with the same seed, but for a few events.
    private func history(_ seed: UInt64, without left: Set<Int>) throws -> [Fold] {
        var random = SplitMix64(seed: seed)
        let scenario = try Scenario(NumbersModel.projections, catalogue: NumbersModel.catalogue)
        for number in 0..<40 {
            let value = Int64.random(in: 0..<6, using: &random)
            let section = ["a", "ab", "b"][Int.random(in: 0..<3, using: &random)]
            let isDeletion = Int.random(in: 0..<12, using: &random) == 0
            // The event's place is taken by another one, so that what follows keeps its position.
            let section2 = left.contains(number) ? "other" : section
            let event = isDeletion ? NumbersModel.delete(section2) : NumbersModel.add(value, to: section2)
            try scenario.given([event], in: number % 3 == 0 ? "one" : "two")
        }
        return try scenario.replay().folds.map { Fold(projection: $0.projection, rows: $0.rows) }
    }

    private struct Fold {
        let projection: AnyProjection
        let rows: RowSet

        /// Every row by table, stream and key.
        var all: [Place: TableRow] {
            var all: [Place: TableRow] = [:]
            for table in projection.tables {
                for stream in rows.streams {
                    for row in rows.rows(stream: stream, table: table) {
                        all[Place(table: table.id, stream: stream, key: row.key)] = row
                    }
                }
            }
            return all
        }
    }

    private struct Place: Hashable {
        let table: UInt8
        let stream: UInt32
        let key: RowKey
    }

    @Test("what is told to differ is what differs, whatever the order in which rows came")
    func againstAll() throws {
        var found = 0
        for seed in 1...Self.seeds {
            var random = SplitMix64(seed: ~seed)
            let left = try history(seed, without: [])
            let count = Int.random(in: 0...3, using: &random)
            let out = Set((0..<count).map { _ in Int.random(in: 0..<40, using: &random) })
            let right = try history(seed, without: out)
            for (one, other) in zip(left, right) {
                let differences = RowComparison.differences(of: one.projection, one.rows, other.rows)
                let (a, b) = (one.all, other.all)
                let expected = Set(a.keys).union(b.keys).filter { a[$0] != b[$0] }
                #expect(
                    Set(differences.map { Place(table: $0.tableID, stream: $0.stream, key: $0.key) })
                        == expected, "seed \(seed)")
                for difference in differences {
                    let place = Place(
                        table: difference.tableID, stream: difference.stream, key: difference.key)
                    #expect(difference.left == a[place] && difference.right == b[place], "seed \(seed)")
                }
                found += differences.count
            }
        }
        #expect(found > Int(Self.seeds), "histories that do not differ show nothing")
    }
}
