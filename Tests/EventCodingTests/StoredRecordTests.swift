import TestSupport
import Testing

@testable import EventCoding

/// Stored records are read straight from their bytes: with the result of reading them leniently.
struct StoredRecordTests {
    private static func sample(_ random: inout RandomPayload) -> Sample {
        var sample = Sample()
        sample.name = "n" + random.text()
        if random.random.oneIn(2) { sample.note = random.text() }
        sample.number = random.integer()
        if random.random.oneIn(2) { sample.optionalNumber = random.integer() }
        sample.weight = random.real()
        if random.random.oneIn(2) { sample.optionalWeight = random.real() }
        sample.flag = random.random.oneIn(2)
        if random.random.oneIn(2) { sample.optionalFlag = random.random.oneIn(2) }
        sample.words = (0..<random.random.number(0...4)).map { _ in random.text() }
        sample.part.label = random.text()
        sample.parts = (0..<random.random.number(0...3)).map { _ in
            Part(label: random.text(), secret: random.random.oneIn(2) ? random.text() : nil)
        }
        if random.random.oneIn(2) { sample.extra["other"] = random.value(depth: 3) }
        return sample
    }

    private static func inPlace(_ bytes: [UInt8]) -> Result<Sample, FieldError> {
        Result { () throws(FieldError) in try Sample(CBORView(trusted: bytes.span)) }
    }

    private static func leniently(_ bytes: [UInt8]) -> Result<Sample, FieldError> {
        Result { () throws(FieldError) in try Sample(PayloadValue(CBORView(trusted: bytes.span))) }
    }

    @Test(arguments: UInt64(0)..<200)
    func `A written record is read in place, and is the one that was written`(seed: UInt64) throws {
        var random = RandomPayload(seed: seed)
        let sample = Self.sample(&random)
        let bytes = try sample.encoded()
        var record = Sample()
        let isRead = StoredRecordReader.read(&record, from: CBORView(trusted: bytes.span))
        #expect(isRead, "seed \(seed)")
        #expect(record == sample, "seed \(seed)")
        #expect(Self.leniently(bytes) == .success(sample), "seed \(seed)")
    }

    @Test(arguments: UInt64(0)..<100)
    func `Damaged bytes give the same record or the same error either way`(seed: UInt64) throws {
        var random = RandomPayload(seed: seed)
        let bytes = try Self.sample(&random).encoded()
        for _ in 0..<50 {
            var damaged = bytes
            for _ in 0...random.random.number(0...2) {
                let place = random.random.number(0...damaged.count - 1)
                damaged[place] = UInt8(random.random.number(0...255))
            }
            if random.random.oneIn(5) { damaged.removeLast(random.random.number(1...damaged.count)) }
            #expect(Self.inPlace(damaged) == Self.leniently(damaged), "seed \(seed): \(damaged)")
        }
    }

    @Test(arguments: UInt64(0)..<200)
    func `Foreign forms and unknown keys give the same record or the same error either way`(
        seed: UInt64
    ) throws {
        var random = RandomPayload(seed: seed)
        let known = try Self.sample(&random).payloadValue()
        var fields = try #require(known.map)
        for _ in 0..<random.random.number(1...4) {
            let keys =
                fields.entries.map(\.key) + ["title", "extra", "unknown", "another key of some length"]
            fields[keys[random.random.number(0...keys.count - 1)]] =
                random.random.oneIn(4) ? nil : random.value(depth: 2)
        }
        let bytes = PayloadValue.map(fields).cbor
        #expect(Self.inPlace(bytes) == Self.leniently(bytes), "seed \(seed)")
    }

    @Test
    func `Tags order keys as deterministic CBOR does`() {
        let keys = [
            "", "a", "b", "ab", "é", "longitude", "fifteen bytes a", "fifteen bytes b", "sixteen bytes id",
            "seventeen bytes a", "seventeen bytes b",
        ]
        for (left, right) in zip(keys, keys.dropFirst())
        where left.utf8.count != right.utf8.count || left.utf8.count < 16 {
            #expect(FieldTag(right).isCertainlyAfter(FieldTag(left)), "\(left) and \(right)")
            #expect(!FieldTag(left).isCertainlyAfter(FieldTag(right)), "\(left) and \(right)")
        }
        for key in keys { #expect(FieldTag(key).isCertainlyAfter(.none), "\(key)") }
        #expect(FieldTag("seventeen bytes a") == FieldTag("seventeen bytes b"))
        #expect(!FieldTag("seventeen bytes a").isWhole)
        #expect(!FieldTag("sixteen bytes id").isWhole)
        #expect(FieldTag("fifteen bytes a").isWhole)
    }
}
