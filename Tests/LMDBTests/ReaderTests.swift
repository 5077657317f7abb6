import Foundation
import LMDB
import Testing

/// The reader table: full, stale, and as a measure of lag.
@Suite struct ReaderTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// Reads `depth` times inside each other, then runs `body`; the error that stopped it, if any.
    private func nest(
        _ depth: Int, in environment: Environment, _ body: () -> Void = {}
    ) -> LMDBError? {
        if depth == 0 {
            body()
            return nil
        }
        do {
            return try environment.read { (transaction: borrowing ReadTransaction) in
                nest(depth - 1, in: environment, body)
            }
        } catch { return error.error }
    }

    @Test func aFullReaderTableIsATypedError() throws {
        let environment = try scratch.create(.init(access: .create, maxReaders: 8))
        let slots = try environment.information().maxReaders
        #expect(nest(slots, in: environment) == nil)
        let error = nest(slots + 1, in: environment)
        #expect(error?.code == .readersFull)
        #expect(error?.isRetryable == true)
        #expect(nest(slots, in: environment) == nil)
    }

    @Test func slotsOfTheDeadAreReusedWhenTheTableIsFull() async throws {
        let environment = try scratch.create(.init(access: .create, maxReaders: 8))
        let path = scratch.path()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let other = try Environment(path: path, options: .init(access: .open))
            let slots = try other.information().maxReaders
            _ = Self.nestAndDie(slots, in: other)
        }
        let slots = try environment.information().maxReaders
        #expect(try environment.information().readersInUse == slots)
        #expect(nest(1, in: environment) == nil)
        #expect(try environment.information().readersInUse == 0)
    }

    private static func nestAndDie(_ depth: Int, in environment: Environment) -> Bool {
        if depth == 0 { kill(getpid(), SIGKILL) }
        return
            (try? environment.read { (transaction: borrowing ReadTransaction) in
                nestAndDie(depth - 1, in: environment)
            }) ?? false
    }

    private func leaveStaleReader() async {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = scratch.path() as String] in
            let other = try Environment(path: path, options: .init(access: .open))
            try other.read { (transaction: borrowing ReadTransaction) in _ = kill(getpid(), SIGKILL) }
        }
    }

    @Test func staleReadersAreSeenAndCleared() async throws {
        let environment = try scratch.create()
        let table = try environment.testTable()
        await leaveStaleReader()
        for number in 0..<5 as Range<UInt64> { try environment.put([1], for: key(number), in: table) }
        let information = try environment.information()
        #expect(information.readersInUse == 1)
        #expect(information.oldestReader?.process != getpid())
        #expect(information.oldestReaderLag == 5)
        #expect(try environment.clearStaleReaders() == 1)
        #expect(try environment.clearStaleReaders() == 0)
        #expect(try environment.information().oldestReaderLag == 0)
    }

    @Test func openingClearsStaleReaders() async throws {
        let watcher = try scratch.create()
        await leaveStaleReader()
        #expect(try watcher.information().readersInUse == 1)
        await #expect(processExitsWith: .success) { [path = scratch.path() as String] in
            _ = try Environment(path: path, options: .init(access: .open))
        }
        #expect(try watcher.information().readersInUse == 0)
    }

    @Test func aFullMapClearsStaleReadersBeforeItGrows() async throws {
        let environment = try scratch.create(.init(access: .create, mapSize: 1 << 20))
        let table = try environment.testTable()
        let value = [UInt8](repeating: 7, count: 100_000)
        try environment.put(value, for: [1], in: table)
        await leaveStaleReader()
        var runs = 0
        // Every rewrite wants new pages as long as the dead reader keeps the old ones.
        for _ in 0..<30 {
            try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
                runs += 1
                try transaction.put(value.span, for: [1].span, in: table)
            }
        }
        #expect(runs == 31)
        let information = try environment.information()
        #expect(information.mapSize == 1 << 20)
        #expect(information.readersInUse == 0)
    }

    @Test func informationDescribesTheFile() throws {
        let environment = try scratch.create(.init(access: .create, mapSize: 1 << 22, maxReaders: 100))
        let table = try environment.testTable()
        let before = environment.lastTransactionID()
        try environment.put([1], for: [1], in: table)
        try environment.put([2], for: [1], in: table)
        #expect(environment.lastTransactionID() == before + 2)
        let information = try environment.information()
        #expect(information.mapSize == 1 << 22)
        #expect(information.pageSize >= 4_096)
        #expect(information.lastPage >= 2)
        #expect(information.lastTransactionID == before + 2)
        #expect(information.maxReaders >= 100)
        #expect(information.readers == [])
        try environment.read { (transaction: borrowing ReadTransaction) throws(LMDBError) in
            let inside = try environment.information()
            #expect(inside.readers.map(\.process) == [getpid()])
            #expect(inside.readers.map(\.transactionID) == [before + 2])
            #expect(inside.oldestReaderLag == 0)
        }
    }

    @Test func pollingSeesCommitsOfOtherProcesses() async throws {
        let environment = try scratch.create()
        let table = try environment.testTable()
        let before = environment.lastTransactionID()
        await #expect(processExitsWith: .success) { [path = scratch.path() as String] in
            let other = try Environment(path: path, options: .init(access: .open))
            try other.put([9], for: [1], in: try other.testTable())
        }
        #expect(environment.lastTransactionID() > before)
        #expect(try environment.get([1], in: table) == [9])
    }
}
