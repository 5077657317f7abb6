import Platform
import Synchronization
import Testing

@testable import EventLog

/// A leader waits for callers that are likely to come back, shortly and not in vain for long.
@Suite(.timeLimit(.minutes(5))) struct LeaderPatienceTests {
    private static let commit: Int64 = 400_000

    @Test func aLoneCallerNeverWaits() {
        var patience = LeaderPatience()
        #expect(patience.expected == 1)
        for _ in 0..<3 {
            patience.noteCommit(answered: 1, waiting: 0, nanoseconds: Self.commit)
            #expect(patience.expected == 1, "its own append is all that is waited for")
        }
    }

    @Test func whoWasAnsweredAndWhoWaitsIsExpected() {
        var patience = LeaderPatience()
        patience.noteCommit(answered: 3, waiting: 5, nanoseconds: Self.commit)
        #expect(patience.expected == 8)
        #expect(patience.limit() == Self.commit / 4, "a part of what a commit takes")
        patience.noteWait(wasWorthIt: true)
        #expect(patience.limit() == Self.commit / 4)
        patience.noteCommit(answered: 8, waiting: 0, nanoseconds: 60_000_000_000)
        #expect(patience.limit() == 2_000_000, "a slow disk is no reason to wait for long")
    }

    @Test func waitsInVainBecomeRare() {
        var patience = LeaderPatience()
        patience.noteCommit(answered: 4, waiting: 4, nanoseconds: Self.commit)
        var gaps: [Int] = []
        for _ in 0..<9 {
            var gap = 0
            while patience.limit() == 0 { gap += 1 }
            gaps.append(gap)
            patience.noteWait(wasWorthIt: false)
        }
        #expect(gaps == [0, 1, 3, 7, 15, 31, 63, 63, 63])
        while patience.limit() == 0 {}
        patience.noteWait(wasWorthIt: true)
        #expect(patience.limit() > 0, "one success makes up for all of them")
    }

    /// A queue whose commits wait until they are let through, one by one.
    private final class Gate: Sendable {
        private let state = Monitor((open: 0, batches: [Int]()))

        var batches: [Int] { state.withLock { $0.batches } }

        func open(_ count: Int) { state.withLock { $0.open += count } }

        func commit(_ tickets: [CommitQueue.Ticket]) -> [CommitQueue.Answer] {
            state.withLock { $0.batches.append(tickets.count) }
            state.wait(until: { $0.open > 0 }, then: { $0.open -= 1 })
            return tickets.map { _ in .success([]) }
        }

        /// Returns when so many commits have begun.
        func wait(forBatches count: Int) { state.wait(until: { $0.batches.count >= count }, then: { _ in }) }
    }

    private func start(_ queue: CommitQueue, times: Int = 1) throws -> OSThread {
        try OSThread.start(name: "caller") {
            for _ in 0..<times { _ = try? queue.append([AppendRequest([event(0)], to: alice)]) }
        }
    }

    @Test func nobodyIsKeptWaitingForCallersThatStayAway() throws {
        let gate = Gate()
        let queue = CommitQueue { gate.commit($0) }
        let first = try start(queue)
        gate.wait(forBatches: 1)
        let others = try (0..<3).map { _ in try start(queue) }
        while queue.waitingCount < 3 { SystemClock.sleep(milliseconds: 1) }
        // The leader expects four, and the first does not come again.
        gate.open(2)
        for thread in [first] + others { thread.join() }
        #expect(gate.batches == [1, 3])
    }

    @Test func aLeaderWaitsOnlyForWhatFitsIntoItsCommit() {
        func state(_ tickets: [(requests: Int, size: Int)]) -> CommitQueue.State {
            var state = CommitQueue.State()
            state.patience.noteCommit(answered: 2, waiting: 2, nanoseconds: Self.commit)
            state.waiting = tickets.enumerated().map { number, ticket in
                let request = AppendRequest([event(0)], to: alice)
                return CommitQueue.Ticket(
                    id: UInt64(number), requests: Array(repeating: request, count: ticket.requests),
                    size: ticket.size, answer: nil)
            }
            return state
        }
        #expect(!state([(1, 9), (1, 9), (1, 9)]).isGathered, "a fourth is expected")
        #expect(state([(1, 9), (1, 9), (1, 9), (1, 9)]).isGathered)
        #expect(state([(2, 9)]).isGathered, "several requests go alone")
        #expect(state([(1, 9), (2, 9)]).isGathered, "the second goes alone, so the first does as well")
        #expect(state([(1, 9), (1, LogLimits.batchBytes)]).isGathered, "both are too large for one commit")
        var closed = state([(1, 9)])
        closed.isClosed = true
        #expect(closed.isGathered)
    }

    @Test func closingEndsAWait() throws {
        let gate = Gate()
        let queue = CommitQueue { gate.commit($0) }
        let first = try start(queue)
        gate.wait(forBatches: 1)
        let second = try start(queue)
        while queue.waitingCount < 1 { SystemClock.sleep(milliseconds: 1) }
        let closing = try OSThread.start(name: "closing") { queue.close() }
        gate.open(2)
        for thread in [first, second, closing] { thread.join() }
        #expect(gate.batches == [1, 1])
        #expect(throws: LogError.self) { try queue.append([AppendRequest([event(0)], to: alice)]) }
    }

    @Test func everyAppendOfManyCallersIsAnsweredOnce() async throws {
        let committed = Mutex(0)
        let queue = CommitQueue { tickets in
            committed.withLock { $0 += tickets.count }
            return tickets.map { _ in .success([]) }
        }
        let threads = try (0..<6).map { _ in try start(queue, times: 300) }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    for _ in 0..<100 {
                        _ = await withCheckedContinuation { continuation in
                            do {
                                try queue.append([AppendRequest([event(0)], to: alice)]) {
                                    continuation.resume(returning: $0)
                                }
                            } catch { continuation.resume(returning: .success([])) }
                        }
                    }
                }
            }
        }
        for thread in threads { thread.join() }
        let count = committed.withLock { $0 }
        #expect(count == 2400)
        queue.close()
    }
}
