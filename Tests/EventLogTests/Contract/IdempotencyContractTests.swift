import EventCoding
import EventLog
import Testing

/// A key or an id names an append for ever.
@Suite struct IdempotencyContractTests {
    @Test(
        "C10: a retry under a key gives the first receipt for ever, after a restart too",
        arguments: Implementation.appending)
    func aKeyGivesTheFirstReceiptForEver(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        try subject.log.append([event(0)], to: alice)
        let first = try subject.log.append(events(1...3), to: alice, key: "visit")
        try subject.log.append(events(4...9), to: alice)
        let head = try subject.log.head()
        for _ in 0..<2 {
            let again = try subject.log.append(events(1...3), to: alice, key: "visit")
            #expect(again.isRepeat)
            #expect(again.positions == first.positions)
            #expect(again.revision == first.revision)
            #expect(again.ids == first.ids)
            #expect(again.head == first.head)
            #expect(try subject.log.head() == head)
            try subject.reopen()
        }
    }

    @Test(
        "C10, E9: an id that is appended again gives the first receipt", arguments: Implementation.appending)
    func idsGiveTheFirstReceiptForEver(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        let batch = [event(1, id: id(1)), event(2, id: id(2))]
        let first = try subject.log.append(batch, to: alice)
        #expect(first.ids == [id(1), id(2)])
        try subject.log.append([event(3)], to: alice)
        try subject.reopen()
        let again = try subject.log.append(batch, to: alice)
        #expect(again.isRepeat)
        #expect(again.positions == [1, 2])
        #expect(again.revision == 2)
        // Ids name events, so a retry may cut its batches otherwise.
        let one = try subject.log.append([batch[1]], to: alice)
        #expect(one.isRepeat)
        #expect(one.positions == [2])
        #expect(try subject.log.head().position == 3)
    }

    @Test("C10: a retry is known before its expectation is looked at", arguments: Implementation.appending)
    func theLookUpComesBeforeTheExpectation(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        try subject.log.append([event(1)], to: alice, expecting: .noStream, key: "first")
        try subject.log.append([event(2)], to: alice)
        let again = try subject.log.append([event(1)], to: alice, expecting: .noStream, key: "first")
        #expect(again.isRepeat)
        #expect(again.positions == [1])
    }

    @Test(arguments: Implementation.appending)
    func keysBelongToTheirStream(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        let first = try subject.log.append([event(1)], to: alice, key: "k")
        let second = try subject.log.append([event(1)], to: bob, key: "k")
        #expect(!second.isRepeat)
        #expect(first.ids != second.ids)
        // Lengths are part of what is hashed: these two would run together otherwise.
        let third = try subject.log.append([event(1)], to: stream("a"), key: "bc")
        let fourth = try subject.log.append([event(1)], to: stream("ab"), key: "c")
        #expect(!fourth.isRepeat)
        #expect(third.ids != fourth.ids)
    }

    struct Change: CustomTestStringConvertible {
        var implementation: Implementation
        var field: String
        var event: ProposedEvent
        var stream = alice
        var testDescription: String { "\(implementation), \(field)" }
    }

    private static let moment = Timestamp(milliseconds: 1_000, zoneMinutes: 60)

    static let changes = Implementation.appending.flatMap { implementation in
        var version = event(1, id: id(7), occurred: moment)
        version.schemaVersion = 2
        let zone = Timestamp(milliseconds: 1_000, zoneMinutes: 0)
        return [
            Change(implementation: implementation, field: "type", event: event(1, visited, id: id(7))),
            Change(implementation: implementation, field: "schema version", event: version),
            Change(implementation: implementation, field: "payload", event: event(2, id: id(7))),
            Change(
                implementation: implementation, field: "occurred",
                event: event(1, id: id(7), occurred: zone)),
            Change(
                implementation: implementation, field: "stream", event: event(1, id: id(7)), stream: bob),
        ]
    }

    @Test("C10: other content under a known id is a conflict that says what differs", arguments: changes)
    func otherContentUnderAnIDIsAConflict(_ change: Change) throws {
        let subject = try change.implementation.make()
        try subject.log.append([event(0)], to: alice)
        try subject.log.append([event(1, id: id(7), occurred: Self.moment)], to: alice)
        let head = try subject.log.head()
        let error = expect(.idempotencyConflict) {
            try subject.log.append([change.event], to: change.stream)
        }
        #expect(error?.position == 2)
        #expect(error?.differences == [change.field])
        #expect(try subject.log.head() == head)
    }

    @Test(arguments: Implementation.appending)
    func allDifferencesAreNamed(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        try subject.log.append(events(1...2), to: alice, key: "k")
        var other = event(2, visited, occurred: Self.moment)
        other.schemaVersion = 3
        let error = expect(.idempotencyConflict) {
            try subject.log.append([event(1), other], to: alice, key: "k")
        }
        #expect(error?.position == 2)
        #expect(error?.differences == ["type", "schema version", "occurred"])
    }

    @Test(arguments: Implementation.appending)
    func occurredCountsOnlyWhereItIsGiven(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        let first = try subject.log.append([event(1, id: id(1))], to: alice)
        let occurred = try subject.log.seen(at: 1).occurred
        #expect(try subject.log.append([event(1, id: id(1))], to: alice).positions == first.positions)
        #expect(try subject.log.append([event(1, id: id(1), occurred: occurred)], to: alice).isRepeat)
        try subject.log.append([event(2, id: id(2), occurred: Self.moment)], to: alice)
        #expect(try subject.log.append([event(2, id: id(2))], to: alice).isRepeat)
    }

    @Test(arguments: Implementation.appending)
    func subjectAndMetadataAreNoContent(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        try subject.log.append([event(1, id: id(1))], to: alice)
        var other = event(1, id: id(1))
        other.subject = "something else"
        other.metadata = payload(9)
        #expect(try subject.log.append([other], to: alice).isRepeat)
        #expect(try subject.log.seen(at: 1).subject == "photo 1")
    }

    @Test(arguments: Implementation.appending)
    func aBatchKnownInPartIsRefused(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        try subject.log.append([event(1, id: id(1)), event(2, id: id(2))], to: alice)
        let error = expect(.partiallyKnown) {
            try subject.log.append([event(3, id: id(3)), event(2, id: id(2))], to: alice)
        }
        #expect(error?.position == 2)
        // An event without an id is a new one each time.
        expect(.partiallyKnown) {
            try subject.log.append([event(1, id: id(1)), event(2)], to: alice)
        }
        #expect(try subject.log.head().position == 2)
        #expect(try subject.log.position(of: id(3)) == nil)
    }

    @Test(arguments: Implementation.appending)
    func aKeyNamesItsBatchAsAWhole(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        try subject.log.append(events(1...3), to: alice, key: "k")
        let shorter = expect(.idempotencyConflict) {
            try subject.log.append(events(1...2), to: alice, key: "k")
        }
        #expect(shorter?.differences == ["batch size"])
        expect(.partiallyKnown) { try subject.log.append(events(1...4), to: alice, key: "k") }
        #expect(try subject.log.head().position == 3)
    }

    @Test(arguments: Implementation.appending)
    func anIDTwiceInABatchIsRefused(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        expect(.idempotencyConflict) {
            try subject.log.append([event(1, id: id(1)), event(1, id: id(1))], to: alice)
        }
        #expect(try subject.log.head().position == 0)
    }

    @Test(arguments: Implementation.appending)
    func aKeyTwiceInOneCallIsARepeat(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        let receipts = try subject.log.append([
            AppendRequest([event(1)], to: alice, key: "k"), AppendRequest([event(1)], to: alice, key: "k"),
        ])
        #expect(receipts.map(\.positions) == [[1], [1]])
        #expect(receipts.map(\.isRepeat) == [false, true])
        expect(.idempotencyConflict) {
            _ = try subject.log.append([
                AppendRequest([event(1)], to: alice, key: "l"),
                AppendRequest([event(2)], to: alice, key: "l"),
            ])
        }
        #expect(try subject.log.head().position == 1)
    }

    @Test(arguments: Implementation.appending)
    func keysAndIDsAreNotMixed(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        // The key would be lost: a retry under it with other ids would append again.
        expect(.invalidKey) { try subject.log.append([event(1), event(2, id: id(1))], to: alice, key: "k") }
        #expect(try subject.log.head().position == 0)
    }

    @Test(arguments: Implementation.appending)
    func generatedIDsThatComeBackAreKnown(_ implementation: Implementation) throws {
        let clock = TestClock()
        let subject = try implementation.make(clock: clock)
        var generated: [(event: ProposedEvent, position: UInt64)] = []
        for number in 0..<12 {
            clock.set(1_700_000_000_000 + Int64(number / 3))
            // In one millisecond as in another, with given ids in between.
            try subject.log.append([event(number, id: id(UInt64(number)))], to: bob)
            let receipt = try subject.log.append(events(number * 10...number * 10 + 4), to: alice)
            for (index, position) in receipt.positions.enumerated() {
                let known = event(number * 10 + index, id: receipt.ids[index])
                generated.append((known, position))
            }
        }
        try subject.reopen()
        let head = try subject.log.head()
        for known in generated {
            let receipt = try subject.log.append([known.event], to: alice)
            #expect(receipt.isRepeat)
            #expect(receipt.positions == [known.position])
        }
        expect(.idempotencyConflict) { try subject.log.append([generated[7].event], to: bob) }
        expect(.partiallyKnown) {
            try subject.log.append([generated[7].event, event(1, id: id(1_000))], to: alice)
        }
        #expect(try subject.log.head() == head)
        // Another id of the same form is new; the last bytes would not do, since ids may follow one another.
        var bytes = try #require(generated[20].event.id).bytes
        bytes[10] ^= 1
        let other = event(999, id: EventID(bytes: bytes))
        #expect(try !subject.log.append([other], to: alice).isRepeat)
        #expect(try subject.log.append([other], to: alice).isRepeat)
    }

    @Test(arguments: Implementation.appending)
    func givenIDsMayLookLikeGeneratedOnes(_ implementation: Implementation) throws {
        let subject = try implementation.make(clock: TestClock(0x0199_0000_0000))
        try subject.log.append(events(1...3), to: bob)
        // The very millisecond in which it is recorded, as another log would have made it.
        let uuid = try #require(EventID(uuid: "01990000-0000-7abc-8def-0123456789ab"))
        let given = event(4, id: uuid)
        #expect(try !subject.log.append([given], to: alice).isRepeat)
        try subject.log.append(events(5...7), to: bob)
        try subject.reopen()
        #expect(try subject.log.position(of: uuid) == 4)
        #expect(try subject.log.append([given], to: alice).positions == [4])
        expect(.idempotencyConflict) { try subject.log.append([event(8, id: uuid)], to: alice) }
    }

    @Test(arguments: Implementation.appending)
    func derivedIDsAreThoseOfThePage(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        let receipt = try subject.log.append(events(1...2), to: alice, key: "k")
        var input = Array("travelog idempotency key\0".utf8)
        input += [5, 0, 0, 0] + Array("alice".utf8) + [1, 0, 0, 0] + Array("k".utf8)
        input += [1, 0, 0, 0, 0, 0, 0, 0]
        var bytes = Array(sha256(input).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        #expect(receipt.ids[1].bytes == bytes)
    }
}
