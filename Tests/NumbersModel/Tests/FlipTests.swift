import EventCoding
import EventLog
import NumbersModel
import Projections
import Testing

/// When a condition changed, over a table that is rendered beside another one.
@Suite("Flips of numbers")
struct FlipTests {
    private static let tests: [RowTest] = [
        .has("a/1", in: "numbers"), .has("2", in: "numbers"), .count(of: "numbers", .above, 3),
        .field("rank", of: "a/3", in: "numbers", .equal, "2"),
        .field("number", of: "3", in: "numbers", .above, "2"),
        .field("rank", of: "b", in: "sections", .equal, "1"),
        .field("numbers", of: "a", in: "sections", .atLeast, "2"),
        .field("since", of: "b/1", in: "numbers", .above, "30"),
    ]

    /// An event that follows from a number, spread by a multiplication.
    private static func event(_ index: UInt64) throws -> ProposedEvent {
        let mixed = (index &* 0x9E37_79B9_7F4A_7C15) >> 32
        let section = mixed % 2 == 0 ? "a" : "b"
        let number = Int64(mixed / 2 % 4)
        switch mixed / 8 % 12 {
        case 0, 1: return try proposed("section.added", section, nil)
        case 2: return try proposed("section.deleted", section, nil)
        case 3..<8: return try proposed("number.added", section, number)
        default: return try proposed("number.removed", section, number)
        }
    }

    private static func proposed(_ type: String, _ section: String, _ number: Int64?) throws -> ProposedEvent
    {
        var map = PayloadMap()
        map["section"] = .text(section)
        if let number { map["number"] = .integer(number) }
        return ProposedEvent(type: try EventType(validating: type), payload: PayloadValue.map(map).cbor)
    }

    @Test("every flip is found, and no other")
    func bruteForce() throws {
        let log = MemoryLog(clock: { 0 })
        let stream = try StreamName("me")
        for index in 1...80 as ClosedRange<UInt64> {
            _ = try log.append([AppendRequest([try Self.event(index)], to: stream)])
        }
        let conditions =
            Self.tests.map { RowCondition.test($0) }
            + [.all([.test(Self.tests[0]), .not(.test(Self.tests[3]))]), .any(Self.tests.map { .test($0) })]
        let violations = try FlipCheck.violations(
            of: conditions, NumbersModel.projections, over: log, stream: stream,
            catalogue: NumbersModel.catalogue)
        #expect(violations == [])
    }
}
