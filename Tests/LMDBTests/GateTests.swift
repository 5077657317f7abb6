import Foundation
import LMDB
import Synchronization
import Testing

/// What may run beside what inside one process.
@Suite struct GateTests {
    let scratch: Scratch
    let environment: Environment
    let table: Table

    init() throws {
        scratch = try Scratch()
        environment = try scratch.create(.init(access: .create, mapSize: 1 << 20))
        table = try environment.testTable()
    }

    @Test func aSecondWriteOfAThreadIsRefused() throws {
        try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
            try transaction.put([1].span, for: [1].span, in: table)
            let error = storeError { try environment.put([2], for: [1], in: table) }
            #expect(error?.code == .busy)
            #expect(error?.isRetryable == true)
            #expect(error?.description.contains("this thread is inside a write transaction already") == true)
        }
        #expect(try environment.get([1], in: table) == [1])
    }

    @Test func aWriteInsideAReadIsRefused() throws {
        try environment.read { (transaction: borrowing ReadTransaction) throws(LMDBError) in
            #expect(storeError { try environment.put([2], for: [1], in: table) }?.code == .busy)
        }
        try environment.put([2], for: [1], in: table)
        #expect(try environment.get([1], in: table) == [2])
    }

    @Test func aCopyInsideAWriteIsRefused() throws {
        let path = scratch.path("copy.mdb")
        try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
            #expect(storeError { try environment.copy(to: path, compacting: false) }?.code == .busy)
        }
        #expect(try !scratch.names().contains("copy.mdb"))
    }

    @Test func writersOfOneProcessTakeTurns() throws {
        let group = DispatchGroup()
        let failures = Mutex<[String]>([])
        for _ in 0..<4 {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                for _ in 0..<25 {
                    do {
                        try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
                            let old = try transaction.value(for: [1].span, in: table)?[0] ?? 0
                            try transaction.put([old + 1].span, for: [1].span, in: table)
                        }
                    } catch { failures.withLock { $0.append("\(error)") } }
                }
            }
        }
        group.wait()
        #expect(failures.withLock { $0 } == [])
        #expect(try environment.get([1], in: table) == [100])
    }

    // MARK: Closing

    @Test func closingWaitsForTransactions() throws {
        let isReading = DispatchSemaphore(value: 0), mayEnd = DispatchSemaphore(value: 0)
        let group = DispatchGroup()
        let isClosed = Atomic(false)
        group.enter()
        Thread.detachNewThread {
            defer { group.leave() }
            try? environment.read { (transaction: borrowing ReadTransaction) in
                isReading.signal()
                mayEnd.wait()
                let wasClosed = isClosed.load(ordering: .sequentiallyConsistent)
                #expect(!wasClosed)
            }
        }
        isReading.wait()
        group.enter()
        Thread.detachNewThread {
            defer { group.leave() }
            environment.close()
            isClosed.store(true, ordering: .sequentiallyConsistent)
        }
        // Once closing has begun, newcomers are refused.
        while storeError({ _ = try environment.get([1], in: table) }) == nil { usleep(1_000) }
        let wasClosedEarly = isClosed.load(ordering: .sequentiallyConsistent)
        mayEnd.signal()
        group.wait()
        let wasClosed = isClosed.load(ordering: .sequentiallyConsistent)
        #expect(!wasClosedEarly && wasClosed)
    }

    @Test func aClosedEnvironmentRefusesEverything() throws {
        environment.close()
        environment.close()
        let errors = [
            storeError { _ = try environment.get([1], in: table) },
            storeError { try environment.put([1], for: [1], in: table) },
            storeError { _ = try environment.information() },
            storeError { try environment.synchronize() },
            storeError { try environment.clearStaleReaders() },
            storeError { try environment.copy(to: scratch.path("copy.mdb"), compacting: true) },
            storeError { _ = try environment.openTables(["events"], create: false) },
        ]
        for error in errors { #expect(error?.code == .closed) }
        #expect(environment.lastTransactionID() == .max)
        #expect(try scratch.open().lastTransactionID() > 0)
    }

    @Test func closingInsideATransactionTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [path = scratch.path("other.mdb") as String] in
            let environment = try Environment(path: path, options: .init(access: .create))
            try environment.read { (transaction: borrowing ReadTransaction) in environment.close() }
        }
        expectSentence("An environment cannot be closed inside one of its own transactions.", in: result)
    }

    // MARK: Growth beside readers

    @Test func growthWaitsForReadersAndLetsThemNest() throws {
        try environment.put([5], for: [1], in: table)
        let isReading = DispatchSemaphore(value: 0), mayEnd = DispatchSemaphore(value: 0)
        let runs = Atomic(0), hasEnded = Atomic(false)
        let group = DispatchGroup()
        group.enter()
        Thread.detachNewThread {
            defer { group.leave() }
            do {
                try environment.read { (transaction: borrowing ReadTransaction) throws(any Error) in
                    let value = try transaction.value(for: [1].span, in: table)
                    isReading.signal()
                    mayEnd.wait()
                    usleep(20_000)
                    // The writer waits by now; a nested read must pass, and the old view must still stand.
                    #expect(try environment.get([1], in: table) == [5])
                    #expect(value?[0] == 5)
                    hasEnded.store(true, ordering: .sequentiallyConsistent)
                }
            } catch { Issue.record(error) }
        }
        isReading.wait()
        let large = [UInt8](repeating: 3, count: 3 << 20)
        try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
            let run = runs.add(1, ordering: .sequentiallyConsistent).newValue
            let readerHasEnded = hasEnded.load(ordering: .sequentiallyConsistent)
            if run == 1 { mayEnd.signal() } else { #expect(readerHasEnded) }
            try transaction.put(large.span, for: [2].span, in: table)
        }
        group.wait()
        let count = runs.load(ordering: .sequentiallyConsistent)
        #expect(count == 2)
        #expect(try environment.get([2], in: table) == large)
    }
}
