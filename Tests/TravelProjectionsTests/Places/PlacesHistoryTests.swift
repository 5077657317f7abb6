import EventCoding
import EventLog
import Foundation
import Projections
import Testing
import TravelEvents
import TravelProjections

/// Properties that hold after every event of histories made from a seed.
@Suite("Random travels")
struct PlacesHistoryTests {
    @Test("the changes of a table, played on the old one, give the new one", arguments: 0..<8)
    func changes(batch: Int) throws {
        for seed in UInt64(batch * 40)..<UInt64(batch * 40 + 40) {
            var travels = RandomTravels(seed: seed)
            let scenario = try Scenario(
                [AnyProjection(Visits()), AnyProjection(Places())], catalogue: TravelModel.catalogue)
            let end = try #require(try scenario.given(try travels.events(10)).last)
            let names = ["places", "itinerary", "tags"]
            var tables = try tables(names, scenario, at: 0)
            for position in 1...end {
                for (index, new) in try self.tables(names, scenario, at: position).enumerated() {
                    let name = names[index]
                    let changes = TableChanges(from: tables[index], to: new)
                    #expect(try changes.apply(to: tables[index]) == new, "seed \(seed), \(name), \(position)")
                    #expect(changes.isEmpty == (tables[index] == new), "seed \(seed), \(name), \(position)")
                    #expect(changes.sectionMoves.isEmpty, "sections keep their order")
                    #expect(TableChanges(from: new, to: new).isEmpty)
                    tables[index] = new
                }
            }
        }
    }

    private func tables(
        _ names: [String], _ scenario: Scenario, at position: UInt64
    ) throws -> [SectionedTable] {
        let result = try scenario.replay(upTo: position)
        let renderer = RowRenderer(source: scenario.log, catalogue: TravelModel.catalogue)
        return try names.map { name in
            let (fold, shown) = try #require(result.table(named: name))
            let rows = try renderer.rows(of: shown, in: fold.projection, stream: 1, from: fold.rows)
            return SectionedTable(rows, of: shown)
        }
    }

    @Test("effects tell exactly what a comparison of all rows finds", arguments: 0..<8)
    func effects(batch: Int) throws {
        for seed in UInt64(batch * 20)..<UInt64(batch * 20 + 20) {
            let log = try Self.log(seed)
            for projection in [AnyProjection(Places()), AnyProjection(Preferences())] {
                let violations = try EffectCheck.violations(
                    of: projection, over: log, catalogue: TravelModel.catalogue)
                #expect(violations == [], "seed \(seed), \(projection)")
            }
        }
    }

    @Test("rows kept inline, rebuilt and replayed agree", arguments: 0..<8)
    func agreement(batch: Int) throws {
        for seed in UInt64(batch * 5)..<UInt64(batch * 5 + 5) {
            var travels = RandomTravels(seed: seed)
            let log = MemoryLog(clock: { 0 })
            let stored = try StoredProjections(
                TravelModel.projections, catalogue: TravelModel.catalogue, store: log,
                unicodeVersion: "test", clock: { 0 })
            stored.attach()
            for event in try travels.events(15) {
                try log.append([event], to: try StreamName("alice"))
                let replay = try Replay(TravelModel.projections, catalogue: TravelModel.catalogue).run(
                    over: log)
                #expect(replay.isComplete, "seed \(seed)")
                for fold in replay.folds {
                    let kept = try stored.rows(of: fold.projection)
                    #expect(kept.checkpoint == replay.position, "seed \(seed)")
                    #expect(
                        RowComparison.differences(of: fold.projection, kept.rows, fold.rows) == [],
                        "seed \(seed), event \(replay.position)")
                }
            }
            stored.detach()
        }
    }

    @Test("the list after a refresh is what a plain reading of it gives", arguments: 0..<40)
    func plainReading(seed: UInt64) throws {
        let log = try Self.log(5_000 + seed)
        let result = try Replay([AnyProjection(Places())], catalogue: TravelModel.catalogue).run(over: log)
        let rows = try RowRenderer(source: log, catalogue: TravelModel.catalogue).rows(
            of: Places.placesTable, in: result.folds[0].projection, stream: 1, from: result.folds[0].rows)
        var expected: [[String]] = []
        var block = EventBlock()
        for position in 1...log.head().position {
            try log.read(position, into: &block)
            guard let event = block.event(at: 0) else { continue }
            if event.isOf(PlacesRefreshed.definition.type) {
                expected = []
                for place in try PlacesRefreshed(event.fields).places {
                    let name = (place.name.flatMap { $0.isEmpty ? nil : $0 } ?? "Unknown")
                        .precomposedStringWithCanonicalMapping
                    if expected.contains(where: { $0[0].utf8.elementsEqual(name.utf8) }) { continue }
                    expected.append([
                        name, PlaceName(name).country, place.photoCount.map { "\($0)" } ?? "",
                        place.location.map { "\($0.latitude) \($0.longitude)" } ?? " ",
                    ])
                }
            } else if event.isOf(PlacesSectionRemoved.definition.type) {
                let country = try PlacesSectionRemoved(event.fields).country
                    .trimmingCharacters(in: .whitespaces).precomposedStringWithCanonicalMapping
                expected.removeAll { $0[1].utf8.elementsEqual(country.utf8) }
            }
        }
        let found = rows.map { row in
            [row.keyText, "\(row.columns[0])", "\(row.columns[3])", "\(row.columns[4]) \(row.columns[5])"]
        }
        #expect(Set(found.map(Self.bytes)) == Set(expected.map(Self.bytes)), "seed \(seed)")
        #expect(found.count == expected.count, "seed \(seed)")
    }

    private static func bytes(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    private static func log(_ seed: UInt64) throws -> MemoryLog {
        var travels = RandomTravels(seed: seed)
        let log = MemoryLog(clock: { 0 })
        for event in try travels.events(25) { try log.append([event], to: try StreamName("alice")) }
        return log
    }
}
