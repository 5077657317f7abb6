import EventCoding
import Testing

@Suite struct CBORWriterTests {
    @Test func sortsEntriesWhateverTheirOrder() throws {
        let seed: UInt64 = 11
        var source = RandomPayload(seed: seed)
        for round in 0..<200 {
            let map = source.map()
            var writer = CBORWriter()
            writer.beginMap()
            for entry in map.entries.shuffled(using: &source.random) {
                writer.key(entry.key)
                writer.write(entry.value)
            }
            writer.endMap()
            #expect(writer.bytes == PayloadValue.map(map).cbor, "seed \(seed), round \(round)")
        }
    }

    @Test(arguments: [0, 1, 23, 24, 255, 256, 65_535, 65_536]) func countsOfEveryWidth(_ count: Int) throws {
        let list = PayloadValue.list(Array(repeating: .null, count: count))
        let bytes = list.cbor
        #expect(try PayloadValue(cbor: bytes.span) == list)
        let text = PayloadValue.text(String(repeating: "x", count: count))
        let textBytes = text.cbor
        #expect(try PayloadValue(cbor: textBytes.span) == text)
    }

    @Test func longMapInsideLists() throws {
        let pairs = (0..<300).map { (String($0), PayloadValue.list([.integer($0)])) }
        let value = PayloadValue.list([.map(try #require(PayloadMap(uniqueKeys: pairs))), .null])
        let bytes = value.cbor
        #expect(try PayloadValue(cbor: bytes.span) == value)
    }

    @Test func spansMustBeUTF8() throws {
        let (good, bad): ([UInt8], [UInt8]) = ([0xc3, 0xbc], [0x61, 0xff])
        var writer = CBORWriter()
        writer.beginMap()
        try writer.key(good.span)
        try writer.text(good.span)
        let error = #expect(throws: CBORError.self) { try writer.key(bad.span) }
        #expect(error == CBORError(.invalidUTF8, at: 1))
        #expect(throws: CBORError.self) { try writer.text(bad.span) }
        writer.endMap()
        #expect(hex(writer.bytes) == "a162c3bc62c3bc")
    }

    @Test func reuseDropsWhatWasThere() {
        var writer = CBORWriter(reusing: [1, 2, 3])
        #expect(writer.bytes.isEmpty)
        writer.beginList()
        #expect(writer.depth == 1)
        writer.removeAll()
        writer.integer(5)
        #expect(writer.bytes == [5])
    }

    @Test func encodedRefusesWhatCannotBeStored() {
        let notFinite = #expect(throws: CBORError.self) { try PayloadValue.list([.real(.nan)]).encoded() }
        #expect(notFinite?.code == .notFinite)
        var deep = PayloadValue.null
        for _ in 0..<64 { deep = .list([deep]) }
        #expect((try? deep.encoded())?.count == 65)
        let tooDeep = #expect(throws: CBORError.self) { try PayloadValue.list([deep]).encoded() }
        #expect(tooDeep?.code == .tooDeep)
    }

    @Test func valuesSurviveTheRoundTrip() throws {
        let seed: UInt64 = 42
        var source = RandomPayload(seed: seed)
        for round in 0..<2000 {
            let value = source.value()
            let bytes = value.cbor
            let back = try PayloadValue(cbor: bytes.span)
            #expect(back == value, "seed \(seed), round \(round)")
            #expect(back.hashValue == value.hashValue, "seed \(seed), round \(round)")
        }
    }
}
