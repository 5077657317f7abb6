import Digest
import EventCoding
import TestSupport
import Testing

@testable import EventLog

/// A record checks itself, and its leaf is what the page of the format says.
@Suite struct RecordTests {
    private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }

    /// The parts of a record by the offsets of the page, computed without the code under test.
    private static func parts(_ record: [UInt8]) -> (kept: [UInt8], withheld: [UInt8]) {
        let kept = number(record, 8, 4)
        let withheld = number(record, 12, 4)
        return (Array(record[16..<16 + kept]), Array(record[16 + kept..<16 + kept + withheld]))
    }

    private static func leaf(_ record: [UInt8]) -> [UInt8] {
        let (kept, withheld) = parts(record)
        return sha256([0x00, 0x01] + kept + sha256(withheld))
    }

    /// What is left of a record whose withheld part was erased.
    private static func erased(_ record: [UInt8]) -> [UInt8] {
        let (kept, withheld) = parts(record)
        var stub = Array(record[0..<6])
        stub.append(contentsOf: [record[6] | 1, record[7]])
        stub.append(contentsOf: record[8..<12])
        stub.append(contentsOf: [32, 0, 0, 0])
        stub.append(contentsOf: kept + sha256(withheld))
        stub.appendLittleEndian(XXH3.hash64(stub.span))
        return stub
    }

    @Test func fieldsStandWhereThePageSays() throws {
        for (name, record) in try FixedLog.samples() {
            let (kept, withheld) = Self.parts(record)
            #expect(Array(record.prefix(6)) == [0xE7, 0x54, 0x4C, 0x47, 1, 0], "\(name)")
            #expect(record.count == 16 + kept.count + withheld.count + 8)
            var block = EventBlock()
            block.append(copying: record.span, foundAt: nil)
            let event = try #require(block.events.first)
            #expect(
                kept[0..<16].elementsEqual(
                    [0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77]
                        + [0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF]))
            #expect(Self.number(kept, 16, 8) == Int(event.position))
            #expect(Self.number(kept, 28, 8) == Int(event.revision))
            #expect(Array(kept[36..<52]) == event.id.bytes)
            #expect(Self.number(kept, 52, 8) == Int(event.recorded))
            let type = Int(kept[78])
            #expect(kept.count == 79 + type)
            #expect(Array(kept[79...]) == Array(event.type.utf8))
            #expect(Self.number(withheld, 16, 8) == Int(event.occurred.milliseconds))
            let lengths = [
                Int(withheld[26]), Self.number(withheld, 27, 2), Self.number(withheld, 29, 2),
                Self.number(withheld, 31, 4),
            ]
            #expect(withheld.count == 35 + lengths.reduce(0, +))
            #expect(Array(withheld[35..<35 + lengths[0]]) == Array(event.stream.utf8))
            #expect(
                Array(withheld[35 + lengths[0]..<35 + lengths[0] + lengths[1]]) == Array(event.subject.utf8))
            #expect(Array(withheld.suffix(lengths[3])) == event.payload)
        }
    }

    @Test func theLeafIsThatOfThePage() throws {
        var hasher = LeafHasher()
        for (name, record) in try FixedLog.samples() {
            var block = EventBlock()
            block.append(copying: record.span, foundAt: nil)
            guard let event = block.event(at: 0) else { continue }
            let leaf = hasher.leaf(of: event).bytes
            #expect(leaf == Self.leaf(record), "\(name)")
        }
    }

    @Test func saltsDiffer() throws {
        let log = MemoryLog()
        try log.append(events(1...500).map { _ in event(1) }, to: alice)
        var salts: Set<[UInt8]> = []
        try log.forEachBlock { block in
            for index in 0..<block.count {
                if let event = block.event(at: index) { salts.insert(bytes(of: event.salt)) }
            }
            return .proceed
        }
        #expect(salts.count == 500)
    }

    @Test func erasingKeepsTheLeafAndEverythingKept() throws {
        var hasher = LeafHasher()
        for (name, record) in try FixedLog.samples() {
            var block = EventBlock()
            block.append(copying: record.span, foundAt: nil)
            let event = try #require(block.events.first)
            let stub = Self.erased(record)
            block.removeAll()
            block.append(copying: stub.span, foundAt: event.position)
            #expect(block.events.isEmpty)
            #expect(!block.isComplete)
            guard case .withheld(let left) = block.entry(at: 0) else {
                Issue.record("\(name): a stub is a withheld event")
                continue
            }
            let leaf = hasher.leaf(of: left).bytes
            #expect(leaf == Self.leaf(record), "\(name)")
            let (position, revision, id) = (left.position, left.revision, left.id)
            #expect((position, revision, id) == (event.position, event.revision, event.id))
            let (recorded, type) = (left.recorded, left.typeText)
            #expect(recorded == event.recorded)
            #expect(type.utf8.elementsEqual(event.type.utf8))
            #expect(block.lastPosition(at: 0) == event.position)
        }
    }

    // MARK: Damage

    private static func fault(_ record: [UInt8], foundAt position: UInt64? = nil) -> RecordFault? {
        var block = EventBlock()
        block.append(copying: record.span, foundAt: position)
        guard case .unreadable(_, let why) = block.entry(at: 0) else { return nil }
        return why
    }

    @Test func everyFlippedBitIsNoticed() throws {
        let samples = try FixedLog.samples()
        for (name, record) in samples + [("a stub", Self.erased(samples[1].record))] {
            #expect(Self.fault(record) == nil)
            for bit in 0..<record.count * 8 {
                var bad = record
                bad[bit / 8] ^= 1 << UInt8(bit % 8)
                #expect(Self.fault(bad) != nil, "\(name), bit \(bit)")
            }
        }
    }

    @Test func everyOtherLengthIsNoticed() throws {
        for (name, record) in try FixedLog.samples() {
            for length in 0..<record.count {
                #expect(Self.fault(Array(record.prefix(length))) != nil, "\(name), \(length) bytes")
            }
            #expect(Self.fault(record + [0])?.reason == .wrongLength)
        }
    }

    @Test func faultsAreNamed() throws {
        let record = try FixedLog.samples()[1].record
        func sealed(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
            var bad = record
            change(&bad)
            bad.removeLast(8)
            bad.appendLittleEndian(XXH3.hash64(bad.span))
            return bad
        }
        let kept = Self.number(record, 8, 4)
        #expect(Self.fault([])?.reason == .tooShort)
        #expect(Self.fault(sealed { $0[0] = 0 })?.reason == .wrongMagic)
        #expect(Self.fault(sealed { $0[4] = 2 })?.reason == .unknownVersion)
        #expect(Self.fault(sealed { $0[6] |= 16 })?.reason == .unknownFlags)
        #expect(Self.fault(sealed { $0[7] = 1 })?.reason == .unknownFlags)
        #expect(Self.fault(sealed { $0[8] ^= 1 })?.reason == .wrongLength)
        #expect(Self.fault(sealed { $0[16 + 78] ^= 1 })?.reason == .wrongInnerLength)
        #expect(Self.fault(sealed { $0[16 + kept + 26] ^= 1 })?.reason == .wrongInnerLength)
        #expect(Self.fault(sealed { $0[16 + kept + 34] ^= 0x80 })?.reason == .wrongInnerLength)
        #expect(Self.fault(sealed { $0[6] |= 1 })?.reason == .wrongInnerLength, "a whole record is no stub")
        #expect(Self.fault(record, foundAt: 3)?.reason == .wrongPosition)
        #expect(Self.fault(record, foundAt: 2) == nil)
        var damaged = record
        damaged[60] ^= 4
        #expect(Self.fault(damaged) == RecordFault(.wrongChecksum, at: record.count - 8))
    }

    @Test func hostileRecordsAreRefusedOrHarmless() throws {
        // Sealed again after the change, as an attacker would: nothing may trap, whatever is read.
        var random = SplitMix64(seed: 3)
        let samples = try FixedLog.samples()
        var readable = 0
        for round in 0..<20_000 {
            var bad = samples[round % samples.count].record
            for _ in 0..<random.number(1...4) {
                let place = random.oneIn(2) ? random.number(0...60) : random.number(0...bad.count - 9)
                bad[min(place, bad.count - 9)] = UInt8(truncatingIfNeeded: random.next())
            }
            if random.oneIn(3) { bad.removeSubrange(random.number(0...bad.count - 9)..<bad.count - 8) }
            bad.removeLast(8)
            bad.appendLittleEndian(XXH3.hash64(bad.span))
            var block = EventBlock()
            block.append(copying: bad.span, foundAt: nil)
            readable += block.events.count
            if let event = block.event(at: 0) {
                _ = event.fields.kind
                event.fields.forEachEntry { _, value in _ = value.kind }
            }
        }
        #expect(readable > 1_000)
    }
}
