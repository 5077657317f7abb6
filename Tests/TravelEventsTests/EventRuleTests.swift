import EventCoding
import TestSupport
import Testing
import TravelEvents

@Suite struct EventRuleTests {
    @Test func theCatalogueKnowsAllTypes() {
        #expect(
            TravelCatalogue.catalogue.types == [
                "map.typeSelected", "photo.unvisited", "photo.viewed", "photo.visited",
                "places.refreshFailed",
                "places.refreshRequested", "places.refreshed", "places.sectionRemoved", "vacation.created",
                "vacation.deleted",
            ])
        #expect(TravelCatalogue.catalogue.definitions.allSatisfy { $0.version == 1 })
    }

    @Test func subjects() throws {
        let subjects = try SampleEvents.all.map { event in
            let bytes = try event.encoded()
            let type = type(of: event).definition.type
            guard
                let subject = TravelCatalogue.catalogue.subject(of: CBORView(trusted: bytes.span), type: type)
            else { return String?.none }
            return String(copyingUTF8: subject)
        }
        #expect(
            subjects == [
                "13246387263", "p17", "13246387263", "p88", "r1", "r2", "r1", "r3", "r2", "France", "Europe",
                "Europe", nil,
            ])
    }

    @Test(arguments: ["", " ", " \t\n", "a/b", "/", "a\u{0}", ".", "..", String(repeating: "x", count: 256)])
    func vacationNamesThatAreRefused(_ name: String) {
        let errors = [
            #expect(throws: FieldError.self) { try VacationCreated(name: name).encoded() },
            #expect(throws: FieldError.self) { try VacationDeleted(name: name).encoded() },
        ]
        #expect(errors.allSatisfy { $0?.path == "name" && $0?.code == .invalid })
        let visits = [
            #expect(throws: FieldError.self) {
                try PhotoVisited(vacation: name, photo: Photo(id: "1")).encoded()
            },
            #expect(throws: FieldError.self) { try PhotoUnvisited(vacation: name, photo: "1").encoded() },
        ]
        #expect(visits.allSatisfy { $0?.path == "vacation" && $0?.code == .invalid })
    }

    @Test(arguments: ["Europe", "My Vacation", "été 2026", ".hidden", "a.b", " x "])
    func vacationNames(_ name: String) throws {
        #expect(try VacationCreated(VacationCreated(name: name).payloadValue()).name == name)
    }

    @Test func idsMustBeThere() {
        #expect(
            #expect(throws: FieldError.self) { try PhotoViewed(photo: Photo(id: "")).encoded() }?.path
                == "photo.id")
        #expect(
            #expect(throws: FieldError.self) { try PhotoUnvisited(vacation: "v", photo: "").encoded() }?.path
                == "photo")
        #expect(
            #expect(throws: FieldError.self) { try PlacesSectionRemoved(country: "").encoded() }?.path
                == "country")
        for event in [
            PlacesRefreshRequested(refreshID: ""), PlacesRefreshed(refreshID: "", places: []),
            PlacesRefreshFailed(refreshID: ""),
        ] as [any EventPayload] {
            #expect(#expect(throws: FieldError.self) { try event.encoded() }?.path == "refresh_id")
        }
    }

    @Test func mapTypes() throws {
        #expect(MapType.offered.map(\.rawValue) == ["standard", "satellite", "hybrid"])
        let other = try MapTypeSelected(PayloadValue.map(map([("map_type", .text("globe"))])))
        #expect(other.mapType.rawValue == "globe")
        #expect(other.mapType.effective == .standard)
        #expect(MapType.hybrid.effective == .hybrid)
        #expect(
            try MapTypeSelected(mapType: .hybrid).payloadValue() == .map(map([("map_type", .text("hybrid"))]))
        )
        #expect(throws: FieldError.self) { try MapTypeSelected(mapType: MapType(rawValue: "")).encoded() }
    }

    @Test func aPhotoThatCannotBeStored() {
        let nowhere = Photo(id: "1", latitude: .nan)
        let error = #expect(throws: FieldError.self) { try PhotoViewed(photo: nowhere).encoded() }
        #expect(error?.description == "photo.latitude is not a finite number")
    }

    @Test func redaction() throws {
        let viewed = try PhotoViewed(photo: SampleEvents.photo).payloadValue()
        let photo = try #require(PhotoViewed.definition.redacted(viewed).map?["photo"]?.map)
        #expect(photo.entries.map(\.key) == ["id", "farm", "server"])
        let visited = try PhotoVisited(vacation: "Europe", photo: SampleEvents.photo).payloadValue()
        #expect(PhotoVisited.definition.redacted(visited).map?["vacation"] == nil)
    }

    @Test func anythingInAPhotoSurvivesOrIsRefused() throws {
        let seed: UInt64 = 2_014
        var random = SplitMix64(seed: seed)
        let keys = [
            "id", "title", "tags", "latitude", "owner", "extra", "farm", "derived_place", "place", "views",
        ]
        let values: [PayloadValue] = [
            .null, .bool(true), .integer(-3), .unsigned(.max), .real(1.5), .text(""), .text("a b"),
            .text("7"),
            .list([.text("x")]), .list([.null]), .map(map([("_content", .text("y"))])), .map(PayloadMap()),
            .map(map([("_content", .text("y")), ("n", .null)])),
        ]
        var accepted = 0
        for round in 0..<3000 {
            var photo = map([("id", .text("1"))])
            for key in keys where Bool.random(using: &random) {
                photo[key] = values.randomElement(using: &random)
            }
            let payload = PayloadValue.map(map([("photo", .map(photo))]))
            guard let stored = try? PhotoViewed.definition.normalise(payload) else { continue }
            accepted += 1
            #expect(try PhotoViewed.definition.normalise(stored) == stored, "seed \(seed), round \(round)")
            #expect(try PhotoViewed(stored).payloadValue() == stored, "seed \(seed), round \(round)")
        }
        #expect(accepted > 50)
    }
}
