import EventCoding
import Synchronization
import Testing
import Travelog

/// A retry under an idempotency key appends nothing, for ever.
@Suite struct KeyTests {
    @Test(
        "C10: A retry under a key gives the first receipt, although time has passed and the app was restarted"
    )
    func retries() async throws {
        let scratch = try Scratch()
        let time = Mutex<Int64>(1_000)
        let options = TravelogOptions(clock: { time.withLock { $0 } })
        let alice = try scratch.alice(options)
        let first = try await alice.view(Samples.photo("1"), key: "k1")
        time.withLock { $0 = 99_000 }
        let second = try await alice.view(Samples.photo("1"), key: "k1")
        #expect(!first.isRepeat)
        #expect(second.isRepeat)
        #expect(second.position == first.position)
        #expect(second.id == first.id)
        alice.travelog.close()
        let again = try scratch.reopened(options)
        #expect(try await again.view(Samples.photo("1"), key: "k1").position == first.position)
        #expect(try again.travelog.log.head().position == 1)
        #expect(try again.recents().map { $0.viewed?.milliseconds } == [1_000])
    }

    @Test("C10: A key for another action, or another time that the caller gave, is refused")
    func reuse() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        try alice.view(Samples.photo("1"), key: "k1")
        let other = #expect(throws: TravelogError.self) { try alice.view(Samples.photo("2"), key: "k1") }
        #expect(other?.code == .keyReused)
        #expect(other?.position == 1)
        let time = #expect(throws: TravelogError.self) {
            try alice.view(Samples.photo("1"), key: "k1", occurred: Timestamp(milliseconds: 1))
        }
        #expect(time?.code == .keyReused)
        #expect(try alice.travelog.log.head().position == 1)
    }

    @Test("Without a key the same view twice is two events")
    func genuineRepeats() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        try alice.view(Samples.photo("1"))
        try alice.view(Samples.photo("1"))
        #expect(try alice.travelog.log.head().position == 2)
        #expect(try alice.recents().count == 1)
    }

    @Test("A retried creation gets its receipt although the vacation exists by then")
    func retriedCreation() async throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        let first = try await alice.createVacation("Europe", key: "k")
        let second = try await alice.createVacation("Europe", key: "k")
        #expect(second.isRepeat)
        #expect(second.position == first.position)
        let refused = #expect(throws: TravelogError.self) { try alice.createVacation("Europe", key: "other") }
        #expect(refused?.code == .vacationExists)
        #expect(try alice.travelog.log.head().position == 1)
    }

    @Test("A refresh begun under a key can be begun again without a second request")
    func retriedRefresh() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        let first = try alice.beginRefresh(key: "r")
        #expect(try alice.beginRefresh(key: "r") == first)
        #expect(try alice.travelog.log.head().position == 1)
        #expect(try alice.beginRefresh() != first)
    }
}
