import Projections
import TestSupport
import Testing
import TravelEvents
import TravelProjections

@Suite("1.4 Sections that can be deleted")
struct SectionRemovalTests {
    private static let names = ["Rome, Italy", "Bari, Italy", "Paris, France", "Lyon, France"]

    @Test("1.4.1 the changes of a removed section lead from the old counts to the new ones")
    func dataFirst() throws {
        let scenario = try Scenario.places([
            Act.refreshed("1", names: Self.names), Act.removeSection("France"),
        ])
        let (old, new) = (try scenario.placeSections(at: 1), try scenario.placeSections())
        let changes = TableChanges(from: old, to: new)
        #expect(changes.sectionDeletions == [0])
        #expect(changes.rowDeletions.isEmpty)
        #expect(new.sections.count == old.sections.count - 1)
        #expect(try changes.apply(to: old) == new)
    }

    @Test("1.4.2 an absent key changes nothing and is noted, once or twice")
    func absentKey() throws {
        let scenario = try Scenario.places([
            Act.refreshed("1", names: Self.names), Act.removeSection("Spain"), Act.removeSection("France"),
            Act.removeSection("France"),
        ])
        #expect(try scenario.effects(of: 2) == ["ignore Spain noSuchSection"])
        #expect(
            try scenario.effects(of: 3) == [
                "remove France/Lyon, France sectionRemoved", "remove France/Paris, France sectionRemoved",
            ])
        #expect(try scenario.effects(of: 4) == ["ignore France noSuchSection"])
        #expect(try scenario.keys("places") == ["Bari, Italy", "Rome, Italy"])
    }

    @Test("1.4.3 the order of sections is the same whatever order they came in")
    func stableOrder() throws {
        var names = Self.names
        var random = SplitMix64(seed: 3)
        for _ in 0..<20 {
            names.shuffle(using: &random)
            let sections = try Scenario.places([Act.refreshed("1", names: names)]).placeSections().sections
            #expect(sections.map(\.title) == ["France", "Italy"])
        }
    }

    @Test("1.4.4 the key is the country as a section has it, normalised; no other section goes with it")
    func byKey() throws {
        let scenario = try Scenario.places([
            Act.refreshed(
                "1", names: ["a, C\u{f4}te", "b, C\u{f4}te d'Ivoire", "c, C\u{f4}t", "d, c\u{f4}te"]),
            Act.removeSection(" Co\u{302}te "),
        ])
        #expect(
            try scenario.placeSections().sections.map(\.title)
                == ["C\u{f4}t", "c\u{f4}te", "C\u{f4}te d'Ivoire"])
    }

    @Test("1.4.4 the section of places without a name is Unknown; white space names none")
    func unknownSection() throws {
        let scenario = try Scenario.places([
            Act.refreshed("1", names: [nil, "Rome, Italy"]), Act.removeSection(" "),
            Act.removeSection("Unknown"),
        ])
        #expect(try scenario.effects(of: 2) == ["ignore  noSuchSection"])
        #expect(try scenario.keys("places") == ["Rome, Italy"])
    }

    @Test("1.4.5 a derived section vanishes with its last row")
    func derived() throws {
        let scenario = try Scenario.places([
            Act.refreshed("1", names: Self.names), Act.refreshed("2", names: ["Rome, Italy"]),
        ])
        #expect(try scenario.placeSections().sections.map(\.title) == ["Italy"])
    }

    @Test("1.4.6 removing a country changes no visit; the next refresh brings it back")
    func noVisitChange() throws {
        let scenario = try Scenario.travel([
            Act.refreshed("1", names: Self.names), Act.visit("p", place: "Paris, France", tags: ["art"]),
            Act.view("p"), Act.removeSection("France"),
        ])
        #expect(
            try scenario.effects(of: 4).allSatisfy { $0.hasPrefix("remove France/") })
        #expect(try scenario.keys("itinerary") == ["Europe/Paris, France"])
        #expect(try scenario.keys("tags") == ["Europe/art"])
        #expect(try scenario.keys("recents") == ["p"])
        try scenario.given([Act.refreshed("2", names: Self.names)])
        #expect(try scenario.placeSections().sections.map(\.title) == ["France", "Italy"])
    }

    @Test("V1 one row, deleted: no row, and no count that is too high")
    func lastRow() throws {
        let scenario = try Scenario.travel(limit: 5, [Act.view("a"), Act.visit("b"), Act.unvisit("b")])
        for (name, before) in [("recents", UInt64(0)), ("itinerary", UInt64(2))] {
            let table = try #require(scenario.projections.compactMap { $0.shownTable(named: name) }.first)
            let old = SectionedTable(try scenario.rows(name, at: before), of: table)
            let new = SectionedTable(try scenario.rows(name), of: table)
            let changes = TableChanges(from: old, to: new)
            #expect(try changes.apply(to: old) == new)
            #expect(try TableChanges(from: new, to: old).apply(to: new) == old)
        }
        let table = SectionedTable([], of: Preferences.preferencesTable)
        #expect(try table.rowCount(in: 0) == 0)
        #expect(throws: SectionError.self) { _ = try table.row(at: RowIndex(section: 0, row: 0)) }
    }
}
