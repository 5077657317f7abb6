import Platform
import Synchronization
import Testing

@testable import EventLog

/// Concurrent appends share commits, and each gets its own answer.
@Suite(.timeLimit(.minutes(10))) struct GroupCommitTests {
    /// Keeps the first commit waiting until it is told to go on, so that the appends behind it gather.
    private final class Barrier: AppendParticipant {
        private let state = Monitor((isOpen: false, commits: 0))

        var commits: Int { state.withLock { $0.commits } }

        func open() { state.withLock { $0.isOpen = true } }

        func fold(_ block: borrowing EventBlock, reading reader: any SideReader) -> [SideChange] {
            state.withLock { $0.commits += 1 }
            state.wait(until: { $0.isOpen }, then: { _ in })
            return []
        }
    }

    @Test("C7: concurrent callers share commits, and each receipt is true")
    func concurrentCallersShareCommits() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        let (callers, each) = (8, 60)
        let before = try log.storage().transaction
        let receipts = Mutex<[(caller: Int, number: Int, receipt: Receipt)]>([])
        let failures = Mutex(0)
        let threads = try (0..<callers).map { caller in
            try OSThread.start(name: "caller") {
                for number in 0..<each {
                    let batch = (0...number % 3).map { event(caller * 1_000 + number * 3 + $0) }
                    do {
                        let receipt = try log.append(batch, to: stream("user \(caller)"))
                        receipts.withLock { $0.append((caller, number, receipt)) }
                    } catch { failures.withLock { $0 += 1 } }
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(failures.withLock { $0 } == 0)
        let all = receipts.withLock { $0 }
        #expect(all.count == callers * each)
        let total = UInt64(all.reduce(0) { $0 + $1.receipt.positions.count })
        #expect(all.flatMap(\.receipt.positions).sorted() == (1...total).map { $0 })
        let seen = try log.seen()
        for (caller, number, receipt) in all {
            for (index, position) in receipt.positions.enumerated() {
                let event = seen[Int(position) - 1]
                #expect(event.stream == "user \(caller)")
                #expect(event.subject == "photo \(caller * 1_000 + number * 3 + index)")
                #expect(event.id == receipt.ids[index])
                #expect(event.revision == receipt.revision - UInt64(receipt.positions.count - 1 - index))
            }
        }
        let commits = try log.storage().transaction - before
        #expect(commits < UInt64(callers * each), "\(commits) commits for \(callers * each) appends")
        log.close()
        let again = try EventLog.open(at: scratch.path())
        defer { again.close() }
        #expect(try again.seen() == seen)
    }

    @Test("C3: a refused append disturbs nobody in its commit")
    func aRefusedAppendDisturbsNobodyInItsCommit() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        let barrier = Barrier()
        log.setParticipant(barrier)
        let before = try log.storage().transaction
        let results = Mutex<[Int: Result<Receipt, LogError>]>([:])
        func start(_ caller: Int, _ request: AppendRequest) throws -> OSThread {
            try OSThread.start(name: "caller") {
                let result: Result<Receipt, LogError>
                do throws(LogError) { result = .success(try log.append([request])[0]) } catch {
                    result = .failure(error)
                }
                results.withLock { $0[caller] = result }
            }
        }
        var threads = [try start(0, AppendRequest([event(0)], to: alice))]
        while barrier.commits == 0 { SystemClock.sleep(milliseconds: 1) }
        for caller in 1...7 {
            let request =
                switch caller {
                case 3: AppendRequest([event(3)], to: bob, expecting: .revision(99))
                case 5: AppendRequest([event(5, id: id(1)), event(5, id: id(1))], to: bob)
                default: AppendRequest(events(caller...caller + 1), to: stream("user \(caller)"))
                }
            threads.append(try start(caller, request))
        }
        while log.commitQueue.waitingCount < 7 { SystemClock.sleep(milliseconds: 1) }
        barrier.open()
        for thread in threads { thread.join() }
        #expect(
            try log.storage().transaction - before == 2, "one commit for the first, one for all behind it")
        let all = results.withLock { $0 }
        for caller in 0...7 {
            switch (caller, all[caller]) {
            case (3, .failure(let error)): #expect(error.code == .unexpectedRevision)
            case (5, .failure(let error)): #expect(error.code == .idempotencyConflict)
            case (3, _), (5, _): Issue.record("caller \(caller) was not refused")
            case (_, .success(let receipt)):
                #expect(try log.seen(at: receipt.positions[0]).subject == "photo \(caller)")
            default: Issue.record("caller \(caller) got \(String(describing: all[caller]))")
            }
        }
        #expect(try log.seen().map(\.position) == (1...11).map { $0 })
        #expect(try log.stream(named: bob) == nil)
    }

    @Test func anAppendOfSeveralRequestsCommitsAlone() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        let barrier = Barrier()
        log.setParticipant(barrier)
        let failures = Mutex(0)
        func start(_ requests: [AppendRequest]) throws -> OSThread {
            try OSThread.start(name: "caller") {
                do { _ = try log.append(requests) } catch { failures.withLock { $0 += 1 } }
            }
        }
        var threads = [try start([AppendRequest([event(0)], to: alice)])]
        while barrier.commits == 0 { SystemClock.sleep(milliseconds: 1) }
        for _ in 0..<3 {
            threads.append(try start([AppendRequest([event(1)], to: bob)]))
            // The second request fails, and takes the first of its own call with it, but no other call.
            threads.append(
                try start([
                    AppendRequest([event(2)], to: stream("half")),
                    AppendRequest([event(3)], to: alice, expecting: .revision(50)),
                ]))
        }
        while log.commitQueue.waitingCount < 6 { SystemClock.sleep(milliseconds: 1) }
        barrier.open()
        for thread in threads { thread.join() }
        #expect(failures.withLock { $0 } == 3)
        #expect(try log.stream(named: bob)?.revision == 3)
        #expect(try log.stream(named: stream("half")) == nil)
        #expect(try log.head().position == 4)
    }

    @Test func theAsynchronousTwinAppendsAsWell() async throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        let receipts = try await withThrowingTaskGroup(of: Receipt.self) { group in
            for number in 0..<40 {
                group.addTask { try await log.append([event(number)], to: stream("user \(number % 4)")) }
            }
            var receipts: [Receipt] = []
            for try await receipt in group { receipts.append(receipt) }
            return receipts
        }
        #expect(receipts.flatMap(\.positions).sorted() == (1...40).map { $0 })
        let first = try await log.append([event(0)], to: alice, expecting: .noStream, key: "k")
        let again = try await log.append([event(0)], to: alice, expecting: .noStream, key: "k")
        #expect(again.isRepeat)
        #expect(again.positions == first.positions)
        await #expect(throws: LogError.self) {
            try await log.append([event(0)], to: alice, expecting: .noStream)
        }
        await #expect(throws: LogError.self) { try await log.append([], to: alice) }
        log.close()
        await #expect(throws: LogError.self) { try await log.append([event(1)], to: alice) }
    }

    @Test func anAppendInsideATransactionIsRefused() throws {
        final class Appending: AppendParticipant {
            let log: EventLog
            init(_ log: EventLog) { self.log = log }
            func fold(_ block: borrowing EventBlock, reading reader: any SideReader) throws -> [SideChange] {
                try log.append([event(2)], to: bob)
                return []
            }
        }
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        expect(.busy) { try log.readSide { _ in _ = try log.append([event(1)], to: alice) } }
        log.setParticipant(Appending(log))
        expect(.busy) { try log.append([event(1)], to: alice) }
        log.setParticipant(nil)
        #expect(try log.append([event(1)], to: alice).positions == [1])
    }

    @Test func closingCommitsWhatWaits() async throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        let barrier = Barrier()
        log.setParticipant(barrier)
        var tasks = [Task { try await log.append([event(0)], to: alice) }]
        while barrier.commits == 0 { try await Task.sleep(for: .milliseconds(1)) }
        tasks += (1..<5).map { number in Task { try await log.append([event(number)], to: alice) } }
        while log.commitQueue.waitingCount < 4 { try await Task.sleep(for: .milliseconds(1)) }
        let closing = try OSThread.start(name: "closing") { log.close() }
        try await Task.sleep(for: .milliseconds(20))
        barrier.open()
        for task in tasks { _ = try await task.value }
        closing.join()
        let again = try EventLog.open(at: scratch.path())
        #expect(try again.head().position == 5)
    }
}
