import EventCoding
import EventLog
import Projections
import Testing
import TravelEvents
import TravelProjections

@Suite("1.9 Itinerary")
struct ItineraryTests {
    @Test("1.9.1, 1.2 title, subtitle with country, times and photos")
    func columns() throws {
        let scenario = try Scenario.travel([
            Act.visit("a", place: "Theater District, New York, NY, US, United States", at: 3)
        ])
        let row = try #require(try scenario.rows("itinerary").first)
        #expect(row.key == ["Europe", "Theater District, New York, NY, US, United States"])
        #expect(
            row.columns == [
                .text("Europe"), .text("Theater District, New York, NY, US, United States"),
                .text("Theater District"), .text("New York, NY, US, United States"),
                .time(Timestamp(milliseconds: 3, zoneMinutes: 60)),
                .time(Timestamp(milliseconds: 3, zoneMinutes: 60)), .integer(1),
            ])
    }

    @Test("1.9.2 identity of a place is its exact name after NFC")
    func identity() throws {
        let scenario = try Scenario.travel([
            Act.visit("a", place: "Z\u{fc}rich, X"), Act.visit("b", place: "Zu\u{308}rich, X"),
            Act.visit("c", place: "z\u{fc}rich, X"), Act.visit("d", place: " Z\u{fc}rich, X"),
        ])
        #expect(
            try scenario.rows("itinerary").map { $0.columns[6] } == [.integer(2), .integer(1), .integer(1)])
    }

    @Test("1.9.3 a missing place name is the place Unknown, positioned like any other")
    func unknown() throws {
        let scenario = try Scenario.travel([
            Act.visit("a", place: "A, X"), Act.visit("b", place: nil), Act.visit("c", place: "B, X"),
            Act.visit("d", place: ""),
        ])
        #expect(
            try scenario.lines("itinerary", ["title", "subtitle", "photos"])
                == ["Europe/A, X: A | X | 1", "Europe/Unknown: Unknown |  | 2", "Europe/B, X: B | X | 1"])
        #expect(
            try scenario.keys("itinerary.photos")
                == ["Europe/A, X/a", "Europe/Unknown/b", "Europe/Unknown/d", "Europe/B, X/c"])
    }

    @Test("1.9.5 photos of a place by title, those without one first, then by id")
    func photos() throws {
        let scenario = try Scenario.travel([
            Act.visit("1", title: "zebra"), Act.visit("2", title: "Äpfel"), Act.visit("3", title: "banana"),
            Act.visit("5", title: "same"), Act.visit("4", title: "same"), Act.visit("6", description: "Abc"),
            Act.visit("0", title: " "),
        ])
        #expect(
            try scenario.lines("itinerary.photos", ["title"]) == [
                "Europe/Paris, France/0: Unknown", "Europe/Paris, France/6: Abc",
                "Europe/Paris, France/2: Äpfel", "Europe/Paris, France/3: banana",
                "Europe/Paris, France/4: same", "Europe/Paris, France/5: same",
                "Europe/Paris, France/1: zebra",
            ])
        #expect(try scenario.rows("itinerary.photos").map(\.rank) == Array(1...7))
    }

    @Test("ranks begin anew in each vacation")
    func ranks() throws {
        let scenario = try Scenario.travel([
            Act.visit("a", in: "B", place: "A, X"), Act.visit("b", in: "A", place: "A, X"),
            Act.visit("c", in: "B", place: "B, X"),
        ])
        #expect(try scenario.rows("itinerary").map(\.rank) == [1, 1, 2])
        #expect(try scenario.keys("itinerary") == ["A/A, X", "B/A, X", "B/B, X"])
    }
}

@Suite("1.10 Tags")
struct TagTests {
    private func tags(_ tags: [String]) throws -> [String] {
        try Scenario.travel([Act.visit("p", tags: tags)]).lines("tags", ["shown"])
            .map { String($0.dropFirst("Europe/".count)) }
    }

    @Test("1.10.1 empty pieces are no tags")
    func empty() throws {
        #expect(try tags(["", "a", ""]) == ["a: A"])
        #expect(try tags([]) == [])
    }

    @Test("T9 a photo without tags has none, without an error")
    func missing() throws {
        let photo = try #require(PayloadMap(uniqueKeys: [("id", .text("p"))]))
        let payload = try #require(
            PayloadMap(uniqueKeys: [("vacation", .text("Europe")), ("photo", .map(photo))]))
        let scenario = try Scenario.travel([
            Act.raw(PhotoVisited.definition, subject: "p", .map(payload)), Act.unvisit("p"),
        ])
        #expect(try scenario.rows("tags").isEmpty)
        #expect(try scenario.replay().isComplete)
    }

    @Test("1.10.2 a colon anywhere drops a tag, other marks do not")
    func colon() throws {
        #expect(
            try tags(["a:b", ":a", "a:", ":", "geo:lat=5", "a.b", "c,d", "e;f"])
                == ["a.b: A.b", "c,d: C,d", "e;f: E;f"])
    }

    @Test("1.10.3 within one photo a tag counts once")
    func once() throws {
        let scenario = try Scenario.travel([
            Act.visit("p", tags: ["art", "art", "e\u{301}", "\u{e9}"]), Act.visit("q", tags: ["art"]),
        ])
        #expect(
            try scenario.rows("tags").map { Array($0.key[1].utf8) } == [
                Array("art".utf8), Array("\u{e9}".utf8),
            ])
        #expect(try scenario.rows("tags").map { $0.columns[3] } == [.integer(2), .integer(1)])
        try scenario.given([Act.unvisit("p")])
        #expect(try scenario.lines("tags", ["count"]) == ["Europe/art: 1"])
        try scenario.given([Act.unvisit("q")])
        #expect(try scenario.rows("tags").isEmpty)
    }

    @Test("1.10.5 most often seen first, ties by the tag's scalars")
    func order() throws {
        let scenario = try Scenario.travel([
            Act.visit("1", tags: ["zoo", "b", "a", "Z", "\u{e9}"]), Act.visit("2", tags: ["zoo", "b"]),
            Act.visit("3", tags: ["zoo"]),
        ])
        #expect(
            try scenario.lines("tags", ["count"]) == [
                "Europe/zoo: 3", "Europe/b: 2", "Europe/Z: 1", "Europe/a: 1", "Europe/\u{e9}: 1",
            ])
        #expect(try scenario.rows("tags").map(\.rank) == [1, 2, 3, 4, 5])
    }

    @Test("1.10.6, T4 choosing a tag lists exactly the photos that carry it")
    func photosOfTag() throws {
        let scenario = try Scenario.travel([
            Act.visit("1", tags: ["Art"], title: "one"), Act.visit("2", tags: ["Party"], title: "two"),
            Act.visit("3", tags: ["Art", "Art", "Party"], title: "three"), Act.visit("4", tags: ["Art"]),
            Act.unvisit("4"),
        ])
        #expect(
            try scenario.lines("tags.photos", ["title"]) == [
                "Europe/Art/1: one", "Europe/Art/3: three", "Europe/Party/3: three", "Europe/Party/2: two",
            ])
        #expect(try scenario.lines("tags", ["count"]) == ["Europe/Art: 2", "Europe/Party: 2"])
    }

    @Test("1.10.7, T8 the key is the tag after NFC, not its displayed form")
    func grouping() throws {
        let scenario = try Scenario.travel([
            Act.visit("1", tags: ["paris"]), Act.visit("2", tags: ["Paris"]),
            Act.visit("3", tags: ["u\u{308}b"]),
            Act.visit("4", tags: ["\u{fc}b"]),
        ])
        #expect(
            try scenario.lines("tags", ["shown", "count"]) == [
                "Europe/\u{fc}b: \u{dc}b | 2", "Europe/Paris: Paris | 1", "Europe/paris: Paris | 1",
            ])
    }

    @Test(
        "1.10.4, 1.10.8, U1, U4, U5 only the first letter is raised, the same in every locale",
        arguments: [
            ("paris", "Paris"), ("5pointz", "5pointz"), ("\u{fc}ber", "\u{dc}ber"), ("istanbul", "Istanbul"),
            ("\u{1c6}ep", "\u{1c5}ep"), ("\u{df}a", "Ssa"), ("\u{fb01}n", "Fin"),
            ("\u{10d0}\u{10d1}", "\u{10d0}\u{10d1}"),
            ("\u{1f600}a", "\u{1f600}a"), ("USA", "USA"), ("\u{130}zmir", "\u{130}zmir"),
        ])
    func shown(tag: String, expected: String) throws {
        let rows = try Scenario.travel([Act.visit("p", tags: [tag])]).rows("tags")
        guard case .text(let shown)? = rows.first?.columns[2] else {
            Issue.record("no tag is shown")
            return
        }
        #expect(Array(shown.utf8) == Array(expected.utf8))
    }

    @Test("1.10.10 other white space is kept in a tag; a tag of white space alone is dropped")
    func whiteSpace() throws {
        #expect(
            try tags(["a\u{a0}b", "c\td", "\u{3000}", " ", "\t\n"]) == ["a\u{a0}b: A\u{a0}b", "c\td: C\td"])
    }

    @Test("1.10 tags of another vacation do not count")
    func perVacation() throws {
        let scenario = try Scenario.travel([
            Act.visit("1", in: "A", tags: ["x"]), Act.visit("1", in: "B", tags: ["x"]),
        ])
        #expect(try scenario.lines("tags", ["count"]) == ["A/x: 1", "B/x: 1"])
    }
}

@Suite("1.5 Photo titles and 1.2 place names")
struct TextTests {
    @Test(
        "1.5 title and subtitle",
        arguments: [
            ("A", "B", "A", "B"), ("A", nil, "A", ""), ("A", "", "A", ""), ("", "B", "B", ""),
            (nil, "B", "B", ""), ("", "", "Unknown", ""), (nil, nil, "Unknown", ""), ("A", "A", "A", ""),
            ("Unknown", "B", "Unknown", "B"), (" ", "B", "B", ""), (" a ", " b ", " a ", " b "),
        ] as [(String?, String?, String, String)])
    func photoText(title: String?, description: String?, shown: String, subtitle: String) throws {
        let scenario = try Scenario.travel([Act.view("p", title: title, description: description)])
        #expect(try scenario.lines("recents", ["title", "subtitle"]) == ["p: \(shown) | \(subtitle)"])
    }

    @Test(
        "1.2 title, both subtitles and country",
        arguments: [
            (
                "London, England, United Kingdom", "London", "England", "England, United Kingdom",
                "United Kingdom"
            ),
            (
                "Bonaire, Caribbean Netherlands", "Bonaire", "", "Caribbean Netherlands",
                "Caribbean Netherlands"
            ),
            ("Singapore", "Singapore", "", "", "Singapore"),
            (
                "Singapore, Central Singapore, Singapore", "Singapore", "Central Singapore",
                "Central Singapore, Singapore", "Singapore"
            ),
            ("", "Unknown", "", "", "Unknown"), ("  Paris , France ", "Paris", "", "France", "France"),
            ("Paris,France", "Paris,France", "", "", "Paris,France"), ("A,, B", "A,", "", "B", "B"),
            ("Paris, France, ", "Paris", "", "France", "France"), (" , , ", "Unknown", "", "", "Unknown"),
            ("Hong Kong, Hong Kong", "Hong Kong", "", "Hong Kong", "Hong Kong"),
        ])
    func placeName(name: String, title: String, inCountry: String, subtitle: String, country: String) {
        let place = PlaceName(name)
        #expect(place.title == title)
        #expect(place.subtitleInCountry == inCountry)
        #expect(place.subtitle == subtitle)
        #expect(place.country == country)
    }
}
