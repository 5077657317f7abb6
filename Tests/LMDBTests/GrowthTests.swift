import Foundation
import LMDB
import Testing

/// The map grows, by this process and by others.
@Suite struct GrowthTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private static let smallMap = Environment.Options(access: .create, mapSize: 1 << 20)

    @Test func theMapGrowsAndTheBodyRunsAgain() throws {
        let environment = try scratch.create(Self.smallMap)
        let table = try environment.testTable()
        let value = [UInt8](repeating: 1, count: 1_000)
        var runs = 0
        try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
            runs += 1
            for number in 0..<5_000 as Range<UInt64> {
                try transaction.append(value.span, for: key(number).span, in: table)
            }
        }
        #expect(runs == 4, "1, 2, 4 and 8 MiB")
        #expect(try environment.information().mapSize == 8 << 20)
        #expect(try environment.get(key(4_999), in: table) == value)
        environment.close()
        let again = try scratch.open(.init(access: .open, isReadOnly: true))
        #expect(try again.get(key(4_999), in: again.testTable()) == value)
    }

    @Test func aLargeValueGrowsTheMapAtOnce() throws {
        let environment = try scratch.create(Self.smallMap)
        let table = try environment.testTable()
        let value = [UInt8](repeating: 1, count: 20 << 20)
        var runs = 0
        try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
            runs += 1
            try transaction.put(value.span, for: [1].span, in: table)
        }
        #expect(runs == 2)
        #expect(try environment.get([1], in: table)?.count == value.count)
    }

    @Test func aBodyThatSwallowsTheErrorStillRunsAgain() throws {
        let environment = try scratch.create(Self.smallMap)
        let table = try environment.testTable()
        let value = [UInt8](repeating: 1, count: 2 << 20)
        var errors: [LMDBError.Code?] = []
        try environment.write { (transaction: inout WriteTransaction) in
            errors.append(storeError { try transaction.put(value.span, for: [1].span, in: table) }?.code)
        }
        #expect(errors == [.mapFull, nil])
        #expect(try environment.get([1], in: table) == value)
    }

    @Test func growthByAnotherProcessIsAdopted() async throws {
        let environment = try scratch.create(Self.smallMap)
        let table = try environment.testTable()
        try environment.put([1], for: key(0), in: table)
        let path = scratch.path()
        await #expect(processExitsWith: .success) { [path = path as String] in
            let other = try Environment(path: path, options: .init(access: .open, mapSize: 1 << 20))
            let table = try other.testTable()
            try other.put([UInt8](repeating: 2, count: 3 << 20), for: key(1), in: table)
        }
        #expect(try environment.information().mapSize == 1 << 20)
        #expect(try environment.get(key(1), in: table)?.count == 3 << 20)
        #expect(try environment.information().mapSize > 1 << 20)

        await #expect(processExitsWith: .success) { [path = path as String] in
            let other = try Environment(path: path, options: .init(access: .open, mapSize: 1 << 20))
            let table = try other.testTable()
            try other.put([UInt8](repeating: 3, count: 30 << 20), for: key(2), in: table)
        }
        try environment.put([4], for: key(3), in: table)
        #expect(try environment.get(key(2), in: table)?.count == 30 << 20)
    }

    @Test func adoptionInsideATransactionOfTheThreadIsRefused() async throws {
        let environment = try scratch.create(Self.smallMap)
        let table = try environment.testTable()
        let reading = scratch.path("reading"), grown = scratch.path("grown"), ended = scratch.path("ended")
        Thread.detachNewThread {
            defer { Signal.send(ended) }
            do {
                try environment.read { (transaction: borrowing ReadTransaction) throws(LMDBError) in
                    Signal.send(reading)
                    Signal.wait(for: grown)
                    let error = storeError { _ = try environment.get(key(1), in: table) }
                    #expect(error?.code == .busy)
                    #expect(try transaction.value(for: key(1).span, in: table) == nil)
                }
            } catch { Issue.record(error) }
        }
        await Signal.arrival(of: reading)
        await #expect(processExitsWith: .success) { [path = scratch.path() as String] in
            let other = try Environment(path: path, options: .init(access: .open, mapSize: 1 << 20))
            try other.put([UInt8](repeating: 2, count: 3 << 20), for: key(1), in: try other.testTable())
        }
        Signal.send(grown)
        await Signal.arrival(of: ended)
        #expect(try environment.get(key(1), in: table)?.count == 3 << 20)
    }

    // MARK: When there is no room

    @Test func noAddressSpaceIsATypedErrorAndHarmless() async {
        await #expect(processExitsWith: .success) {
            let scratch = try Scratch()
            let environment = try scratch.create(.init(access: .create, mapSize: 1 << 20))
            let table = try environment.testTable()
            try environment.put([1], for: [1], in: table)
            let large = [UInt8](repeating: 1, count: 1 << 28)
            try limitAddressSpace(spare: 1 << 28)
            let error = storeError { try environment.put(large, for: [2], in: table) }
            #expect(error?.code == .mapFull)
            #expect(error?.message.contains("address space") == true)
            #expect(try environment.get([1], in: table) == [1])
            try environment.put([3], for: [2], in: table)
            #expect(try environment.get([2], in: table) == [3])
        }
    }

    @Test func aFailedAdoptionEndsTheEnvironment() async throws {
        let ready = scratch.path("ready"), grown = scratch.path("grown"), path = scratch.path()
        let ended = scratch.path("ended")
        // On a thread of its own: the victim must not wait for a turn among the tests, since some of those may in
        // their turn wait for the victim's copies of their descriptors to close.
        let scratch = scratch
        Thread.detachNewThread {
            Signal.wait(for: ready)
            do {
                let other = try scratch.open(.init(access: .open, mapSize: 1 << 32))
                try other.put([UInt8](repeating: 2, count: 3 << 20), for: [2], in: try other.testTable())
                Signal.send(grown)
                Signal.wait(for: ended)
                other.close()
            } catch { Issue.record(error) }
        }
        await #expect(processExitsWith: .success) {
            [path = path as String, ready = ready as String, grown = grown as String] in
            let environment = try Environment(
                path: path, options: .init(access: .create, mapSize: 1 << 20))
            let table = try environment.testTable()
            try environment.put([1], for: [1], in: table)
            try limitAddressSpace(spare: 1 << 28)
            Signal.send(ready)
            Signal.wait(for: grown)
            for _ in 0..<2 {
                let error = storeError { _ = try environment.get([1], in: table) }
                #expect(error?.code == .reopenRequired)
                #expect(error?.needsReopening == true)
            }
            #expect(storeError { _ = try environment.information() }?.code == .reopenRequired)
            #expect(environment.lastTransactionID() == .max)
            environment.close()
        }
        Signal.send(ended)
    }
}
