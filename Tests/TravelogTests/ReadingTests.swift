import EventLog
import Projections
import Testing
import TravelProjections

@testable import Travelog

@Suite struct ReadingTests {
    @Test("The columns that typed rows read are those of the tables, in their order")
    func columns() {
        func names<C: CaseIterable>(_: C.Type) -> [String] {
            C.allCases.map { "\($0)" }.map { name in
                name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
            }
        }
        #expect(TableKind.recents.table.columns == names(Recent.Column.self))
        #expect(TableKind.vacations.table.columns == names(Vacation.Column.self))
        #expect(TableKind.itinerary.table.columns == names(ItineraryPlace.Column.self))
        #expect(TableKind.tags.table.columns == names(TagCount.Column.self))
        #expect(TableKind.placePhotos.table.columns == names(PlacePhoto.Column.self))
        #expect(TableKind.tagPhotos.table.columns == names(TagPhoto.Column.self))
        #expect(TableKind.places.table.columns == names(PlaceRow.Column.self))
        #expect(TableKind.refresh.table.columns == names(RefreshRow.Column.self))
        #expect(TableKind.preferences.table.columns == names(PreferenceRow.Column.self))
    }

    @Test("Recents show the newest view first, with the photo behind each row")
    func recents() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        for id in ["a", "b", "a"] { try alice.view(Samples.photo(id, tags: ["x:y"])) }
        try alice.view(Photo(id: "c", description: "only this"))
        let recents = try alice.recents()
        #expect(recents.map(\.photoID) == ["c", "a", "b"])
        #expect(recents.map(\.title) == ["only this", "Photo a", "Photo b"])
        #expect(recents.map(\.rank) == [1, 2, 3])
        #expect(recents.map(\.since) == [4, 3, 2])
        #expect(recents.map(\.place) == [nil, Samples.london, Samples.london])
        #expect(try alice.photo(of: recents[1]) == Samples.photo("a", tags: ["x:y"]))
    }

    @Test("Recents keep as many photos as asked for; a larger limit brings older ones back")
    func limit() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice(TravelogOptions(recentsLimit: 2))
        for id in ["a", "b", "c"] { try alice.view(Samples.photo(id)) }
        #expect(try alice.recents().map(\.photoID) == ["c", "b"])
        alice.travelog.close()
        let more = try scratch.reopened(TravelogOptions(recentsLimit: 20))
        #expect(try more.recents().map(\.photoID) == ["c", "b", "a"])
    }

    @Test("The itinerary, its photos and the tags are those of the vacation, and of no other")
    func vacation() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        try alice.visit(
            Samples.photo("2", title: "b", place: Samples.paris, tags: ["art", "party"]), in: "One")
        try alice.visit(Samples.photo("1", title: "a", place: Samples.paris, tags: ["art"]), in: "One")
        try alice.visit(Samples.photo("3", place: Samples.london, tags: ["art"]), in: "One")
        try alice.visit(Samples.photo("1", place: Samples.london, tags: ["zoo"]), in: "Two")
        let itinerary = try alice.itinerary(of: "One")
        #expect(itinerary.map(\.title) == ["Paris", "London"])
        #expect(itinerary.map(\.subtitle) == ["Île-de-France, France", "England, United Kingdom"])
        #expect(itinerary.map(\.photos) == [2, 1])
        #expect(try alice.photos(of: itinerary[0]).map(\.photoID) == ["1", "2"])
        let tags = try alice.tags(of: " One")
        #expect(tags.map(\.shown) == ["Art", "Party"])
        #expect(tags.map(\.count) == [3, 1])
        #expect(try alice.photos(tagged: tags[0]).map(\.title) == ["a", "b", "Photo 3"])
        #expect(try alice.photos(tagged: tags[1]).map(\.photoID) == ["2"])
        #expect(try alice.itinerary(of: "Three").isEmpty)
        let vacations = try alice.vacations()
        #expect(vacations.map(\.name) == ["One", "Two"])
        #expect(vacations.map(\.photos) == [3, 1])
        #expect(vacations.map(\.places) == [2, 1])
        #expect(vacations.map(\.tags) == [2, 1])
        #expect(vacations.allSatisfy { $0.created != nil })
    }

    @Test("The button knows whether a photo is visited, in this vacation and by this id's bytes")
    func toggle() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        #expect(try !alice.isVisited("e\u{301}", in: "One"))
        try alice.visit(Samples.photo("e\u{301}"), in: "One")
        #expect(try alice.isVisited("e\u{301}", in: "One"))
        #expect(try !alice.isVisited("\u{E9}", in: "One"))
        #expect(try !alice.isVisited("e\u{301}", in: "Two"))
        try alice.unvisit("e\u{301}", in: "One")
        #expect(try !alice.isVisited("e\u{301}", in: "One"))
    }

    @Test(
        "1.10.9 A tag filter is a literal piece of text in any case",
        arguments: [
            ("AR", ["art", "party"]), ("*", ["a*b"]), ("?", []), ("STRASSE", ["straße"]),
            ("straße", ["straße"]),
            ("É", ["cafe\u{301}"]), ("", ["a*b", "art", "cafe\u{301}", "party", "straße"]),
        ])
    func filter(_ filter: String, _ expected: [String]) throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        try alice.visit(
            Samples.photo("1", tags: ["art", "party", "a*b", "straße", "cafe\u{301}"]), in: "One")
        #expect(try alice.tags(of: "One", matching: filter).map(\.tag) == expected)
    }

    @Test("Places stand in sections by country; a section can be removed until the next refresh")
    func places() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        #expect(try alice.refreshState() == .idle)
        let token = try alice.beginRefresh(from: "flickr")
        #expect(try alice.refreshState() == .refreshing)
        let list = [
            Samples.place(Samples.paris, photos: 7), Samples.place(Samples.london),
            Samples.place("Leeds, England, United Kingdom"),
        ]
        try alice.endRefresh(token, places: list)
        #expect(try alice.refreshState() == .refreshed)
        let sections = try alice.places()
        #expect(sections.map(\.title) == ["France", "United Kingdom"])
        #expect(sections[1].rows.map(\.title) == ["Leeds", "London"])
        #expect(sections[0].rows[0].photoCount == 7)
        #expect(sections[0].rows[0].subtitle == "Île-de-France")
        #expect(sections[0].rows[0].location?.latitude == 51.5)
        try alice.removeSection("United Kingdom")
        #expect(try alice.places().map(\.title) == ["France"])
        try alice.failRefresh(try alice.beginRefresh(), reason: "no network")
        #expect(try alice.refreshState() == .failed(reason: "no network"))
        #expect(try alice.places().map(\.title) == ["France"])
        try alice.endRefresh(try alice.beginRefresh(), places: list)
        #expect(try alice.places().map(\.title) == ["France", "United Kingdom"])
    }

    @Test("The map type is standard until another one is chosen; an unknown one counts as standard")
    func mapType() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        #expect(try alice.mapType() == .standard)
        try alice.selectMapType(.satellite)
        #expect(try alice.mapType() == .satellite)
        try alice.selectMapType(MapType(rawValue: "globe"))
        #expect(try alice.mapType() == .standard)
    }

    @Test("A history that has no event yet has empty tables as of the log's head")
    func noEvents() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        try alice.travelog.history(of: "bob").view(Samples.photo("1"))
        let recents = try alice.rows(.recents)
        #expect(recents.position == 1)
        #expect(recents.rows.isEmpty)
        #expect(recents.sections.count == 1)
        #expect(try alice.rows(.places).sections.isEmpty)
        #expect(try alice.travelog.users() == ["bob"])
    }

    @Test("Rows are equal by the bytes of what they show")
    func equality() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        try alice.view(Samples.photo("1", title: "\u{E9}"))
        let composed = try alice.recents()
        try alice.view(Samples.photo("1", title: "e\u{301}"))
        let decomposed = try alice.recents()
        #expect(composed[0].title == decomposed[0].title, "canonically equal")
        #expect(composed[0] != decomposed[0])
        #expect(composed[0].id == decomposed[0].id)
        #expect(try alice.recents() == decomposed)
    }
}
