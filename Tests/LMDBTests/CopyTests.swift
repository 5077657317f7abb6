import Foundation
import LMDB
import Synchronization
import Testing

@Suite struct CopyTests {
    let scratch: Scratch
    let environment: Environment
    let table: Table

    init() throws {
        scratch = try Scratch()
        environment = try scratch.create(.init(access: .create, mapSize: 1 << 20))
        table = try environment.testTable()
    }

    @Test(arguments: [false, true])
    func aCopyIsWholeAndOpens(compacting: Bool) throws {
        let value = [UInt8](repeating: 5, count: 50_000)
        for number in 0..<20 as Range<UInt64> { try environment.put(value, for: key(number), in: table) }
        try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
            for number in 1..<20 as Range<UInt64> { try transaction.delete(key(number).span, in: table) }
        }
        let path = scratch.path("copy.mdb")
        try environment.copy(to: path, compacting: compacting)
        #expect(try scratch.mode("copy.mdb") == 0o600)
        #expect(try !scratch.names().contains("copy.mdb-lock"))
        let copy = try Environment(path: path, options: .init(access: .open, isReadOnly: true))
        #expect(try copy.get(key(0), in: copy.testTable()) == value)
        #expect(try copy.get(key(1), in: copy.testTable()) == nil)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        let size = try #require(attributes[.size] as? Int)
        #expect(compacting ? size < 200_000 : size > 900_000, "\(size) bytes")
    }

    @Test func nothingIsOverwritten() throws {
        let path = scratch.path("copy.mdb")
        try Data([1, 2, 3]).write(to: URL(filePath: path))
        #expect(storeError { try environment.copy(to: path, compacting: false) }?.code == .exists)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data([1, 2, 3]))
        #expect(storeError { try environment.copy(to: scratch.path(), compacting: true) }?.code == .exists)
        #expect(storeError { try environment.copy(to: "/none/a", compacting: true) }?.code == .missing)
    }

    /// Each commit sets two values to the same number, so a torn copy would show two different ones.
    @Test func copiesBesideAWriterAreConsistent() throws {
        let isOver = Atomic(false)
        let group = DispatchGroup()
        group.enter()
        Thread.detachNewThread {
            defer { group.leave() }
            var number: UInt64 = 0
            while !isOver.load(ordering: .relaxed) {
                number += 1
                let value = key(number) + [UInt8](repeating: 0, count: 9_000)
                do {
                    try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
                        try transaction.put(value.span, for: [1].span, in: table)
                        try transaction.put(value.span, for: [2].span, in: table)
                    }
                } catch { Issue.record(error) }
            }
        }
        defer {
            isOver.store(true, ordering: .relaxed)
            group.wait()
        }
        for round in 0..<10 {
            let path = scratch.path("copy\(round).mdb")
            try environment.copy(to: path, compacting: round % 2 == 0)
            let copy = try Environment(path: path, options: .init(access: .open, isReadOnly: true))
            let table = try copy.testTable()
            #expect(try copy.get([1], in: table) == copy.get([2], in: table))
        }
    }

    @Test func aCopyAdoptsTheGrowthOfAnotherProcess() async throws {
        await #expect(processExitsWith: .success) { [path = scratch.path() as String] in
            let other = try Environment(path: path, options: .init(access: .open, mapSize: 1 << 20))
            try other.put([UInt8](repeating: 2, count: 3 << 20), for: [1], in: try other.testTable())
        }
        try environment.copy(to: scratch.path("copy.mdb"), compacting: true)
        let copy = try Environment(path: scratch.path("copy.mdb"), options: .init(access: .open))
        #expect(try copy.get([1], in: copy.testTable())?.count == 3 << 20)
    }

    @Test func synchronizingARelaxedEnvironmentWorks() throws {
        environment.close()
        let relaxed = try scratch.open(.init(access: .open, durability: .relaxed))
        try relaxed.put([1], for: [1], in: relaxed.testTable())
        try relaxed.synchronize()
        relaxed.close()
        let reader = try scratch.open(.init(access: .open, isReadOnly: true))
        #expect(storeError { try reader.synchronize() }?.code == .permission)
    }
}
