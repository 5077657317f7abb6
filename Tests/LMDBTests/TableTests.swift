import CLMDB
import Foundation
import LMDB
import Testing

@Suite struct TableTests {
    @Test func openingNeverCreates() throws {
        let scratch = try Scratch()
        let environment = try scratch.create()
        _ = try environment.openTables(["a"], create: true)
        let before = environment.lastTransactionID()
        let error = storeError { _ = try environment.openTables(["a", "b"], create: false) }
        #expect(error?.code == .tableMissing)
        #expect(error?.message == "there is no table named b")
        #expect(environment.lastTransactionID() == before)
        #expect(try environment.openTables(["a"], create: false).count == 1)
    }

    @Test func handlesComeInOrderAndLast() throws {
        let scratch = try Scratch()
        let environment = try scratch.create()
        let tables = try environment.openTables(["b", "a"], create: true)
        try environment.put([1], for: [1], in: tables[0])
        #expect(try environment.get([1], in: tables[1]) == nil)
        #expect(try environment.openTables(["b", "a"], create: false) == tables)
        environment.close()
        let again = try scratch.open(.init(access: .open, isReadOnly: true))
        let reopened = try again.openTables(["a", "b"], create: false)
        #expect(try again.get([1], in: reopened[0]) == nil)
        #expect(try again.get([1], in: reopened[1]) == [1])
    }

    @Test func aTableOpenedWhileReadingStaysOpen() throws {
        let scratch = try Scratch()
        let environment = try scratch.create()
        _ = try environment.openTables(["a"], create: true)
        environment.close()
        let again = try scratch.open()
        let table = try again.read { (transaction: borrowing ReadTransaction) throws(LMDBError) in
            try transaction.openTable(named: "a")
        }
        #expect(try again.get([1], in: table) == nil)
    }

    @Test func moreTablesThanDeclaredAreRefused() throws {
        let scratch = try Scratch()
        let environment = try scratch.create(.init(access: .create, maxTables: 2))
        let error = storeError { _ = try environment.openTables(["a", "b", "c"], create: true) }
        #expect(error?.code == .tablesFull)
        #expect(try environment.openTables(["a", "b"], create: true).count == 2)
    }

    @Test(arguments: ["", "a\u{0}b", String(repeating: "n", count: 512)])
    func badNamesAreRefused(name: String) throws {
        let scratch = try Scratch()
        let environment = try scratch.create()
        let error = storeError { _ = try environment.openTables([name], create: true) }
        #expect(error?.code == .tableName)
    }

    @Test func anInnerTransactionOfTheThreadCannotOpenTables() throws {
        let scratch = try Scratch()
        let environment = try scratch.create()
        _ = try environment.openTables(["a"], create: true)
        try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
            _ = try transaction.createTable(named: "b")
            let error = storeError { _ = try environment.openTables(["a"], create: false) }
            #expect(error?.code == .busy)
        }
        #expect(try environment.openTables(["a", "b"], create: false).count == 2)
    }

    @Test func aTableWithFlagsIsRefused() throws {
        let scratch = try Scratch()
        try scratch.create().close()
        try makeTableWithDuplicates("dup", in: scratch.path())
        let environment = try scratch.open()
        let error = storeError { _ = try environment.openTables(["dup"], create: true) }
        #expect(error?.code == .incompatible)
        #expect(error?.message.contains("flags 0x4") == true)
    }

    /// Makes a table that holds several values per key, which the wrapper itself never does.
    private func makeTableWithDuplicates(_ name: String, in path: String) throws {
        var environment: OpaquePointer?
        var transaction: OpaquePointer?
        var table: UInt32 = 0
        let results = unsafe [
            mdb_env_create(&environment),
            mdb_env_set_maxdbs(environment, 4),
            mdb_env_open(environment, path, UInt32(MDB_NOSUBDIR | MDB_NOTLS), 0o600),
            mdb_txn_begin(environment, nil, 0, &transaction),
            mdb_dbi_open(transaction, name, UInt32(MDB_CREATE | MDB_DUPSORT), &table),
            mdb_txn_commit(transaction),
        ]
        unsafe mdb_env_close(environment)
        try #require(results.allSatisfy { $0 == 0 })
    }
}
