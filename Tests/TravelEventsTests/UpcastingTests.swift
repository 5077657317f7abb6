import EventCoding
import Testing

/// A worked example: a type that has been changed twice, read by today's code.
///
/// Version 1 kept the place under `where` and the tags in one text. Version 2 renamed the place. Version 3 keeps
/// tags in a list and says how long the photo was looked at, 0 for what nobody measured.
@Suite struct UpcastingTests {
    struct Looked: EventPayload {
        var (photo, place, tags, seconds) = ("", String?.none, [String](), Int64(0))

        static let definition = EventDefinition(
            "photo.looked", version: 3, payload: Looked.self, summary: "A user looked at a photo.",
            subject: "photo", line: "{photo} for {seconds} s",
            upcasters: [
                Upcaster(from: 1, summary: "`where` is called `place`.") { (payload) throws(UpcastError) in
                    guard var map = payload.map else { throw UpcastError("the payload is no record") }
                    map["place"] = map["where"]
                    map["where"] = nil
                    return .map(map)
                },
                Upcaster(from: 2, summary: "Tags are a list; seconds are there.") {
                    (payload) throws(UpcastError) in
                    guard var map = payload.map else { throw UpcastError("the payload is no record") }
                    if let tags = map["tags"] {
                        guard let text = tags.text else { throw UpcastError("the tags are no text") }
                        map["tags"] = .list(text.split(separator: " ").map { .text(String($0)) })
                    }
                    map["seconds"] = .integer(0)
                    return .map(map)
                },
            ])

        mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
            try visitor.text(&photo, Field("photo", "The photo's id."))
            try visitor.optionalText(&place, Field("place", "Where it was taken.", isPersonal: true))
            try visitor.texts(&tags, Field("tags", "Its tags."))
            try visitor.integer(&seconds, Field("seconds", "How long, in seconds."))
        }
    }

    private static let type: EventType = "photo.looked"

    /// Stored payloads of the three versions; the first and third hold a key that no version knows.
    private static let stored: [(UInt16, PayloadValue)] = [
        (
            1,
            .map(
                map([
                    ("photo", .text("p17")), ("where", .text("Oslo, Norway")), ("tags", .text("tram sea")),
                    ("odd", .null),
                ]))
        ),
        (1, .map(map([("photo", .text("p18"))]))),
        (
            2,
            .map(
                map([
                    ("photo", .text("p19")), ("place", .text("Oslo, Norway")), ("tags", .text("")),
                    ("odd", .real(1)),
                ]))
        ),
        (3, .map(map([("photo", .text("p20")), ("seconds", .integer(5))]))),
    ]

    private func catalogue() throws -> EventCatalogue { try EventCatalogue([Looked.definition]) }

    @Test func goldenPayloadsOfOldVersions() throws {
        var text = ""
        for (version, payload) in Self.stored {
            let bytes = payload.cbor
            var scratch: [UInt8] = []
            let outcome = try catalogue().current(
                Self.type, version: version, payload: bytes.span, into: &scratch)
            text += "\(version) \(hex(bytes)) \(outcome) \(hex(scratch))\n"
        }
        try Golden.check(text, "upcasting.txt")
    }

    /// The bytes in the file, not those of today's encoder, must come out as expected.
    @Test func oldBytesReadAsToday() throws {
        var read: [Looked] = []
        for line in try Golden.lines(of: "upcasting.txt") {
            let parts = line.split(separator: " ")
            let (version, payload) = (try #require(UInt16(parts[0])), bytes(hex: String(parts[1])))
            var scratch: [UInt8] = []
            let outcome = try catalogue().current(
                Self.type, version: version, payload: payload.span, into: &scratch)
            if version == 3 {
                #expect(outcome == .asStored)
                #expect(scratch.isEmpty)
                scratch = payload
            } else {
                #expect(outcome == .upcast(from: version, to: 3))
            }
            read.append(try Looked(cbor: scratch.span))
        }
        #expect(read.map(\.photo) == ["p17", "p18", "p19", "p20"])
        #expect(read.map(\.place) == ["Oslo, Norway", nil, "Oslo, Norway", nil])
        #expect(read.map(\.tags) == [["tram", "sea"], [], [], []])
        #expect(read.map(\.seconds) == [0, 0, 0, 5])
    }

    @Test func whatIsNotKnownPassesUntouched() throws {
        let bytes = PayloadValue.map(PayloadMap()).cbor
        var scratch: [UInt8] = [1]
        let name = Array("photo.looked".utf8)
        #expect(
            try catalogue().current("photo.other", version: 1, payload: bytes.span, into: &scratch)
                == .unknownType)
        #expect(
            try catalogue().current(name.span, version: 4, payload: bytes.span, into: &scratch)
                == .newerVersion(known: 3))
        #expect(scratch == [1])
    }

    @Test func failures() throws {
        var scratch: [UInt8] = [1]
        let cases: [(UInt16, [UInt8], String)] = [
            (0, PayloadValue.map(PayloadMap()).cbor, "no upcaster takes version 0 of photo.looked"),
            (1, PayloadValue.integer(1).cbor, "photo.looked 1: the payload is no record"),
            (2, PayloadValue.map(map([("tags", .null)])).cbor, "photo.looked 2: the tags are no text"),
            (2, [0xff], "photo.looked 2: an item of indefinite length at byte 0"),
        ]
        for (version, bytes, reason) in cases {
            let outcome = try catalogue().current(
                Self.type, version: version, payload: bytes.span, into: &scratch)
            #expect(outcome == .failed(reason: reason))
        }
        #expect(scratch == [1])
    }
}
