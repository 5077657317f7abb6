import EventCoding
import EventLog
import Platform
import Synchronization
import Testing

/// Followers see everything once, in order, as it comes.
@Suite(.timeLimit(.minutes(10))) struct FollowTests {
    @Test func aFollowerSeesWhatIsThereAndWhatComes() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        try log.append(events(1...2_300), to: alice)
        let follower = try log.follow(after: 100)
        var block = EventBlock()
        var positions: [UInt64] = []
        while try follower.next(into: &block, waiting: 0) {
            #expect(block.count <= LogLimits.blockEvents)
            positions += block.events.map(\.position)
            #expect(follower.position == positions.last)
        }
        #expect(positions == (101...2_300).map { $0 })
        #expect(try !follower.next(into: &block, waiting: 0))
        #expect(block.isEmpty)
        try log.append([event(1)], to: bob)
        #expect(try follower.next(into: &block, waiting: 0))
        #expect(block.events.map(\.position) == [2_301])
    }

    @Test func aFollowerMayStartBeforeTheFirstEvent() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        let follower = try log.follow(after: 0)
        let ofBob = try log.follow(after: 0, stream: bob, types: [visited])
        var block = EventBlock()
        #expect(try !follower.next(into: &block, waiting: 0))
        #expect(try !ofBob.next(into: &block, waiting: 0))
        try log.append(events(1...3), to: alice)
        #expect(try follower.next(into: &block, waiting: 0))
        #expect(block.count == 3)
        #expect(try !ofBob.next(into: &block, waiting: 0))
        #expect(ofBob.position == 3)
        try log.append([event(4), event(5, visited)], to: bob)
        #expect(try ofBob.next(into: &block, waiting: 0))
        #expect(block.events.map(\.position) == [5])
        #expect(try !ofBob.next(into: &block, waiting: 0))
    }

    @Test("C40: following from a place outside the log is an error")
    func followingStartsInsideTheLog() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        expect(.outOfRange) { _ = try log.follow(after: 1) }
        try log.append(events(1...3), to: alice)
        expect(.outOfRange) { _ = try log.follow(after: 4) }
        var block = EventBlock()
        #expect(try !log.follow(after: 3).next(into: &block, waiting: 0))
    }

    @Test func aWaitingFollowerIsWokenByACommit() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        let waits = Mutex<[Int64]>([])
        let follower = try OSThread.start(name: "follower") {
            guard let follower = try? log.follow(after: 0) else { return }
            var block = EventBlock()
            for _ in 0..<20 {
                while (try? follower.next(into: &block, waiting: 10_000)) != true {}
                let now = SystemClock.monotonicMilliseconds()
                let sent = block.events.last?.occurred.milliseconds ?? 0
                waits.withLock { $0.append(now - sent) }
            }
        }
        for number in 0..<20 {
            while waits.withLock({ $0.count }) < number { SystemClock.sleep(milliseconds: 1) }
            let now = SystemClock.monotonicMilliseconds()
            try log.append([event(number, occurred: .init(milliseconds: now))], to: alice)
        }
        follower.join()
        let all = waits.withLock { $0.sorted() }
        #expect(all.count == 20)
        // A lost wake-up would cost a poll; on a busy machine some may be late for other reasons.
        #expect(all[10] < Follower.pollMilliseconds / 2, "\(all)")
    }

    @Test("C3: waiting ends when its time is over")
    func waitingEnds() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        let follower = try log.follow(after: 0)
        var block = EventBlock()
        let start = SystemClock.monotonicMilliseconds()
        #expect(try !follower.next(into: &block, waiting: 60))
        #expect(SystemClock.monotonicMilliseconds() - start >= 60)
    }

    @Test("C1: a follower sees the events of concurrent writers whole and in order")
    func aFollowerSeesConcurrentWritersWhole() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path(), durability: .relaxed)
        let total = 3 * 400
        let writers = try (0..<3).map { writer in
            try OSThread.start(name: "writer") {
                for number in 0..<200 {
                    _ = try? log.append(events(number...number + 1), to: stream("\(writer)"))
                }
            }
        }
        let follower = try log.follow(after: 0)
        var block = EventBlock()
        var positions: [UInt64] = []
        while positions.count < total, try follower.next(into: &block, waiting: 20_000) {
            positions += block.events.map(\.position)
        }
        for writer in writers { writer.join() }
        #expect(positions == (1...UInt64(total)).map { $0 })
    }

    @Test func slicesComeAsASequence() async throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        try await log.append(events(1...1_200), to: alice)
        let writer = Task {
            for number in 1...30 {
                try await log.append([event(number)], to: bob)
                try await Task.sleep(for: .milliseconds(2))
            }
        }
        var positions: [UInt64] = []
        for try await block in log.slices(after: 200) {
            positions += block.events.map(\.position)
            if positions.count == 1_030 { break }
        }
        try await writer.value
        #expect(positions == (201...1_230).map { $0 })
    }

    @Test func slicesAreReadWhenAskedFor() async throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        try await log.append(events(1...1_500), to: alice)
        var slices = log.slices(after: 0).makeAsyncIterator()
        #expect(try await slices.next()?.count == LogLimits.blockEvents)
        // Appended after the first slice was taken: a sequence that read ahead would end the second without it.
        try await Task.sleep(for: .milliseconds(50))
        try await log.append(events(1...100), to: alice)
        #expect(try await slices.next()?.count == 600)
    }

    @Test func cancellingEndsTheSequence() async throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        let task = Task {
            var count = 0
            for try await block in log.slices(after: 0) { count += block.count }
            return count
        }
        try await log.append(events(1...3), to: alice)
        try await Task.sleep(for: .milliseconds(60))
        task.cancel()
        #expect(try await task.value == 3)
        await #expect(throws: LogError.self) { for try await _ in log.slices(after: 99) {} }
    }
}
