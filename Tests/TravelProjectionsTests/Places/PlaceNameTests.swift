import EventCoding
import Projections
import Testing
import TravelEvents
import TravelProjections

@Suite("1.2 Place name to title, subtitle, country")
struct PlaceNameTests {
    /// Name; title, subtitle between title and country, country; subtitle with the country.
    static let rows: [(name: String?, inList: String, inItinerary: String)] = [
        (
            "London, England, United Kingdom", "London|England|United Kingdom", "England, United Kingdom"
        ),
        (
            "Theater District, New York, NY, US, United States",
            "Theater District|New York, NY, US|United States", "New York, NY, US, United States"
        ),
        ("Bonaire, Caribbean Netherlands", "Bonaire||Caribbean Netherlands", "Caribbean Netherlands"),
        ("Singapore", "Singapore||Singapore", ""),
        (
            "Singapore, Central Singapore, Singapore", "Singapore|Central Singapore|Singapore",
            "Central Singapore, Singapore"
        ),
        ("", "Unknown||Unknown", ""), (nil, "Unknown||Unknown", ""),
        ("  Paris , France ", "Paris||France", "France"), ("Paris,France", "Paris,France||Paris,France", ""),
        ("A,, B", "A,||B", "B"), ("Paris, France, ", "Paris||France", "France"),
        (", ", "Unknown||Unknown", ""), ("100 %@ %n, 5 %", "100 %@ %n||5 %", "5 %"),
    ]

    @Test("1.2 every row of the table, in the list of places", arguments: rows)
    func inList(_ row: (name: String?, inList: String, inItinerary: String)) throws {
        let scenario = try Scenario.places([Act.refreshed("r", names: [row.name])])
        #expect(try scenario.placeTexts() == [row.inList])
    }

    @Test("1.2 every row of the table, in the itinerary", arguments: rows)
    func inItinerary(_ row: (name: String?, inList: String, inItinerary: String)) throws {
        let scenario = try Scenario.travel([Act.visit("p", place: row.name)])
        let shown = try #require(scenario.projections.compactMap { $0.shownTable(named: "itinerary") }.first)
        let place = try #require(try scenario.rows("itinerary").first)
        let title = row.inList.prefix { $0 != "|" }
        #expect(place.value(of: "title", in: shown) == .text(String(title)))
        #expect(place.value(of: "subtitle", in: shown) == .text(row.inItinerary))
    }

    @Test(
        "P1, P2, P3 two components, and a city that is a country",
        arguments: [
            ("A, B", "A||B"), ("Arizona, USA", "Arizona||USA"), ("Hong Kong", "Hong Kong||Hong Kong"),
            ("Hong Kong, Hong Kong", "Hong Kong||Hong Kong"),
        ])
    func shortNames(_ name: String, _ shown: String) throws {
        #expect(try Scenario.places([Act.refreshed("r", names: [name])]).placeTexts() == [shown])
    }

    @Test("1.2 the service's own short name plays no part")
    func shortNameOfService() throws {
        var place = Place(name: "Singapore, Central Singapore, Singapore")
        place.extra["woe_name"] = .text("Central")
        #expect(
            try Scenario.places([Act.refreshed("r", [place])]).placeTexts()
                == ["Singapore|Central Singapore|Singapore"])
    }
}
