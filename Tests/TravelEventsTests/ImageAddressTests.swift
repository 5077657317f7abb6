import EventCoding
import Testing
import TravelEvents

@Suite("1.11 Image addresses and coordinates")
struct ImageAddressTests {
    private let photo = Photo(
        id: "14118630850", secret: "02b4c5b056", server: "5482", farm: "6",
        extra: {
            var extra = PayloadMap()
            extra["originalsecret"] = .text("24f8c12962")
            extra["originalformat"] = .text("png")
            return extra
        }())

    @Test("1.11 square thumbnail, large and original")
    func sizes() {
        let start = "https://live.staticflickr.com/5482/14118630850_"
        #expect(photo.imageAddress(size: .squareThumbnail) == start + "02b4c5b056_s.jpg")
        #expect(photo.imageAddress(size: .large) == start + "02b4c5b056_b.jpg")
        #expect(photo.imageAddress(size: .original) == start + "24f8c12962_o.png")
    }

    @Test("1.11 the farm plays no part")
    func farm() {
        var photo = photo
        photo.farm = nil
        #expect(photo.imageAddress(size: .large) != nil)
    }

    @Test("1.11 a missing part gives no address")
    func missingParts() {
        for change in [
            { (photo: inout Photo) in photo.id = "" }, { $0.server = nil }, { $0.secret = nil },
            { $0.server = "" }, { $0.secret = "" },
        ] {
            var photo = photo
            change(&photo)
            #expect(photo.imageAddress(size: .squareThumbnail) == nil)
            #expect(photo.imageAddress(size: .large) == nil)
        }
    }

    @Test(
        "1.11 the original needs its own secret and format", arguments: ["originalsecret", "originalformat"])
    func original(_ key: String) {
        for value in [nil, .null, .integer(5), .text(""), .text("a/b")] as [PayloadValue?] {
            var photo = photo
            photo.extra[key] = value
            #expect(photo.imageAddress(size: .original) == nil)
            #expect(photo.imageAddress(size: .large) != nil)
        }
    }

    @Test(
        "1.11 a part that would break an address gives none",
        arguments: ["a b", "../x", "a?b", "\u{e9}", "a%2f"])
    func brokenParts(_ part: String) {
        for change in [
            { (photo: inout Photo) in photo.id = part }, { $0.server = part }, { $0.secret = part },
        ] {
            var photo = photo
            change(&photo)
            #expect(photo.imageAddress(size: .large) == nil)
        }
    }

    @Test("1.11 0 and 0 mean no location")
    func locations() {
        #expect(GeoLocation(latitude: 0, longitude: 0) == nil)
        #expect(GeoLocation(latitude: -0.0, longitude: 0) == nil)
        #expect(GeoLocation(latitude: nil, longitude: 1) == nil)
        #expect(GeoLocation(latitude: 1, longitude: nil) == nil)
        #expect(GeoLocation(latitude: 0, longitude: 9)?.longitude == 9)
        #expect(Photo(id: "1", latitude: 0, longitude: 0).location == nil)
        #expect(Photo(id: "1", latitude: 51.5, longitude: 0).location?.latitude == 51.5)
        #expect(Place(name: "a", latitude: 0, longitude: 0).location == nil)
    }
}
