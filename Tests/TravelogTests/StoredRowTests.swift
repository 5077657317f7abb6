import EventCoding
import EventLog
import Projections
import Testing
import TravelProjections

@testable import Travelog

/// Rows are stored with each action, and read rightly where they are not.
@Suite struct StoredRowTests {
    @Test("Rows survive a restart and go on from there (R6, C16)")
    func restart() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        try alice.view(Samples.photo("a"))
        try alice.view(Samples.photo("b"))
        try alice.visit(Samples.photo("a"), in: "One")
        alice.travelog.close()
        let again = try scratch.reopened()
        try FreshFold.checkStored(again.travelog, "after the restart")
        try again.view(Samples.photo("c"))
        #expect(try again.recents().map(\.photoID) == ["c", "b", "a"])
        #expect(try again.isVisited("a", in: "One"))
        try FreshFold.checkStored(again.travelog, "after one more")
    }

    @Test("Events that somebody appended without folding are folded on, and stored in the background")
    func behind() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        try alice.view(Samples.photo("a"))
        alice.travelog.close()
        let bare = try EventLog.open(at: scratch.path())
        let photo = try PhotoViewed(photo: Samples.photo("b")).encoded()
        try bare.append(
            [ProposedEvent(type: "photo.viewed", subject: "b", payload: photo)], to: StreamName("alice"))
        bare.close()
        let again = try scratch.reopened()
        let recents = try again.rows(.recents)
        #expect(recents.rows.map(\.photoID) == ["b", "a"])
        #expect(recents.position == 2)
        try again.travelog.catchUp()
        try FreshFold.checkStored(again.travelog, "after catching up")
    }

    @Test("A log that never had rows is read at once, and has them later")
    func missing() throws {
        let scratch = try Scratch()
        let bare = try EventLog.create(at: scratch.path())
        for number in 0..<30 {
            let photo = Samples.photo("\(number)")
            try bare.append(
                [
                    ProposedEvent(
                        type: "photo.visited", subject: photo.id,
                        payload: PhotoVisited(vacation: "One", photo: photo).encoded())
                ], to: StreamName("alice"))
        }
        bare.close()
        let reading = try scratch.reopened(TravelogOptions(access: .read))
        #expect(try reading.vacations().map(\.photos) == [30])
        #expect(try reading.isVisited("7", in: "One"))
        #expect(try reading.travelog.storedRows().allSatisfy { $0.state == .missing })
        reading.travelog.close()
        let writing = try scratch.reopened()
        #expect(try writing.vacations().map(\.photos) == [30])
        try writing.travelog.catchUp()
        try FreshFold.checkStored(writing.travelog, "after the first use")
    }

    @Test("An event that cannot be folded is left out of the rows, and the answer says so")
    func unfoldable() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        try alice.visit(Samples.photo("a"), in: "One")
        let map = PayloadValue.map(PayloadMap()).cbor
        try alice.travelog.log.append(
            [ProposedEvent(type: "photo.visited", subject: "b", payload: map)], to: alice.stream)
        try alice.visit(Samples.photo("c"), in: "One")
        let vacations = try alice.rows(.vacations)
        #expect(vacations.rows.map(\.photos) == [2])
        #expect(!vacations.isComplete)
        #expect(vacations.failures.map(\.position) == [2])
        #expect(try alice.isVisited("c", in: "One"))
        #expect(try alice.rows(.recents).isComplete)
        let error = #expect(throws: TravelogError.self) { try alice.travelog.catchUp() }
        #expect(error?.code == .rowsNotStored)
        #expect(error?.position == 2)
    }

    @Test("While an app is open, events of a process that does not fold are stored by whoever reads")
    func background() async throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        try await alice.view(Samples.photo("a"))
        let worker = try Program("log-worker", "append", scratch.path(), "bob", "30", "5", "3")
        #expect(worker.wait() == 0)
        #expect(try alice.rows(.recents).position == 31)
        // Nothing asks for it but the read above.
        let deadline = ContinuousClock.now + .seconds(20)
        func isStored() throws -> Bool {
            try alice.travelog.storedRows().allSatisfy { $0.state == .current }
        }
        while try !isStored(), ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(5)) }
        try FreshFold.checkStored(alice.travelog, "in the background")
        try await alice.view(Samples.photo("b"))
        try FreshFold.checkStored(alice.travelog, "inline again")
    }

    @Test("Rows can be built anew, and say why they were")
    func rebuild() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        try alice.view(Samples.photo("a"))
        try alice.travelog.rebuild()
        try FreshFold.checkStored(alice.travelog, "after the rebuild")
        #expect(try alice.travelog.storedRows().map(\.reason).allSatisfy { $0 == "asked for" })
    }

    @Test("A log opened for reading shows the rows and records nothing")
    func readOnly() async throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        try await alice.view(Samples.photo("a"))
        alice.travelog.close()
        let reading = try scratch.reopened(TravelogOptions(access: .read))
        #expect(try reading.recents().map(\.photoID) == ["a"])
        let error = #expect(throws: TravelogError.self) { try reading.view(Samples.photo("b")) }
        #expect(error?.code == .readOnly)
        let late = await #expect(throws: TravelogError.self) { try await reading.view(Samples.photo("b")) }
        #expect(late?.code == .readOnly)
        #expect(throws: TravelogError.self) { try reading.travelog.catchUp() }
    }
}
