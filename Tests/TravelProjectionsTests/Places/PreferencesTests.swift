import EventLog
import Projections
import Testing
import TravelEvents
import TravelProjections

@Suite("1.11 Map type")
struct PreferencesTests {
    private func scenario(_ names: String...) throws -> Scenario {
        let scenario = try Scenario([AnyProjection(Preferences())], catalogue: TravelModel.catalogue)
        try scenario.given(try names.map { try Act.mapType($0) })
        return scenario
    }

    @Test("1.11 standard first, where nothing was chosen too")
    func standardFirst() throws {
        #expect(MapType.offered == [.standard, .satellite, .hybrid])
        #expect(Preferences.mapType(in: try scenario().rows("preferences")) == .standard)
    }

    @Test("1.11 the last choice takes effect")
    func lastChoice() throws {
        let scenario = try scenario("satellite", "hybrid")
        #expect(try scenario.lines("preferences", ["map_type"]) == ["map-type: hybrid"])
        #expect(Preferences.mapType(in: try scenario.rows("preferences")) == .hybrid)
        #expect(Preferences.mapType(in: try scenario.rows("preferences", at: 1)) == .satellite)
    }

    @Test("1.11 an unknown choice is standard, and noted")
    func unknownChoice() throws {
        let scenario = try scenario("hybrid", "terrain", "mars", "standard")
        #expect(try scenario.lines("preferences", ["map_type"], at: 2) == ["map-type: standard"])
        #expect(
            try scenario.effects(of: 2) == ["set map-type selected", "ignore map-type unknownMapType"])
        #expect(try scenario.effects(of: 3) == ["ignore map-type unknownMapType"])
        #expect(try scenario.effects(of: 4) == ["ignore map-type alreadySelected"])
        #expect(try scenario.rows("preferences").map(\.since) == [2])
    }
}
