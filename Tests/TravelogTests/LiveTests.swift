import EventCoding
import EventLog
import Projections
import TestSupport
import Testing

@testable import Travelog

@Suite struct LiveTests {
    @Test("The rows come first, then each change, with what to do to a list")
    func changes() async throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        try await alice.view(Samples.photo("a"))
        var live = alice.live(.recents).makeAsyncIterator()
        let first = try #require(try await live.next())
        #expect(first.position == 1)
        #expect(first.changes == nil)
        #expect(first.rows.map(\.photoID) == ["a"])
        try await alice.view(Samples.photo("b"))
        let second = try #require(try await live.next())
        #expect(second.position == 2)
        #expect(second.rows.map(\.photoID) == ["b", "a"])
        #expect(second.changes?.rowInsertions.map(\.index) == [RowIndex(section: 0, row: 0)])
        #expect(second.changes?.rowDeletions.isEmpty == true)
    }

    @Test("What happens while the consumer works is one change; what changes no row is none")
    func coalescing() async throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        var live = alice.live(.itinerary).makeAsyncIterator()
        _ = try await live.next()
        for id in ["a", "b", "c"] { try await alice.visit(Samples.photo(id), in: "One") }
        let change = try #require(try await live.next())
        #expect(change.rows.map(\.photos) == [3])
        #expect(change.position == 3)
        // Another user, another table, and a visit that changes nothing: none of them is told.
        try await alice.travelog.history(of: "bob").visit(Samples.photo("x"), in: "One")
        try await alice.view(Samples.photo("y"))
        try await alice.visit(Samples.photo("a"), in: "One")
        try await alice.visit(Samples.photo("d", place: Samples.paris), in: "One")
        let next = try #require(try await live.next())
        #expect(next.rows.map(\.photos) == [3, 1])
        #expect(next.position == 7)
    }

    @Test("A consumer that waits is woken by every action of this process, and by closing")
    func waking() async throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        let bell = alice.travelog.bell
        var live = alice.live(.recents).makeAsyncIterator()
        _ = try await live.next()
        async let change = live.next()
        let rings = bell.rings
        try await alice.view(Samples.photo("1"))
        #expect(bell.rings == rings + 1)
        #expect(try await change?.rows.count == 1)
        alice.travelog.close()
        #expect(bell.rings == rings + 2)
    }

    @Test("Cancelling the task ends the sequence; closing the log ends it with an error")
    func ends() async throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        let counting = Task {
            var count = 0
            for try await _ in alice.live(.places) { count += 1 }
            return count
        }
        let failing = Task { for try await _ in alice.live(.recents) {} }
        try await Task.sleep(for: .milliseconds(30))
        counting.cancel()
        #expect(try await counting.value <= 1)
        alice.travelog.close()
        let error = await #expect(throws: TravelogError.self) { try await failing.value }
        #expect(error?.code == .closed)
    }

    // MARK: Many writers, several readers

    @Test(
        "Ten callers write while three readers follow: each rendering is a fresh fold, no gap, no repeat",
        arguments: [UInt64.random(in: 1...1_000_000), 1, 2])
    func property(seed: UInt64) async throws {
        let scratch = try Scratch()
        let alice = try scratch.alice(TravelogOptions(recentsLimit: 5))
        // Readers end with the rows that hold the last actions, which nobody else makes.
        async let recents = changes(of: .recents, in: alice) { $0.rows.first?.photoID == "last" }
        async let itinerary = changes(of: .itinerary, in: alice) { change in
            change.rows.contains { $0.vacation == "last" }
        }
        async let places = changes(of: .places, in: alice) { $0.rows.contains { $0.place == "last" } }
        await withThrowingTaskGroup(of: Void.self) { group in
            for caller in 0..<10 {
                group.addTask { try await Self.act(alice, seed: seed &* 100 &+ UInt64(caller)) }
            }
            while let result = await group.nextResult() {
                if case .failure(let error) = result { Issue.record("seed \(seed): \(error)") }
            }
        }
        try await alice.visit(Samples.photo("last"), in: "last")
        try await alice.endRefresh(try await alice.beginRefresh(), places: [Samples.place("last")])
        try await alice.view(Samples.photo("last"))
        try check(try await recents, .recents, alice, seed)
        try check(try await itinerary, .itinerary, alice, seed)
        try check(try await places, .places, alice, seed)
        try FreshFold.checkStored(alice.travelog, "seed \(seed)")
    }

    private func changes<Row>(
        of kind: TableKind<Row>, in history: History, until isLast: (LiveChange<Row>) -> Bool
    ) async throws -> [LiveChange<Row>] {
        var changes: [LiveChange<Row>] = []
        for try await change in history.live(kind) {
            changes.append(change)
            if isLast(change) { break }
        }
        return changes
    }

    /// What one of the callers does.
    private static func act(_ alice: History, seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<20 {
            let id = "p\(random.number(0...9))"
            let vacation = "v\(random.number(0...2))"
            let place = "Town \(random.number(0...4)), Country \(random.number(0...2))"
            switch random.number(0...6) {
            case 0, 1: try await alice.view(Samples.photo(id, place: place))
            case 2, 3: try await alice.visit(Samples.photo(id, place: place, tags: ["t\(id)"]), in: vacation)
            case 4: try await alice.unvisit(id, in: vacation)
            case 5: try await alice.removeSection("Country \(random.number(0...2))")
            default:
                let list = (0...random.number(0...4)).map { _ in
                    Samples.place("Town \(random.number(0...4)), Country \(random.number(0...2))")
                }
                try await alice.endRefresh(try await alice.beginRefresh(), places: list)
            }
            if random.oneIn(3) { await Task.yield() }
        }
    }

    private func check<Row>(
        _ changes: [LiveChange<Row>], _ kind: TableKind<Row>, _ history: History, _ seed: UInt64
    ) throws {
        let comment: Comment = "\(kind.name), seed \(seed)"
        #expect(changes.count > 1, comment)
        #expect(changes.first?.changes == nil, comment)
        var last: LiveChange<Row>?
        for change in changes {
            let fresh = try FreshFold.table(kind, of: history, upTo: change.position)
            #expect(change.snapshot.table == fresh, comment)
            #expect(change.snapshot.isComplete, comment)
            if let last {
                #expect(change.position > last.position, comment)
                #expect(change.snapshot.table != last.snapshot.table, comment)
                let applied = try change.changes?.apply(to: last.snapshot.table)
                #expect(applied == change.snapshot.table, comment)
            }
            last = change
        }
    }

    // MARK: Other processes

    @Test("Another process that folds what it appends is followed")
    func evtool() async throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        var live = alice.live(.recents).makeAsyncIterator()
        _ = try await live.next()
        let photo = scratch.path("photo.json")
        try Program.write(#"{"id": "x1", "title": "Tram 28", "tags": "tram lisbon"}"#, to: photo)
        let tool = try Program(
            "evtool", "record", "view", photo, "--user", "alice", "--log", scratch.path())
        let change = try #require(try await live.next())
        #expect(change.rows.map(\.title) == ["Tram 28"])
        #expect(tool.wait() == 0)
        try await alice.view(Samples.photo("a"))
        #expect(try await live.next()?.rows.map(\.photoID) == ["a", "x1"])
        try FreshFold.checkStored(alice.travelog, "after another process")
    }

    @Test(
        "Another process that only appends is followed as well, and its events are folded in the background")
    func worker() async throws {
        let scratch = try Scratch()
        let alice = try scratch.alice(TravelogOptions(recentsLimit: 3))
        var live = alice.live(.recents).makeAsyncIterator()
        var last = try #require(try await live.next())
        let worker = try Program("log-worker", "append", scratch.path(), "alice", "500", "20", "7")
        while last.rows.first?.photoID != "499" {
            let change = try #require(try await live.next())
            #expect(change.position > last.position)
            #expect(
                change.snapshot.table == (try FreshFold.table(.recents, of: alice, upTo: change.position)))
            last = change
        }
        #expect(worker.wait() == 0)
        #expect(last.rows.map(\.photoID) == ["499", "498", "497"])
        try alice.travelog.catchUp()
        try await alice.view(Samples.photo("a"))
        try FreshFold.checkStored(alice.travelog, "after a process that does not fold")
    }
}
