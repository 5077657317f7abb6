import EventCoding
import Exchange
import StrictJSON
import Testing
import TravelEvents
import TravelExchange

struct FlickrTests {
    private func value(_ text: String) throws -> PayloadValue {
        let bytes = Array(text.utf8)
        return try StrictJSON.parse(bytes.span)
    }

    private func photos(_ text: String) throws -> [Photo] { try FlickrResponse(try value(text)).photos() }

    private func failure(_ text: String) throws -> ExchangeError? {
        let value = try value(text)
        do throws(ExchangeError) {
            _ = try FlickrResponse(value).photos()
        } catch {
            return error
        }
        Issue.record("no error for \(text)")
        return nil
    }

    @Test(arguments: [
        #"{"id":"1","title":"t","tags":"a b","latitude":"1.5","longitude":2}"#,
        #"{"id":1,"title":{"_content":"t"},"tags":{"tag":[{"_content":"a"},{"_content":"b"}]},"latitude":1.5,"longitude":"2"}"#,
        #"{"photo":{"id":"1","title":"t","tags":["a","b"],"latitude":1.5,"longitude":2.0},"stat":"ok"}"#,
        #"{"photos":{"page":1,"photo":[{"id":"1","title":"t","tags":"a  b ","latitude":1.5,"longitude":2}]},"stat":"ok"}"#,
        #"{"photoset":{"id":"9","photo":[{"id":1,"title":"t","tags":"a b","latitude":1.5,"longitude":2}]}}"#,
    ])
    func `One photo in every form`(text: String) throws {
        let photo = try #require(try photos(text).first)
        #expect(photo.id == "1")
        #expect(photo.title == "t")
        #expect(photo.tags == ["a", "b"])
        #expect(photo.latitude == 1.5)
        #expect(photo.longitude == 2)
    }

    @Test
    func `A photo without location keeps its zeros, and unknown keys go to extra`() throws {
        let text = #"{"id":"1","latitude":0,"longitude":0,"accuracy":0,"farm":5,"ispublic":1,"title":null}"#
        let photo = try #require(try photos(text).first)
        #expect(photo.latitude == 0)
        #expect(photo.longitude == 0)
        #expect(photo.farm == "5")
        #expect(photo.title == nil)
        #expect(photo.extra["accuracy"] == .integer(0))
        #expect(photo.extra["ispublic"] == .integer(1))
        #expect(photo.extra["title"] == nil)
        #expect(try FlickrPhoto.photo(try value(text)) == photo)
    }

    @Test
    func `The location of a single photo fills in what is missing`() throws {
        let location =
            #""location":{"latitude":"1.5","longitude":2,"locality":{"_content":"L"},"country":{"_content":"C"}}"#
        let photo = try #require(try photos(#"{"photo":{"id":"1",\#(location)}}"#).first)
        #expect(photo.place == "L, C")
        #expect(photo.latitude == 1.5)
        #expect(photo.longitude == 2)
        let named = try #require(
            try photos(#"{"photo":{"id":"1","place":"P","latitude":7,"longitude":8,\#(location)}}"#).first)
        #expect(named.place == "P")
        #expect(named.latitude == 7)
        let empty = try #require(try photos(#"{"photo":{"id":"1","location":{"locality":{}}}}"#).first)
        #expect(empty.place == nil)
        #expect(empty.latitude == nil)
    }

    @Test(arguments: [
        (#"{"title":"t"}"#, "unexpectedResponse", nil),
        (#"[]"#, "unexpectedResponse", nil),
        (#"{"photos":{"photo":{}}}"#, "unexpectedResponse", "photos.photo"),
        (#"{"photo":{"title":"t"}}"#, "invalidPayload", "photo.id"),
        (#"{"photos":{"photo":[{"id":"1"},{"id":""}]}}"#, "invalidPayload", "photos.photo[1].id"),
        (#"{"photos":{"photo":[{"id":1.5}]}}"#, "invalidPayload", "photos.photo[0].id"),
        (#"{"photos":{"photo":[{"id":[1]}]}}"#, "invalidPayload", "photos.photo[0].id"),
        (#"{"photos":{"photo":[7]}}"#, "invalidPayload", "photos.photo[0]"),
        (#"{"id":null}"#, "invalidPayload", "id"),
        (#"{"id":"1","tags":7}"#, "invalidPayload", "tags"),
        (#"{"id":"1","latitude":"north"}"#, "invalidPayload", "latitude"),
        (#"{"stat":"fail","code":1,"message":"Photo not found"}"#, "responseFailed", "stat"),
        (#"{"stat":1,"id":"1"}"#, "unexpectedResponse", "stat"),
    ])
    func `What is no photo is refused with the field`(text: String, code: String, field: String?) throws {
        let error = try failure(text)
        #expect(error?.code.description == code)
        #expect(error?.field == field)
    }

    @Test
    func `A failure names the service's code and message`() throws {
        let error = try failure(#"{"stat":"fail","code":1,"message":"Photo not found"}"#)
        #expect(error?.message == "Flickr answered with fail 1: Photo not found")
        #expect(try failure(#"{"stat":"fail"}"#)?.message == "Flickr answered with fail")
    }

    @Test
    func `An empty list is no failure`() throws {
        #expect(try photos(#"{"photos":{"photo":[]},"stat":"ok"}"#).isEmpty)
        #expect(try FlickrResponse(try value(#"{"places":{"place":[]},"stat":"ok"}"#)).places().isEmpty)
    }

    @Test
    func `A list of places is needed where places are wanted`() throws {
        let response = try FlickrResponse(try value(#"{"stat":"ok"}"#))
        #expect(throws: ExchangeError.self) { try response.places() }
        let broken = try FlickrResponse(try value(#"{"places":{"place":[{"_content":"a"},{"_content":7}]}}"#))
        do {
            _ = try broken.places()
            Issue.record("a number was taken as a name")
        } catch {
            #expect(error.field == "places.place[1].name")
        }
    }
}

@Suite(.enabled(if: SharedData.folder != nil, "The shared data is not beside this checkout."))
struct FlickrDataTests {
    @Test
    func `All 31 responses are read, and none is a failure`() throws {
        let names = try SharedData.jsonFiles(under: "flickr-api")
        #expect(names.count == 31)
        for name in names { _ = try FlickrResponse(try SharedData.json(name)) }
    }

    @Test(arguments: [
        ("favorites/get_list.json", 15), ("galleries/get_photos.json", 13),
        ("groups/pools/get_photos.json", 5), ("photos/get_contacts_public_photos.json", 10),
        ("photos/get_untagged.json", 5), ("photos/recently_updated.json", 5), ("photos/search.json", 5),
        ("photos/with_geo_data.json", 5), ("photos/without_geo_data.json", 5),
        ("photosets/photosets_get_photos.json", 6), ("photos/get_info.json", 1),
        ("photos/get_info_error.json", 1), ("photos/geo/get_location.json", 1),
        ("tags/get_list_photo.json", 1),
    ])
    func `The responses with photos give them all`(name: String, count: Int) throws {
        let photos = try FlickrResponse(try SharedData.json(name)).photos()
        #expect(photos.count == count)
        for photo in photos {
            let event = PhotoViewed(photo: photo)
            let bytes = try event.encoded()
            let decoded = try PhotoViewed(cbor: bytes.span)
            #expect(decoded == event)
        }
    }

    @Test
    func `The single-photo response gives texts, tags and location`() throws {
        let photo = try #require(
            try FlickrResponse(try SharedData.json("photos/get_info.json")).photos().first)
        #expect(photo.id == "14118630850")
        #expect(photo.title == "Transamerica View 20140530")
        #expect(photo.description?.hasPrefix("During 2014, I will be shooting") == true)
        #expect(photo.owner == "85853333@N00")
        #expect(photo.farm == "6")
        #expect(photo.place == "San Francisco, California, United States")
        #expect(photo.latitude == 37.789899)
        #expect(photo.longitude == -122.401921)
        #expect(photo.tags.count == 9)
        #expect(photo.tags.first == "california")
        #expect(photo.extra["location"] != nil)
    }

    @Test
    func `The favourites keep their dates and empty titles`() throws {
        let photos = try FlickrResponse(try SharedData.json("favorites/get_list.json")).photos()
        #expect(photos.count { $0.extra["date_faved"] != nil } == 15)
        #expect(photos.count { $0.title?.isEmpty != false } == 8)
    }

    @Test
    func `The top places are a hundred`() throws {
        let places = try FlickrResponse(try SharedData.json("places/get_top_places_list.json")).places()
        #expect(places.count == 100)
        #expect(places.allSatisfy { $0.name != nil && $0.longitude != nil && $0.photoCount != nil })
    }
}
