import EventCoding
import EventLog
import Testing

/// What an append promises, whatever holds the log.
@Suite struct AppendContractTests {
    @Test(arguments: Implementation.appending)
    func positionsAndRevisionsAreDense(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        let first = try subject.log.append(events(1...3), to: alice)
        #expect(first.positions == [1, 2, 3])
        #expect(first.revision == 3)
        #expect(first.head == 3)
        #expect(!first.isRepeat)
        #expect(Set(first.ids).count == 3)
        let second = try subject.log.append(events(4...5), to: bob)
        #expect(second.positions == [4, 5])
        #expect(second.revision == 2)
        let third = try subject.log.append([event(6)], to: alice)
        #expect(third.positions == [6])
        #expect(third.revision == 4)
        try subject.reopen()
        let all = try subject.log.seen()
        #expect(all.map(\.position) == [1, 2, 3, 4, 5, 6])
        #expect(all.map(\.revision) == [1, 2, 3, 1, 2, 4])
        #expect(all.map(\.stream) == ["alice", "alice", "alice", "bob", "bob", "alice"])
        #expect(all.map(\.id) == first.ids + second.ids + third.ids)
        #expect(all.map(\.payload) == (1...6).map { payload($0) })
        #expect(all.map(\.subject) == (1...6).map { "photo \($0)" })
    }

    @Test(arguments: Implementation.appending)
    func headFollowsEveryAppend(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        #expect(try subject.log.head().position == 0)
        #expect(try subject.log.head().recorded == nil)
        #expect(try subject.log.head().root == MerkleFrontier().root)
        var roots = [try subject.log.head().root]
        for number in 1...5 {
            let receipt = try subject.log.append([event(number)], to: alice)
            let head = try subject.log.head()
            #expect(head.position == receipt.head)
            #expect(head.recorded == (try subject.log.seen(at: receipt.head).recorded))
            roots.append(head.root)
        }
        #expect(Set(roots).count == 6)
        let last = try subject.log.head()
        try subject.reopen()
        #expect(try subject.log.head() == last)
    }

    @Test(arguments: Implementation.appending)
    func streamsAreListedByTheirBytes(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        #expect(try subject.log.streams().isEmpty)
        #expect(try subject.log.stream(named: alice) == nil)
        // Two spellings of one letter are two streams: their bytes differ.
        let names = ["zoe", "\u{E9}", "e\u{301}", "alice"]
        for name in names { try subject.log.append(events(1...2), to: stream(name)) }
        try subject.log.append([event(9)], to: stream("zoe"))
        let streams = try subject.log.streams()
        let sorted = names.map(stream).sorted()
        #expect(streams.map(\.name) == sorted)
        #expect(streams.first { $0.name == stream("zoe") }?.revision == 3)
        #expect(streams.first { $0.name == alice }?.number == 4)
        #expect(try subject.log.stream(named: alice) == streams.first { $0.name == alice })
    }

    @Test(arguments: Implementation.appending)
    func identicalEventsWithoutIDsAreTwoEvents(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        try subject.log.append([event(1), event(1)], to: alice)
        try subject.log.append([event(1)], to: alice)
        let all = try subject.log.seen()
        #expect(all.count == 3)
        #expect(Set(all.map(\.id)).count == 3)
    }

    // MARK: Expected revision

    @Test(arguments: Implementation.appending)
    func expectationsAreChecked(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        try subject.log.append([event(1)], to: alice, expecting: .noStream)
        try subject.log.append([event(2)], to: alice, expecting: .revision(1))
        try subject.log.append([event(3)], to: alice, expecting: .any)
        // Another stream's events change nothing.
        try subject.log.append([event(4)], to: bob, expecting: .noStream)
        try subject.log.append([event(5)], to: alice, expecting: .revision(3))
        #expect(try subject.log.head().position == 5)
    }

    struct Wrong: CustomTestStringConvertible {
        var implementation: Implementation
        var expected: ExpectedRevision
        var words: String
        var testDescription: String { "\(implementation), \(expected)" }
    }

    static let wrongExpectations = Implementation.appending.flatMap { implementation in
        [
            Wrong(implementation: implementation, expected: .noStream, words: "no stream"),
            Wrong(implementation: implementation, expected: .revision(0), words: "revision 0"),
            Wrong(implementation: implementation, expected: .revision(1), words: "revision 1"),
            Wrong(implementation: implementation, expected: .revision(3), words: "revision 3"),
            Wrong(implementation: implementation, expected: .revision(.max), words: "revision \(UInt64.max)"),
        ]
    }

    @Test("C3, C6: a wrong expectation names both revisions and leaves no hole", arguments: wrongExpectations)
    func aWrongExpectationLeavesNoHole(_ wrong: Wrong) throws {
        let subject = try wrong.implementation.make()
        try subject.log.append(events(1...2), to: alice)
        let before = try subject.log.head()
        let error = expect(.unexpectedRevision) {
            try subject.log.append(events(3...4), to: alice, expecting: wrong.expected)
        }
        #expect(error?.revisions?.expected == wrong.words)
        #expect(error?.revisions?.actual == 2)
        #expect(try subject.log.head() == before)
        let receipt = try subject.log.append([event(5)], to: alice)
        #expect(receipt.positions == [3])
        #expect(receipt.revision == 3)
    }

    @Test(arguments: Implementation.appending)
    func aStreamThatIsNotThereHasRevisionZero(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        let error = expect(.unexpectedRevision) {
            try subject.log.append([event(1)], to: alice, expecting: .revision(1))
        }
        #expect(error?.revisions?.actual == 0)
        #expect(try subject.log.streams().isEmpty)
        #expect(try subject.log.append([event(1)], to: bob).positions == [1])
        #expect(try subject.log.stream(named: bob)?.number == 1)
    }

    // MARK: Several requests

    @Test(arguments: Implementation.appending)
    func severalRequestsAreOneAppend(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        let receipts = try subject.log.append([
            AppendRequest(events(1...2), to: alice, expecting: .noStream),
            AppendRequest([event(3)], to: bob),
            AppendRequest([event(4)], to: alice, expecting: .revision(2)),
        ])
        #expect(receipts.map(\.positions) == [[1, 2], [3], [4]])
        #expect(receipts.map(\.revision) == [2, 1, 3])
        #expect(try subject.log.append([]).isEmpty)
    }

    @Test(arguments: Implementation.appending)
    func aRefusedRequestTakesTheOthersWithIt(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        try subject.log.append([event(0)], to: bob, key: "known")
        let before = try subject.log.head()
        expect(.unexpectedRevision) {
            _ = try subject.log.append([
                AppendRequest([event(1)], to: alice),
                AppendRequest([event(2)], to: alice, expecting: .revision(7)),
            ])
        }
        expect(.idempotencyConflict) {
            _ = try subject.log.append([
                AppendRequest([event(1)], to: stream("new")),
                AppendRequest([event(2)], to: bob, key: "known"),
            ])
        }
        #expect(try subject.log.head() == before)
        #expect(try subject.log.streams().map(\.name) == [bob])
        #expect(try subject.log.append([event(3)], to: alice).positions == [2])
    }

    @Test(arguments: Implementation.appending)
    func batchesAreMarked(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        try subject.log.append(events(1...3), to: alice)
        try subject.log.append([event(4)], to: alice)
        var places: [[UInt32]] = []
        try subject.log.forEachBlock { block in
            for index in 0..<block.count {
                if let event = block.event(at: index) { places.append([event.batchIndex, event.batchSize]) }
            }
            return .proceed
        }
        #expect(places == [[0, 3], [1, 3], [2, 3], [0, 1]])
    }
}
