import EventCoding
import EventLog
import Foundation
import Projections
import TestSupport
import Testing

@Suite("When a condition changed")
struct FlipSearchTests {
    private func scenario(_ events: [ProposedEvent]) throws -> Scenario {
        let scenario = try Scenario(NumbersModel.projections, catalogue: NumbersModel.catalogue)
        try scenario.given(events)
        return scenario
    }

    private func search(
        _ condition: RowCondition, _ scenario: Scenario, in range: ClosedRange<UInt64>? = nil,
        ending: FlipSearch.Ending = .atEndOfRange
    ) throws -> (flips: [Flip], result: FlipResult) {
        var flips: [Flip] = []
        let result = try FlipSearch(
            condition, projections: NumbersModel.projections, catalogue: NumbersModel.catalogue
        ).run(over: scenario.log, stream: try StreamName("me"), in: range, ending: ending) {
            flips.append($0)
        }
        return (flips, result)
    }

    /// 1 to 5 come in, so that 1 and 2 fall out of the latest three, then 1 again.
    private let coming = [1, 2, 3, 4, 5, 1].map { NumbersModel.add($0, to: $0 == 1 ? "ones" : "rest") }

    @Test("a row comes, is pushed out and comes again: each time with the event and the reason")
    func comesAndGoes() throws {
        let (flips, result) = try search(.test(.has("1", in: "latest")), scenario(coming))
        #expect(flips.map(\.position) == [1, 4, 6])
        #expect(flips.map(\.value) == [true, false, true])
        #expect(flips.map(\.subject) == ["1", "4", "1"])
        #expect(flips.map { $0.causes.map(\.key) } == [["1"], ["1"], ["1"]])
        #expect(flips.map { $0.causes[0].reason } == [.added, .tooMany, .added])
        #expect(flips[1].causes[0].operation == .remove && flips[1].causes[0].table == "latest")
        #expect(!result.isTrueBefore && result.isTrueAtEnd && result.lastFlip == 6 && result.isEverTrue)
        #expect(result.isComplete && result.isCertain)
    }

    @Test("a range begins with what held before it")
    func range() throws {
        let scenario = try scenario(coming)
        let later = try search(.test(.has("1", in: "latest")), scenario, in: 2...5)
        #expect(later.result.isTrueBefore && !later.result.isTrueAtEnd)
        #expect(later.flips.map(\.position) == [4] && later.result.firstTrue == 2)
        let none = try search(.test(.has("1", in: "latest")), scenario, in: 4...5)
        #expect(none.result.isTrueBefore && !none.result.isEverTrue)
        let first = try search(.test(.has("1", in: "latest")), scenario, ending: .atFirstFlip)
        #expect(first.flips.map(\.position) == [1] && first.result.end == 1)
        let never = try search(.test(.has("77", in: "latest")), scenario)
        #expect(never.flips.isEmpty && !never.result.isEverTrue && never.result.end == 6)
    }

    @Test("an empty log has no flip")
    func empty() throws {
        let scenario = try scenario([])
        #expect(throws: LogError.self) { try search(.test(.has("1", in: "latest")), scenario) }
    }

    @Test("a failure is a doubt only for answers that it came before")
    func doubts() throws {
        let events = [NumbersModel.add(1, to: "a"), NumbersModel.broken(), NumbersModel.add(2, to: "a")]
        let early = try search(.test(.has("a", in: "sections")), scenario(events))
        #expect(early.result.isEverTrue && early.result.isCertain && !early.result.isComplete)
        let late = try search(.test(.count(of: "sections.numbers", .atLeast, 2)), scenario(events))
        #expect(late.result.isEverTrue && !late.result.isCertain)
        #expect(late.result.failures.map(\.position) == [2])
        let other = try search(.test(.has("2", in: "latest")), scenario(events))
        #expect(other.result.isComplete, "only the folds concerned are asked")
    }

    @Test("unknown tables and fields are refused with what there is")
    func unknown() {
        #expect(throws: RowConditionError.self) {
            try FlipSearch(
                .test(.has("1", in: "lates")), projections: NumbersModel.projections,
                catalogue: NumbersModel.catalogue)
        }
        let error = #expect(throws: RowConditionError.self) {
            try FlipSearch(
                .not(.test(.field("wen", of: "1", in: "latest", .equal, "3"))),
                projections: NumbersModel.projections, catalogue: NumbersModel.catalogue)
        }
        #expect(error?.known == ["when", "rank", "since"])
    }

    @Test("a value of another kind than the column's is told")
    func unsuited() throws {
        let test = RowTest.field("count", of: "ones", in: "sections", .above, "many")
        let (flips, result) = try search(.test(test), scenario(coming))
        #expect(flips.isEmpty && result.unsuitedTests == [test])
    }

    @Test("a key without its group that stands for rows of two groups is told")
    func ambiguous() throws {
        let events = ["a", "b"].map { NumbersModel.add(7, to: $0) }
        let (flips, result) = try search(.test(.has("7", in: "sections.numbers")), scenario(events))
        #expect(flips.map(\.position) == [1] && result.ambiguousKeys == ["7"])
    }

    // MARK: Against every position

    /// Questions over small numbers, so that they flip often.
    private static let tests: [RowTest] = [
        .has("1", in: "latest"), .count(of: "latest", .above, 2), .count(of: "latest", .equal, 1),
        .field("rank", of: "2", in: "latest", .atMost, "1"),
        .field("rank", of: "1", in: "latest", .notEqual, "2"),
        .field("since", of: "3", in: "latest", .above, "20"),
        .field("when", of: "4", in: "latest", .atLeast, "0"), .has("a", in: "sections"),
        .count(of: "sections", .atLeast, 2), .field("count", of: "a", in: "sections", .atLeast, "3"),
        .field("count", of: "b", in: "sections", .equal, "1"),
        .field("rank", of: "c", in: "sections", .below, "3"), .has("a/1", in: "sections.numbers"),
        .has("2", in: "sections.numbers"), .count(of: "sections.numbers", .above, 4),
        .field("of", of: "a/3", in: "sections.numbers", .above, "1"),
        .field("of", of: "3", in: "sections.numbers", .notEqual, "2"),
        .field("rank", of: "b/4", in: "sections.numbers", .equal, "2"),
        .field("when", of: "c/5", in: "sections.numbers", .contains, "5"),
    ]

    private static func condition(_ random: inout SplitMix64, _ depth: Int) -> RowCondition {
        let test = RowCondition.test(tests[random.number(0...tests.count - 1)])
        guard depth > 0 else { return test }
        switch random.number(0...3) {
        case 0: return .not(condition(&random, depth - 1))
        case 1: return .all([condition(&random, depth - 1), condition(&random, depth - 1)])
        case 2: return .any([condition(&random, depth - 1), condition(&random, depth - 1)])
        default: return test
        }
    }

    private static func event(_ random: inout SplitMix64) -> ProposedEvent {
        let section = ["a", "b", "c"][random.number(0...2)]
        let number = Int64(random.number(1...5))
        switch random.number(0...19) {
        case 0: return NumbersModel.broken()
        case 1: return NumbersModel.delete(section)
        case 2: return NumbersModel.add(-13, to: section)
        case 3..<12: return NumbersModel.add(number, to: section)
        default: return NumbersModel.remove(number, from: section)
        }
    }

    /// How many histories, and of how many events; `TRAVELOG_ASK_HISTORIES` and `_EVENTS` ask for more.
    private static let size: (histories: Int, events: Int) = {
        let environment = ProcessInfo.processInfo.environment
        return (
            environment["TRAVELOG_ASK_HISTORIES"].flatMap { Int($0) } ?? 4,
            environment["TRAVELOG_ASK_EVENTS"].flatMap { Int($0) } ?? 60
        )
    }()

    @Test("on random histories every flip is found, and no other: all tables rendered at every position")
    func bruteForce() throws {
        for seed in 0..<UInt64(Self.size.histories) {
            var random = SplitMix64(seed: 0xF11F + seed)
            let scenario = try scenario([])
            for _ in 0..<Self.size.events {
                let stream = random.oneIn(8) ? "other" : "me"
                try scenario.given([Self.event(&random)], in: stream)
            }
            try scenario.given([NumbersModel.add(1, to: "a")])
            let conditions =
                Self.tests.map { RowCondition.test($0) } + (0..<8).map { _ in Self.condition(&random, 3) }
            let violations = try FlipCheck.violations(
                of: conditions, NumbersModel.projections, over: scenario.log,
                stream: try StreamName("me"), catalogue: NumbersModel.catalogue)
            #expect(violations == [], "seed \(seed)")
        }
    }
}
