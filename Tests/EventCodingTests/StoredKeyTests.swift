import TestSupport
import Testing

@testable import EventCoding

/// Keys of every length, alike or in disorder, are found in stored bytes as they are found leniently.
struct StoredKeyTests {
    /// Keys that share their first bytes, their length, or their length but for a multiple of sixteen.
    fileprivate static let names =
        ["a", "b", "c", "ab", "", "tags", "farm", "note", "name"]
        + [7, 8, 15, 16, 17, 24, 40, 256].flatMap { length in
            let common = String(repeating: "k", count: length - 1)
            return ["a", "b", "é"].map { $0.utf8.count == 1 ? common + $0 : String(common.dropLast()) + $0 }
        }

    /// A record whose payload is the map of these pairs as they stand, sorted or not.
    private static func bytes(_ pairs: [(key: [UInt8], value: [UInt8])]) -> [UInt8] {
        [0xb8, UInt8(pairs.count)] + pairs.flatMap { $0.key + $0.value }
    }

    private static func pair(_ key: String, _ value: PayloadValue) -> (key: [UInt8], value: [UInt8]) {
        (PayloadValue.text(key).cbor, value.cbor)
    }

    private static func expectSame(_ bytes: [UInt8], _ note: @autoclosure () -> Comment) {
        expectSame(Keeping.self, bytes, note())
        expectSame(Dropping.self, bytes, note())
    }

    private static func expectSame<R: PayloadRecord>(
        _: R.Type, _ bytes: [UInt8], _ note: @autoclosure () -> Comment
    ) {
        let inPlace = Result { () throws(FieldError) in try R(CBORView(trusted: bytes.span)) }
        let leniently = Result { () throws(FieldError) in
            try R(PayloadValue(CBORView(trusted: bytes.span)))
        }
        #expect(inPlace == leniently, note())
    }

    @Test(arguments: UInt64(0)..<50)
    func `A record with keys of many lengths is read in place`(seed: UInt64) throws {
        var random = RandomPayload(seed: seed)
        var record = Keeping()
        for index in record.values.indices where random.random.oneIn(2) {
            record.values[index] = random.text()
        }
        for name in ["Z", "abc", String(repeating: "k", count: 39), "extra unknown key"]
        where random.random.oneIn(2) {
            record.extra[name] = random.value(depth: 3)
        }
        let bytes = try record.encoded()
        var read = Keeping()
        #expect(StoredRecordReader.read(&read, from: CBORView(trusted: bytes.span)), "seed \(seed)")
        #expect(read == record, "seed \(seed)")
        Self.expectSame(bytes, "seed \(seed)")
    }

    @Test(arguments: UInt64(0)..<100)
    func `Keys in disorder, twice, alike or unknown give the same record or the same error`(
        seed: UInt64
    ) {
        var random = RandomPayload(seed: seed)
        let unknown = ["Z", "d", "tagz", String(repeating: "k", count: 40), "extra"]
        for _ in 0..<10 {
            var pairs = (Self.names + unknown).filter { _ in random.random.oneIn(3) }
                .sorted { PayloadMap.precedes($0, $1) }
                .map { name in
                    Self.pair(name, random.random.oneIn(8) ? random.value(depth: 3) : .text(random.text()))
                }
            guard !pairs.isEmpty else { continue }
            let last = pairs.count - 1
            switch random.random.number(0...4) {
            case 0: pairs.swapAt(random.random.number(0...last), random.random.number(0...last))
            case 1: pairs.insert(pairs[random.random.number(0...last)], at: random.random.number(0...last))
            case 2:
                // A length in more bytes than it takes.
                let index = random.random.number(0...last)
                let key = pairs[index].key
                if key[0] < 0x78 { pairs[index].key = [0x78, key[0] & 0x1f] + key.dropFirst() }
            case 3:
                let index = random.random.number(0...last)
                let place = random.random.number(0...pairs[index].key.count - 1)
                pairs[index].key[place] = UInt8(random.random.number(0...255))
            default: break
            }
            let bytes = Self.bytes(pairs)
            Self.expectSame(bytes, "seed \(seed): \(bytes)")
        }
    }

    @Test
    func `A record of more entries than are noted is read too`() throws {
        for count in [14, 15, 16, 17, 63, 64, 65, 200] {
            var record = Keeping()
            record.values[0] = "first"
            record.values[record.values.count - 1] = "last"
            let pairs = (0..<count).map { number in
                Self.pair("\(1000 + number)", .integer(Int64(number)))
            }
            let known = try PayloadValue.map(
                #require(
                    PayloadMap(
                        uniqueKeys: record.values.indices.compactMap { index in
                            record.values[index].map { (Self.names[index], PayloadValue.text($0)) }
                        })))
            let stored = try #require(known.map).entries.map { Self.pair($0.key, $0.value) }
            Self.expectSame(
                Self.bytes((pairs + stored).sorted { $0.key.lexicographicallyPrecedes($1.key) }), "\(count)")
        }
    }

    @Test(arguments: UInt64(0)..<100)
    func `A search begins at the entry or before it`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let names = Self.names.filter { _ in random.oneIn(2) }.sorted { PayloadMap.precedes($0, $1) }
        var starts = KeyStarts()
        for (index, name) in names.enumerated() { starts.note(index, FieldTag(name)) }
        for name in Self.names {
            let start = starts.start(of: FieldTag(name))
            if let index = names.firstIndex(of: name) {
                #expect(start.map { $0 <= index } == true, "seed \(seed): \(name)")
            }
        }
        #expect(KeyStarts().start(of: FieldTag("a")) == nil)
    }
}

private let fields = StoredKeyTests.names.map { Field($0, "A text.") }
private let extraField = Field("extra", "All else.")

/// A record with a text under each of the names, in another order than that of the bytes.
private struct Keeping: PayloadRecord {
    var values = [String?](repeating: nil, count: fields.count)
    var extra = PayloadMap()

    mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        for index in fields.indices.reversed() { try visitor.optionalText(&values[index], fields[index]) }
        try visitor.extra(&extra, extraField)
    }
}

/// The same, but it keeps no extra values.
private struct Dropping: PayloadRecord {
    var values = [String?](repeating: nil, count: fields.count)

    mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        for index in fields.indices { try visitor.optionalText(&values[index], fields[index]) }
    }
}
