import EventCoding
import Foundation
import TestSupport
import Testing
import TravelEvents

/// Responses of a real photo service.
@Suite struct RealDataTests {
    /// The folder of responses: beside the checkout, or where the environment says.
    static let folder = RealData.folder?.appending(path: "flickr-api")

    /// The list at `path` of a response.
    private func list(_ file: String, _ path: [String]) throws -> [PayloadValue] {
        let folder = try #require(Self.folder)
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        var value = try PayloadValue(json: text)
        for key in path { value = try #require(value.map?[key]) }
        return try #require(value.list)
    }

    @Test(.enabled(if: folder != nil, "the shared data is not beside the checkout"))
    func topPlaces() throws {
        let list = PayloadValue.list(try list("places/get_top_places_list.json", ["places", "place"]))
        let payload = PayloadValue.map(map([("refresh_id", .text("r")), ("places", list)]))
        let refreshed = try PlacesRefreshed(payload)
        #expect(refreshed.places.count == 100)
        #expect(refreshed.places.allSatisfy { $0.name != nil && $0.latitude != nil && $0.longitude != nil })
        #expect(refreshed.places.allSatisfy { $0.photoCount != nil && $0.extra["woe_name"] != nil })
        let countries = refreshed.places.map { $0.name?.split(separator: ", ").last ?? "" }
        #expect(Set(countries).count == 23)
        #expect(countries.count { $0 == "United States" } == 49)
        let stored = try PlacesRefreshed.normalise(payload)
        #expect(try refreshed.payloadValue() == stored)
    }

    @Test(
        .enabled(if: folder != nil, "the shared data is not beside the checkout"),
        arguments: [
            ("favorites/get_list.json", "photos", 15), ("galleries/get_photos.json", "photos", 13),
            ("photos/search.json", "photos", 5), ("groups/pools/get_photos.json", "photos", 5),
            ("photosets/photosets_get_photos.json", "photoset", 6),
        ])
    func photos(_ file: String, _ key: String, _ count: Int) throws {
        let photos = try list(file, [key, "photo"])
        #expect(photos.count == count)
        for photo in photos {
            let given = try #require(photo.map)
            let stored = try #require(try Photo.normalise(photo).map)
            #expect(stored["id"] == given["id"])
            let known = stored.entries.filter { $0.key != "extra" && given[$0.key] != nil }.count
            // Nulls and empty lists of tags are as good as absent.
            let said = given.entries.count { !$0.value.isNull && $0.value != .text("") }
            #expect(known + (stored["extra"]?.map?.count ?? 0) >= said)
            #expect(try Photo(photo).payloadValue() == .map(stored))
        }
    }

    @Test(.enabled(if: folder != nil, "the shared data is not beside the checkout"))
    func aSinglePhotoWrapsItsTexts() throws {
        let folder = try #require(Self.folder)
        let text = try String(contentsOf: folder.appending(path: "photos/get_info.json"), encoding: .utf8)
        let photo = try Photo(try #require(try PayloadValue(json: text).map?["photo"]))
        #expect(photo.id == "14118630850")
        #expect(photo.title == "Transamerica View 20140530")
        #expect(photo.owner == "85853333@N00")
        #expect(photo.farm == "6")
        #expect(!photo.tags.isEmpty)
        #expect(photo.extra["owner"]?.map?["username"] == .text("owner-005"))
        #expect(photo.extra["dates"]?.map?["taken"] == .text("2014-05-30 06:31:07"))
    }

    @Test(.enabled(if: folder != nil, "the shared data is not beside the checkout"))
    func emptyTitles() throws {
        let photos = try list("favorites/get_list.json", ["photos", "photo"]).map { try Photo($0) }
        #expect(photos.count == 15)
        #expect(photos.count { $0.title == "" } == 8)
    }
}
