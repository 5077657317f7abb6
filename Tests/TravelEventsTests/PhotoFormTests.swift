import EventCoding
import Testing
import TravelEvents

/// Rules 1.1: what the sources send, and what is stored of it.
@Suite("1.1 Forms of a photo and a place") struct PhotoFormTests {
    private func stored(_ json: String) throws -> PayloadMap {
        try #require(try Photo.normalise(PayloadValue(json: json)).map)
    }

    private func fault(_ json: String) throws -> FieldError? {
        let value = try PayloadValue(json: json)
        return #expect(throws: FieldError.self) { try Photo.normalise(value) }
    }

    @Test(arguments: [
        (#""123""#, "123"), ("123", "123"), (#""007""#, "007"), ("7941504100", "7941504100"),
        ("18446744073709551615", "18446744073709551615"), (#"" p 17""#, " p 17"), ("-5", "-5"),
    ])
    func ids(_ json: String, _ id: String) throws {
        #expect(try stored(#"{"id":\#(json)}"#)["id"] == .text(id))
        let event = try PayloadValue(json: #"{"vacation":"Europe","photo":\#(json)}"#)
        #expect(try PhotoUnvisited(event).photo.utf8.elementsEqual(id.utf8))
    }

    @Test func idsAreBytes() throws {
        #expect(Photo(id: "007") != Photo(id: "7"))
        #expect(Photo(id: "\u{e9}") != Photo(id: "e\u{301}"))
    }

    @Test(arguments: [
        ("{}", FieldError.Code.missing), (#"{"id":null}"#, .missing), (#"{"id":""}"#, .invalid),
        (#"{"id":1.5}"#, .wrongKind), (#"{"id":true}"#, .wrongKind), (#"{"id":["1"]}"#, .wrongKind),
        (#"{"id":{"_content":"1"}}"#, .wrongKind),
    ])
    func idsThatAreRefused(_ json: String, _ code: FieldError.Code) throws {
        let error = try fault(json)
        #expect(error?.path == "id")
        #expect(error?.code == code)
    }

    @Test func idsBeyondTheLimit() throws {
        let (longest, tooLong) = (String(repeating: "x", count: 1024), String(repeating: "x", count: 1025))
        #expect(try stored(#"{"id":"\#(longest)"}"#)["id"]?.text?.utf8.count == Photo.maximumIDBytes)
        #expect(try fault(#"{"id":"\#(tooLong)"}"#)?.code == .invalid)
    }

    @Test(arguments: ["title", "description", "place"]) func texts(_ key: String) throws {
        #expect(try stored(#"{"id":"1","\#(key)":"A <b>\n"}"#)[key] == .text("A <b>\n"))
        #expect(
            try stored(#"{"id":"1","\#(key)":{"_content":"A"}}"#)
                == map([("id", .text("1")), (key, .text("A"))]))
        for absent in ["null", #"{"_content":null}"#, "{}"] {
            #expect(try stored(#"{"id":"1","\#(key)":\#(absent)}"#) == map([("id", .text("1"))]))
        }
        #expect(try stored(#"{"id":"1","\#(key)":""}"#)[key] == .text(""))
        let whole = PayloadValue.map(map([("_content", .text("A")), ("x", .integer(1))]))
        let kept = try stored(#"{"id":"1","\#(key)":{"_content":"A","x":1}}"#)
        #expect(kept["extra"] == .map(map([(key, whole)])))
        #expect(try fault(#"{"id":"1","\#(key)":5}"#)?.path == key)
        #expect(try fault(#"{"id":"1","\#(key)":{"_content":5}}"#)?.path == key + "._content")
    }

    @Test(arguments: [
        (#""a  b c:d ""#, ["a", "b", "c:d"]), (#""art art""#, ["art", "art"]), (#""""#, []), (#""  ""#, []),
        (#""a\u00a0b\tc""#, ["a\u{a0}b\tc"]), ("null", []), ("[]", []),
        (#"["a b","c",""]"#, ["a b", "c", ""]),
        (#"["a",2014]"#, ["a", "2014"]),
        (#"{"tag":[{"_content":"x","raw":"X"},{"_content":"y"}]}"#, ["x", "y"]),
        (#"{"tag":[]}"#, []), ("{}", []),
    ])
    func tags(_ json: String, _ tags: [String]) throws {
        let photo = try Photo(PayloadValue(json: #"{"id":"1","tags":\#(json)}"#))
        #expect(photo.tags == tags)
        #expect(try stored(#"{"id":"1","tags":\#(json)}"#)["tags"]?.list?.count ?? 0 == tags.count)
    }

    @Test func tagsWithoutTheKey() throws {
        #expect(try stored(#"{"id":"1"}"#) == map([("id", .text("1"))]))
        #expect(try fault(#"{"id":"1","tags":5}"#)?.path == "tags")
        #expect(try fault(#"{"id":"1","tags":[null]}"#)?.path == "tags")
        #expect(try fault(#"{"id":"1","tags":{"tag":"x"}}"#)?.path == "tags.tag")
    }

    @Test(arguments: [
        ("52.883", 52.883), (#""-1.974""#, -1.974), ("0", 0.0), (#""0""#, 0.0), (#""1e2""#, 100.0),
        ("-9", -9.0),
    ])
    func coordinates(_ json: String, _ degrees: Double) throws {
        for key in ["latitude", "longitude"] {
            #expect(try stored(#"{"id":"1","\#(key)":\#(json)}"#)[key] == .real(degrees))
        }
    }

    @Test(arguments: [
        #""north""#, #""0x10""#, #""nan""#, #""inf""#, #"" 1""#, #""1.""#, #"".5""#, #""1e400""#, "true",
        "[]",
        #""1111111111111111111111111111111111111111.5""#, #""1e""#, #""-""#, #""+1""#,
    ])
    func coordinatesThatAreRefused(_ json: String) throws {
        #expect(try fault(#"{"id":"1","latitude":\#(json)}"#)?.path == "latitude")
    }

    @Test func coordinatesThatAreAbsent() throws {
        #expect(try stored(#"{"id":"1","latitude":null,"longitude":""}"#) == map([("id", .text("1"))]))
    }

    @Test func partsOfTheAddress() throws {
        let photo = try stored(
            #"{"id":1,"farm":8,"server":"7297","secret":"33a8","owner":{"nsid":"u@N00","username":"u"}}"#)
        #expect(photo["farm"] == .text("8"))
        #expect(photo["server"] == .text("7297"))
        #expect(photo["owner"] == .text("u@N00"))
        let owner = PayloadValue.map(map([("nsid", .text("u@N00")), ("username", .text("u"))]))
        #expect(photo["extra"] == .map(map([("owner", owner)])))
    }

    @Test func unknownKeysAndTheirNulls() throws {
        let photo = try stored(
            #"{"id":"1","zoom":null,"a":{"b":[1,1.0,null]},"derived_place":"Oslo, Norway"}"#)
        #expect(photo["place"] == .text("Oslo, Norway"))
        let deep = PayloadValue.map(map([("b", .list([.integer(1), .integer(1), .null]))]))
        #expect(photo["extra"]?.map?["zoom"] == .null)
        #expect(photo["extra"]?.map?["a"]?.map?.count == deep.map?.count)
        #expect(photo["extra"]?.map?.count == 2)
        let stored = PayloadValue.map(photo)
        #expect(try Photo.normalise(stored) == stored)
    }

    @Test func places() throws {
        let json = #"""
            {"refresh_id":7,"places":[
            {"_content":"Oslo, Norway","place_id":"x","woeid":"1","latitude":"59.9","longitude":10,"photo_count":"42"},
            {"name":"Paris, France","photo_count":3,"woe_name":"Paris"},{"woeid":5}]}
            """#
        let refreshed = try PlacesRefreshed(PayloadValue(json: json))
        #expect(refreshed.refreshID == "7")
        #expect(
            refreshed.places == [
                Place(
                    name: "Oslo, Norway", placeID: "x", woeid: "1", latitude: 59.9, longitude: 10,
                    photoCount: 42),
                Place(name: "Paris, France", photoCount: 3, extra: map([("woe_name", .text("Paris"))])),
                Place(name: nil, woeid: "5"),
            ])
        let bad = try PayloadValue(json: #"{"refresh_id":"r","places":[{"photo_count":"many"}]}"#)
        let error = #expect(throws: FieldError.self) { try PlacesRefreshed(bad) }
        #expect(error?.description == "places[0].photo_count is a text that spells no whole number")
        let missing = try PayloadValue(json: #"{"refresh_id":"r"}"#)
        #expect(#expect(throws: FieldError.self) { try PlacesRefreshed(missing) }?.path == "places")
    }
}
