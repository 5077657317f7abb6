import EventCoding
import Testing

@Suite struct CBORViewTests {
    private let payload: [UInt8] = {
        var writer = CBORWriter()
        writer.beginMap()
        writer.key("vacation")
        writer.text("Europe")
        writer.key("photo")
        writer.beginMap()
        writer.key("title")
        writer.text("Tram 28")
        writer.key("id")
        writer.text("p88")
        writer.key("tags")
        writer.beginList()
        writer.text("tram")
        writer.text("lisbon")
        writer.endList()
        writer.key("views")
        writer.integer(-7)
        writer.key("big")
        writer.unsigned(.max)
        writer.key("latitude")
        writer.real(38.71)
        writer.key("public")
        writer.bool(true)
        writer.key("secret")
        writer.null()
        writer.endMap()
        writer.endMap()
        return writer.bytes
    }()

    @Test func findsValues() throws {
        let view = try CBORView(validating: payload.span)
        #expect(view.kind == .map)
        #expect(view.count == 2)
        #expect(view.value(forKey: "vacation")?.string == "Europe")
        #expect(view["vacation"]?.string == "Europe")
        #expect(view.value(forKey: "nothing")?.kind == nil)
        #expect(view.value(atPath: "photo.title")?.string == "Tram 28")
        #expect(view.value(at: "photo.title")?.string == "Tram 28")
        #expect(view.value(atPath: "photo.title.more")?.kind == nil)
        #expect(view.value(atPath: "photo.nothing")?.kind == nil)
        #expect(view.value(atPath: "")?.kind == nil)
        let key = Array("vacation".utf8)
        #expect(view.value(forKey: key.span)?.string == "Europe")
    }

    @Test func readsEveryKind() throws {
        let view = try CBORView(validating: payload.span)
        #expect(view.value(atPath: "photo.views")?.integer == -7)
        #expect(view.value(atPath: "photo.views")?.unsigned == nil)
        #expect(view.value(atPath: "photo.views")?.number == -7)
        #expect(view.value(atPath: "photo.big")?.kind == .unsigned)
        #expect(view.value(atPath: "photo.big")?.integer == nil)
        #expect(view.value(atPath: "photo.big")?.unsigned == .max)
        #expect(view.value(atPath: "photo.latitude")?.real == 38.71)
        #expect(view.value(atPath: "photo.latitude")?.integer == nil)
        #expect(view.value(atPath: "photo.public")?.bool == true)
        #expect(view.value(atPath: "photo.secret")?.isNull == true)
        #expect(view.value(atPath: "photo.id")?.isNull == false)
        #expect(view.value(atPath: "photo.id")?.text?.isUTF8(of: "p88") == true)
        #expect(view.value(atPath: "photo.id")?.count == nil)
        #expect(view.value(atPath: "photo.tags")?.count == 2)
        #expect(view.string == nil)
        #expect(view.number == nil)
    }

    @Test func walksInOrder() throws {
        let view = try CBORView(validating: payload.span)
        var keys: [String] = []
        if let photo = view["photo"] {
            photo.forEachEntry { (key: Span<UInt8>, _: borrowing CBORView) in
                keys.append(String(copyingUTF8: key) ?? "?")
            }
        }
        #expect(keys == ["id", "big", "tags", "title", "views", "public", "secret", "latitude"])
        var tags: [String?] = []
        if let list = view.value(atPath: "photo.tags") {
            list.forEachElement { (element: borrowing CBORView) in tags.append(element.string) }
        }
        #expect(tags == ["tram", "lisbon"])
        view.forEachElement { (_: borrowing CBORView) in Issue.record("a map has no elements") }
    }

    @Test func closureErrorsPassThrough() throws {
        struct Stop: Error {}
        let bytes = PayloadValue.list([.integer(1), .integer(2)]).cbor
        let view = CBORView(trusted: bytes.span)
        var seen = 0
        do throws(Stop) {
            try view.forEachElement { (_: borrowing CBORView) throws(Stop) in
                seen += 1
                throw Stop()
            }
            Issue.record("nothing was thrown")
        } catch {}
        #expect(seen == 1)
    }

    @Test func encodedIsTheItemAlone() throws {
        let view = try CBORView(validating: payload.span)
        var inner: [UInt8] = []
        if let tags = view.value(atPath: "photo.tags"), let encoded = tags.encoded {
            inner = [UInt8](copying: encoded)
        }
        #expect(try PayloadValue(cbor: inner.span) == .list([.text("tram"), .text("lisbon")]))
    }

    @Test func canonicallyEqualKeysStayApart() throws {
        let map = try #require(PayloadMap(uniqueKeys: [("\u{e9}", .integer(1)), ("e\u{301}", .integer(2))]))
        let bytes = PayloadValue.map(map).cbor
        let view = try CBORView(validating: bytes.span)
        #expect(view.value(forKey: "\u{e9}")?.integer == 1)
        #expect(view.value(forKey: "e\u{301}")?.integer == 2)
    }
}
