import EventCoding
import Testing
import TravelEvents

/// What is stored today must be readable for ever: these files change only on purpose.
@Suite struct GoldenTests {
    @Test func payloads() throws {
        var text = ""
        for event in SampleEvents.all {
            let bytes = try event.encoded()
            let view = try CBORView(validating: bytes.span)
            var json = JSONWriter()
            json.write(view)
            let definition = type(of: event).definition
            let line = TravelCatalogue.catalogue.line(for: definition.type, payload: view)
            text += "\(definition.type) \(definition.version)\n\(hex(bytes))\n\(json.text)\n\(line)\n\n"
        }
        try Golden.check(text, "payloads.txt")
    }

    @Test func catalogue() throws {
        var text = ""
        for definition in TravelCatalogue.catalogue.definitions {
            text += "\(definition.type) \(definition.version) \(definition.importance)"
            text += " subject \(definition.subjectPath?.description ?? "-")\n"
            for field in definition.fields {
                text += "  \(field.path) \(field.kind)\(field.isOptional ? " optional" : "")"
                text += "\(field.isPersonal ? " personal" : "")\n"
            }
        }
        try Golden.check(text, "catalogue.txt")
    }

    @Test func storedBytesReadBack() throws {
        let lines = try Golden.lines(of: "payloads.txt")
        var count = 0
        for event in SampleEvents.all {
            let bytes = bytes(hex: lines[4 * count + 1])
            try check(event, reads: bytes)
            count += 1
        }
        #expect(count == SampleEvents.all.count)
    }

    private func check<P: EventPayload>(_ event: P, reads bytes: [UInt8]) throws {
        #expect(try P(cbor: bytes.span) == event)
        let value = try PayloadValue(cbor: bytes.span)
        #expect(try P.definition.normalise(value).cbor == bytes)
    }
}
