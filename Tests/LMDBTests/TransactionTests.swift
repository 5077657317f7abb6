import LMDB
import Testing

@Suite struct TransactionTests {
    struct Refusal: Error, Equatable {}

    let scratch: Scratch
    let environment: Environment
    let table: Table

    init() throws {
        scratch = try Scratch()
        environment = try scratch.create()
        table = try environment.testTable()
    }

    @Test func valuesComeBack() throws {
        try environment.put([2, 3], for: [1], in: table)
        #expect(try environment.get([1], in: table) == [2, 3])
        #expect(try environment.get([2], in: table) == nil)
    }

    @Test func aWriteReadsItself() throws {
        try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
            try transaction.put([7].span, for: [1].span, in: table)
            #expect(try transaction.value(for: [1].span, in: table)?[0] == 7)
            try transaction.put([8].span, for: [2].span, in: table)
            #expect(try transaction.firstEntry(atOrAfter: [2].span, in: table)?.value[0] == 8)
            #expect(try transaction.firstEntry(atOrAfter: [3].span, in: table) == nil)
            #expect(try transaction.lastEntry(in: table)?.key[0] == 2)
            #expect(try transaction.entryCount(of: table) == 2)
            var cursor = try transaction.cursor(in: table)
            #expect(try cursor.next()?.key[0] == 1)
        }
    }

    @Test func aThrowingBodyLeavesNothing() throws {
        var thrown: Refusal?
        do throws(TransactionError<any Error>) {
            try environment.write { (transaction: inout WriteTransaction) throws(any Error) in
                try transaction.put([7].span, for: [1].span, in: table)
                throw Refusal()
            }
        } catch {
            if case .body(let inner) = error { thrown = inner as? Refusal }
        }
        #expect(thrown == Refusal())
        #expect(try environment.get([1], in: table) == nil)
    }

    @Test func aReadInsideAWriteSeesTheLastCommit() throws {
        try environment.put([1], for: [1], in: table)
        try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
            try transaction.put([2].span, for: [1].span, in: table)
            #expect(try environment.get([1], in: table) == [1])
        }
        #expect(try environment.get([1], in: table) == [2])
    }

    @Test func appendWantsRisingKeys() throws {
        try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
            try transaction.append([1].span, for: [5].span, in: table)
            for key: UInt8 in [5, 4] {
                let error = storeError { try transaction.append([9].span, for: [key].span, in: table) }
                #expect(error?.code == .keyExists)
            }
            try transaction.append([2].span, for: [6].span, in: table)
        }
        #expect(try environment.get([5], in: table) == [1])
        #expect(try environment.get([6], in: table) == [2])
        #expect(try environment.get([4], in: table) == nil)
    }

    @Test func insertKeepsWhatIsThere() throws {
        try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
            try transaction.insert([1].span, for: [5].span, in: table)
            let error = storeError { try transaction.insert([2].span, for: [5].span, in: table) }
            #expect(error?.code == .keyExists)
            try transaction.insert([3].span, for: [6].span, in: table)
        }
        #expect(try environment.get([5], in: table) == [1])
        #expect(try environment.get([6], in: table) == [3])
    }

    @Test func deleteAndClear() throws {
        try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
            for key: UInt8 in 1...9 { try transaction.put([key].span, for: [key].span, in: table) }
            #expect(try transaction.delete([5].span, in: table))
            #expect(try !transaction.delete([5].span, in: table))
            #expect(try transaction.entryCount(of: table) == 8)
            try transaction.clear(table)
            #expect(try transaction.entryCount(of: table) == 0)
            try transaction.put([1].span, for: [1].span, in: table)
        }
        let count = try environment.read { (transaction: borrowing ReadTransaction) throws(LMDBError) in
            try transaction.entryCount(of: table)
        }
        #expect(count == 1)
    }

    @Test func reservedValuesStartAsZeros() throws {
        try environment.put(Array(repeating: 0xFF, count: 3_000), for: [1], in: table)
        try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
            try transaction.delete([1].span, in: table)
            try transaction.reserve(byteCount: 3_000, for: [1].span, in: table) {
                (space: inout MutableSpan<UInt8>) in space[2_999] = 7
            }
            let error = storeError {
                try transaction.reserve(byteCount: 1, for: [0].span, in: table, appending: true) {
                    (_: inout MutableSpan<UInt8>) in
                }
            }
            #expect(error?.code == .keyExists)
            try transaction.reserve(byteCount: 0, for: [2].span, in: table, appending: true) {
                (_: inout MutableSpan<UInt8>) in
            }
        }
        #expect(try environment.get([1], in: table) == Array(repeating: 0, count: 2_999) + [7])
        #expect(try environment.get([2], in: table) == [])
    }

    @Test(arguments: [0, 512, 5_000])
    func keysOutsideTheLimitAreRefused(count: Int) throws {
        let key = [UInt8](repeating: 1, count: count)
        try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
            let errors = [
                storeError { try transaction.put([1].span, for: key.span, in: table) },
                storeError { try transaction.append([1].span, for: key.span, in: table) },
                storeError { try transaction.insert([1].span, for: key.span, in: table) },
                storeError { try transaction.delete(key.span, in: table) },
                storeError { _ = try transaction.value(for: key.span, in: table) },
                storeError { _ = try transaction.firstEntry(atOrAfter: key.span, in: table) },
                storeError {
                    var cursor = try transaction.cursor(in: table)
                    _ = try cursor.seek(atOrAfter: key.span)
                },
            ]
            for error in errors {
                #expect(error?.code == .keySize)
                #expect(error?.message == "the key has \(count) bytes, and keys have 1 to 511")
            }
        }
    }

    @Test(arguments: [1, 511])
    func keysAtTheLimitAreKept(count: Int) throws {
        let key = [UInt8](repeating: 1, count: count)
        try environment.put([5], for: key, in: table)
        #expect(try environment.get(key, in: table) == [5])
    }

    @Test func aTableOfAnAbortedWriteIsRefused() throws {
        var kept: Table?
        let error = storeError {
            try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
                kept = try transaction.createTable(named: "later")
                throw LMDBError(code: .busy, operation: "test", path: "")
            }
        }
        #expect(error?.code == .busy)
        let table = try #require(kept)
        let refusal = storeError { _ = try environment.get([1], in: table) }
        #expect(refusal?.code == .invalidArgument || refusal?.code == .badTable)
    }

    @Test func aForeignTableTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [directory = scratch.directory as String] in
            let options = Environment.Options(access: .create)
            let one = try Environment(path: directory + "/one.mdb", options: options)
            let other = try Environment(path: directory + "/other.mdb", options: options)
            _ = try other.testTable()
            _ = try other.get([1], in: try one.testTable())
        }
        expectSentence("A table was used with another environment than its own.", in: result)
    }

    @Test func aReadOnlyEnvironmentRefusesToWrite() throws {
        try environment.put([1], for: [1], in: table)
        environment.close()
        let reader = try scratch.open(.init(access: .open, isReadOnly: true))
        let table = try reader.testTable()
        #expect(try reader.get([1], in: table) == [1])
        #expect(storeError { try reader.put([1], for: [1], in: table) }?.code == .permission)
    }
}
