import EventCoding
import EventLog
import TestSupport
import Testing

@testable import Projections

/// Questions that need to hear of a row's neighbours only while it is there, over histories of many blocks.
@Suite("Questions over many blocks")
struct ManyBlocksTests {
    /// So many events that change nothing stand behind each event: fewer than a block takes.
    private static let fillers = 450
    private static let sections = ["a", "b", "c", "d"]

    private static let alice: StreamName = {
        do { return try StreamName("alice") } catch { preconditionFailure("\(error)") }
    }()

    private func events(_ seed: UInt64) -> [ProposedEvent] {
        var random = SplitMix64(seed: seed)
        return (0..<24).map { _ in
            let section = Self.sections[random.number(0...3)]
            return random.number(0...2) == 0
                ? NumbersModel.delete(section) : NumbersModel.add(Int64(random.number(1...4)), to: section)
        }
    }

    /// A history of these events, each with others behind it that change nothing.
    private func log(_ events: [ProposedEvent], fillers: Int) throws -> MemoryLog {
        let log = MemoryLog(clock: { 0 })
        let filler = NumbersModel.remove(99, from: "z")
        for event in events {
            try log.append([event] + [ProposedEvent](repeating: filler, count: fillers), to: Self.alice)
        }
        return log
    }

    /// Where an event of the long history stands in the short one.
    private func short(_ position: UInt64) -> UInt64 { (position - 1) / UInt64(Self.fillers + 1) + 1 }

    private func flips(_ condition: RowCondition, _ log: MemoryLog) throws -> [Flip] {
        var flips: [Flip] = []
        try FlipSearch(condition, projections: NumbersModel.projections, catalogue: NumbersModel.catalogue)
            .run(over: log, stream: Self.alice) { flips.append($0) }
        return flips
    }

    @Test("a rank is the same however many blocks pass between the events", arguments: UInt64(0)..<3)
    func ranks(seed: UInt64) throws {
        let (brief, long) = (try log(events(seed), fillers: 0), try log(events(seed), fillers: Self.fillers))
        let conditions: [RowCondition] = [
            .test(.field("rank", of: "b", in: "sections", .equal, "1")),
            .any([
                .test(.field("rank", of: "d", in: "sections", .above, "2")),
                .test(.count(of: "sections", .atMost, 1)),
            ]),
            .all([
                .test(.field("rank", of: "c", in: "sections", .notEqual, "2")),
                .test(.has("a", in: "sections")),
            ]),
        ]
        var count = 0
        for condition in conditions {
            let (expected, found) = (try flips(condition, brief), try flips(condition, long))
            #expect(
                found.map { short($0.position) } == expected.map(\.position), "seed \(seed), \(condition)")
            #expect(found.map(\.value) == expected.map(\.value), "seed \(seed), \(condition)")
            #expect(found.map(\.causes) == expected.map(\.causes), "seed \(seed), \(condition)")
            count += found.count
        }
        #expect(count > 5)
        let violations = try FlipCheck.violations(
            of: conditions, NumbersModel.projections, over: brief, stream: Self.alice,
            catalogue: NumbersModel.catalogue)
        #expect(violations.isEmpty, "seed \(seed)")
    }

    @Test("what moved a row is the same however many blocks passed since", arguments: UInt64(0)..<3)
    func moves(seed: UInt64) throws {
        let (brief, long) = (try log(events(seed), fillers: 0), try log(events(seed), fillers: Self.fillers))
        for section in Self.sections {
            func explanation(_ log: MemoryLog) throws -> Explanation {
                let projection = NumbersModel.projections[0]
                let table = try #require(projection.shownTable(named: "sections"))
                return try Explainer(table, of: projection, over: log, catalogue: NumbersModel.catalogue)
                    .explain(
                        section, in: try #require(log.stream(named: Self.alice)), isComplete: true)
            }
            let (expected, found) = (try explanation(brief), try explanation(long))
            #expect(found.moves.map { short($0.position) } == expected.moves.map(\.position), "seed \(seed)")
            #expect(found.moves.map(\.rankAfter) == expected.moves.map(\.rankAfter), "seed \(seed)")
            #expect(found.moves.map(\.neighbour) == expected.moves.map(\.neighbour), "seed \(seed)")
            #expect(found.rankAtLastChange == expected.rankAtLastChange, "seed \(seed)")
            #expect(
                found.causes.map { short($0.position) } == expected.causes.map(\.position), "seed \(seed)")
            #expect(found.earlier == expected.earlier, "seed \(seed)")
        }
    }
}
