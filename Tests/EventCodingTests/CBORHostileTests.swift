import EventCoding
import TestSupport
import Testing

/// Bytes that want to do harm: nothing here may trap, loop or read outside.
@Suite struct CBORHostileTests {
    /// Asks a trusted view for everything it can say.
    private func exercise(_ bytes: [UInt8]) {
        let view = CBORView(trusted: bytes.span)
        _ = (view.kind, view.string, view.integer, view.unsigned, view.real, view.number, view.bool)
        _ = (view.isNull, view.count, view.encoded?.count)
        _ = view.value(forKey: "title")?.kind
        _ = view.value(atPath: "photo.title")?.kind
        _ = view.value(at: "a.b")?.kind
        _ = PayloadValue(view)
        var json = JSONWriter()
        json.write(view)
        #expect(!json.bytes.isEmpty)
    }

    @Test func everyTruncationIsRefused() throws {
        var source = RandomPayload(seed: 1)
        for _ in 0..<150 {
            let whole = source.value().cbor
            for length in 0..<whole.count {
                let cut = Array(whole[..<length])
                let error = #expect(throws: CBORError.self) { try PayloadValue(cbor: cut.span) }
                #expect(error?.code == .truncated || error?.code == .invalidUTF8)
            }
        }
        for length in 0..<200 { exercise(Array(source.map().cbor(orEmpty: length))) }
    }

    @Test(arguments: [
        "7bffffffffffffffff", "7b7fffffffffffffff", "7affffffff61", "9bffffffffffffffff",
        "9b7fffffffffffffff", "9b0000000100000000", "bbffffffffffffffff", "bb7fffffffffffffff",
        "bb4000000000000001", "a17bffffffffffffffff", "a1616178ff", "829bffffffffffffff0000", "9affffffff00",
    ])
    func lengthsBeyondTheBytes(_ hex: String) {
        let bytes = bytes(hex: hex)
        let error = #expect(throws: CBORError.self) { try PayloadValue(cbor: bytes.span) }
        #expect(error?.code == .truncated)
        exercise(bytes)
    }

    @Test(arguments: [[0x81] as [UInt8], [0xa1, 0x60]]) func depth(_ opening: [UInt8]) throws {
        func nested(_ depth: Int) -> [UInt8] { (0..<depth).flatMap { _ in opening } + [0xf6] }
        let deepest = nested(64)
        #expect(try PayloadValue(cbor: deepest.span).cbor == deepest)
        for depth in [65, 100_000] {
            let bytes = nested(depth)
            let error = #expect(throws: CBORError.self) { try PayloadValue(cbor: bytes.span) }
            #expect(error?.code == .tooDeep)
            #expect(error?.offset == 64 * opening.count)
            exercise(bytes)
        }
        exercise((0..<100_000).flatMap { _ in opening })
    }

    /// Random bytes, most of them behind a head that promises structure.
    @Test func randomBytes() {
        let seed: UInt64 = 20_260_302
        var random = SplitMix64(seed: seed)
        var accepted = 0
        for round in 0..<100_000 {
            let length = Int.random(in: 0...24, using: &random)
            var bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            if length > 0, round % 2 == 0 { bytes[0] = bytes[0] & 0x07 | (round % 4 == 0 ? 0xa0 : 0x80) }
            if let value = try? PayloadValue(cbor: bytes.span) {
                accepted += 1
                #expect(value.cbor == bytes, "seed \(seed), round \(round)")
            }
            if round % 8 == 0 { exercise(bytes) }
        }
        #expect(accepted > 100)
    }

    /// One changed byte gives an error or another sound payload, never one that writes back differently.
    @Test func flippedBytes() {
        let seed: UInt64 = 7
        var source = RandomPayload(seed: seed)
        for round in 0..<300 {
            var bytes = source.value().cbor
            for _ in 0..<20 {
                let index = Int.random(in: bytes.indices, using: &source.random)
                let before = bytes[index]
                bytes[index] = UInt8(truncatingIfNeeded: source.random.next())
                if let value = try? PayloadValue(cbor: bytes.span) {
                    #expect(value.cbor == bytes, "seed \(seed), round \(round)")
                }
                exercise(bytes)
                bytes[index] = before
            }
        }
    }
}

extension PayloadMap {
    /// The first bytes of the encoded map.
    fileprivate func cbor(orEmpty length: Int) -> ArraySlice<UInt8> {
        PayloadValue.map(self).cbor.prefix(length)
    }
}
