import EventCoding
import EventLog
import Projections
import Testing
import TravelEvents
import TravelProjections

/// Rows may change only together with their fold's version.
@Suite("Recorded rows of places and preferences")
struct PlacesGoldenTests {
    private static func corpus() throws -> Scenario {
        let scenario = try Scenario(
            [AnyProjection(Places()), AnyProjection(Preferences())], catalogue: TravelModel.catalogue)
        let lisbon = Place(
            name: "Lisbon, Lisbon District, Portugal", placeID: "l", latitude: 38.7139, longitude: -9.1394,
            photoCount: 311)
        try scenario.given([
            Act.request("1", at: 1_000),
            Act.refreshed(
                "1",
                [
                    lisbon, Place(name: "\u{c5}land", photoCount: 2), Place(name: nil),
                    Place(name: "Belfast, Northern Ireland, United Kingdom", latitude: 0, longitude: 0),
                ], at: 2_000),
            Act.mapType("satellite"), Act.removeSection("Unknown"), Act.request("2", at: 3_000),
            Act.refreshed(
                "3", [lisbon, Place(name: "\u{c5}land", photoCount: 3), Place(name: "\u{c5}land")]),
            Act.mapType("odd"), Act.failed("2", reason: "no network", at: 4_000),
        ])
        try scenario.given([Act.refreshed("1", [lisbon])], in: "bob")
        return scenario
    }

    @Test("digests over a fixed history")
    func digests() throws {
        let scenario = try Self.corpus()
        let recorded = [
            RecordedDigest(
                projection: "places", version: 1,
                digest: "85fbd7934544c8c10eb3981832d38c776022614b87405cc4d1c006af73f5657a"),
            RecordedDigest(
                projection: "preferences", version: 1,
                digest: "b126b51d29a23af5e7bafdfa24bad77faa8c2e28e1a1b4414bc898bfdfbb3161"),
        ]
        let violations = try FoldCheck.violations(
            of: scenario.projections, over: scenario.log, catalogue: TravelModel.catalogue, recorded: recorded
        )
        for violation in violations { Issue.record("\(violation)") }
    }

    @Test("rows of that history, as text")
    func rows() throws {
        let scenario = try Self.corpus()
        let columns = ["country", "title", "subtitle", "photo_count", "latitude", "longitude"]
        #expect(Places.placesTable.columns == columns)
        #expect(
            try scenario.lines("places", columns) == [
                "\u{c5}land: \u{c5}land | \u{c5}land |  | 3 |  | ",
                "Lisbon, Lisbon District, Portugal: Portugal | Lisbon | Lisbon District | 311 | 38.7139 | -9.1394",
            ])
        #expect(try scenario.rows("places").map(\.since) == [6, 2])
        #expect(
            try scenario.lines("places", columns, at: 3) == [
                "\u{c5}land: \u{c5}land | \u{c5}land |  | 2 |  | ",
                "Lisbon, Lisbon District, Portugal: Portugal | Lisbon | Lisbon District | 311 | 38.7139 | -9.1394",
                "Belfast, Northern Ireland, United Kingdom: United Kingdom | Belfast | Northern Ireland |  |  | ",
                "Unknown: Unknown | Unknown |  |  |  | ",
            ])
        #expect(try scenario.lines("preferences", ["map_type"]) == ["map-type: standard"])
        #expect(
            try scenario.lines("refresh", ["state", "reason", "requested", "ended"])
                == ["2: failed | no network | 3000 | 4000"])
    }

    @Test("both projections belong to the travel model")
    func inModel() {
        #expect(TravelModel.projections.map(\.name) == ["recents", "visits", "places", "preferences"])
        let tables = TravelModel.projections.flatMap { $0.shownTables.map(\.name) }
        #expect(tables.contains("places") && tables.contains("refresh") && tables.contains("preferences"))
    }
}
