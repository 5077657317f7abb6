import EventCoding
import EventLog
import Testing

@Suite("The numbered types of a block")
struct BlockTypeTests {
    /// A log with an event of each of a hundred types, twice.
    private static func log() throws -> MemoryLog {
        let log = MemoryLog(clock: { 0 })
        let types = try (0..<100).map { try EventType(validating: "type.\($0)") }
        let events = (types + types).map {
            ProposedEvent(type: $0, payload: PayloadValue.map(PayloadMap()).cbor)
        }
        try log.append(events, to: try StreamName("s"))
        return log
    }

    @Test("the first types have numbers, the others are read without")
    func numbers() throws {
        try Self.log().forEachBlock { (block: borrowing EventBlock) in
            #expect(block.count == 200)
            #expect(block.typeCount == 64)
            for index in 0..<block.count {
                let number = block.typeNumber(at: index)
                #expect(number == (index % 100 < 64 ? index % 100 : nil))
                if let number {
                    #expect(String(copyingUTF8: block.typeName(number)) == "type.\(index % 100)")
                }
                #expect(block.event(at: index)?.typeText == "type.\(index % 100)")
            }
            return .proceed
        }
    }

    @Test("a plan finds the types that it wants, numbered or not", arguments: [3, 63, 64, 99])
    func wanted(number: Int) throws {
        let log = try Self.log()
        let wanted = try EventType(validating: "type.\(number)")
        var block = EventBlock()
        for types in [[wanted], nil, [wanted, "type.5"], [wanted]] as [[EventType]?] {
            let plan = ReadPlan(types: types)
            var cursor = try log.cursor(for: plan)
            try log.fill(&block, from: plan, at: &cursor)
            #expect(block.count == (types.map { $0.count * 2 } ?? 200))
            guard types?.count == 1 else { continue }
            #expect(block.event(at: 0)?.position == UInt64(number + 1))
            #expect(block.event(at: 1)?.position == UInt64(number + 101))
        }
    }
}
