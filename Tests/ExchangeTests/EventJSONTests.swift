import Digest
import EventCoding
import EventLog
import Exchange
import StrictJSON
import Testing

struct EventJSONTests {
    private func log(clock: Int64 = 1_772_446_447_120) throws -> MemoryLog {
        let log = MemoryLog(clock: { clock })
        var metadata = PayloadMap()
        metadata["device"] = .text("phone")
        try log.append(
            [
                ProposedEvent(
                    type: "note.written", schemaVersion: 1, subject: "old",
                    payload: try payload(#"{"title":"old","n":18446744073709551615,"x":1.0}"#),
                    occurred: Timestamp(milliseconds: 1_772_446_446_880, zoneMinutes: 60),
                    id: EventID(uuid: "019cae0a-7610-7abc-8def-0123456789ab"),
                    metadata: PayloadValue.map(metadata).cbor),
                ProposedEvent(
                    type: "bell.rung", payload: try payload("{}"),
                    occurred: Timestamp(milliseconds: .min, zoneMinutes: -720), isImported: true),
            ], to: StreamName("alice\u{e9}"))
        return log
    }

    private func payload(_ json: String) throws -> [UInt8] {
        let bytes = Array(json.utf8)
        return try StrictJSON.parse(bytes.span).cbor
    }

    private func objects(
        _ log: MemoryLog, _ form: EventJSON.Form, leaf: SHA256Digest? = nil
    ) throws -> [String] {
        let catalogue = try SampleModel.catalogue()
        var texts: [String] = []
        try log.forEachBlock(upcasting: form == .log ? catalogue : nil) { block in
            for index in 0..<block.count {
                guard let event = block.event(at: index) else { continue }
                var json = JSONWriter()
                EventJSON(form).write(event, leaf: leaf, into: &json)
                texts.append(json.text)
            }
            return .proceed
        }
        return texts
    }

    @Test
    func `An event for readers has the payload's current form`() throws {
        let texts = try objects(log(), .log, leaf: .zero)
        let expected = """
            {"kind":"event","position":1,"stream":"alice\u{e9}","revision":1,\
            "id":"019cae0a-7610-7abc-8def-0123456789ab","type":"note.written","schema_version":2,\
            "subject":"old","occurred":"2026-03-02T10:14:06.880Z","zone":60,\
            "recorded":"2026-03-02T10:14:07.120Z","clock":"2026-03-02T10:14:07.120Z",\
            "batch":{"index":0,"size":2},"metadata":{"device":"phone"},\
            "data":{"n":18446744073709551615,"x":1.0,"name":"old"},\
            "leaf":"\(String(repeating: "0", count: 64))"}
            """
        #expect(texts.first == expected)
    }

    @Test
    func `A time outside the years 0000 to 9999 is its milliseconds as a text`() throws {
        let text = try #require(try objects(log(), .log).last)
        #expect(text.contains(#""occurred":"-9223372036854775808","zone":-720,"#))
        #expect(text.contains(#""metadata":{},"data":{}}"#))
        #expect(!text.contains("leaf"))
    }

    @Test
    func `An event for a copy has the stored payload, the salt and the origin of the id`() throws {
        let texts = try objects(log(), .export)
        try #require(texts.count == 2)
        #expect(
            texts[0].contains(
                #""generated":false,"imported":false,"type":"note.written","schema_version":1,"#))
        #expect(texts[1].contains(#""generated":true,"imported":true,"type":"bell.rung","#))
        #expect(texts[0].contains(#""data":{"n":18446744073709551615,"x":1.0,"title":"old"},"salt":""#))
        let first = Array(texts[0].utf8)
        let salt = try StrictJSON.parse(first.span).map?["salt"]?.text
        #expect(salt?.utf8.count == 32)
        #expect(salt?.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "f") ~= $0 } == true)
    }

    @Test
    func `More keys stand at the end`() throws {
        var text = ""
        try log().forEachBlock { block in
            guard let event = block.event(at: 1) else { return .stop }
            var json = JSONWriter()
            EventJSON().write(event, into: &json) { json in
                json.key("hypothetical")
                json.bool(true)
            }
            text = json.text
            return .stop
        }
        #expect(text.hasSuffix(#""data":{},"hypothetical":true}"#))
    }

    @Test
    func `Places without an event say so, large positions as texts`() throws {
        var json = JSONWriter()
        EventJSON().write(missing: 3...((1 << 53) + 1), reason: .salvaged, into: &json)
        json.endLine()
        EventJSON().write(unreadable: 1 << 53, why: RecordFault(.wrongChecksum, at: 8), into: &json)
        let expected = """
            {"kind":"missing","first":3,"last":"9007199254740993","reason":"salvaged"}
            {"kind":"unreadable","position":9007199254740992,"reason":"wrongChecksum",\
            "message":"the record's checksum does not match","offset":8}
            """
        #expect(json.text == expected)
    }
}
