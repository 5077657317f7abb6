import EventLog
import Foundation
import Platform
import Synchronization
import Testing

/// A copy is one moment of the log, and a life of its own from its first append on.
@Suite struct CopyTests {
    @Test func aCopyOfALiveLogIsConsistent() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        let isDone = Mutex(false)
        let writer = try OSThread.start(name: "writer") {
            var number = 0
            while !isDone.withLock({ $0 }) {
                number += 1
                _ = try? log.append(events(1...(number % 7 + 1)), to: stream("user \(number % 20)"))
            }
        }
        var heads: [UInt64] = []
        for number in 0..<12 {
            let path = scratch.path("copy \(number)")
            let earliest = try log.head().position
            try log.copy(to: path)
            let latest = try log.head().position
            let copy = try EventLog.open(at: path)
            let head = try copy.head().position
            #expect(head >= earliest && head <= latest)
            heads.append(head)
            try expectWhole(copy)
            #expect(try copy.identity().epochs == log.identity().epochs, "reading begins no epoch")
            copy.close()
        }
        isDone.withLock { $0 = true }
        writer.join()
        #expect(heads == heads.sorted())
        #expect(try #require(heads.last) > 0)
        try expectWhole(log)
    }

    @Test func aCopyIsAnotherLogFromItsFirstAppendOn() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        try log.append(events(1...5), to: alice)
        let before = try log.head()
        let original = try log.identity()
        try log.copy(to: scratch.path("copy"))
        let copy = try EventLog.open(at: scratch.path("copy"))
        #expect(try copy.identity() == original)
        // A repeat appends nothing, so it begins nothing either.
        try log.append([event(6)], to: alice, key: "in the original")
        try copy.append(events(6...7), to: alice)
        let identity = try copy.identity()
        #expect(identity.epochs.count == 2)
        #expect(identity.epochs[0] == original.epochs[0])
        #expect(identity.epochs[1].firstPosition == 6)
        #expect(identity.epochs[1].root == before.root)
        #expect(identity.logID != original.logID)
        #expect(identity.logID(at: 5) == original.logID)
        #expect(identity.logID(at: 6) == identity.logID)
        var ids: [LogID] = []
        try copy.forEachBlock { block in
            for index in 0..<block.count { if let event = block.event(at: index) { ids.append(event.logID) } }
            return .proceed
        }
        #expect(
            ids == [LogID](repeating: original.logID, count: 5) + [LogID](repeating: identity.logID, count: 2)
        )
        try expectWhole(copy)
        // The original goes on as before, and the copy begins no second epoch.
        try copy.append([event(8)], to: bob)
        #expect(try copy.identity().epochs.count == 2)
        #expect(try log.identity() == original)
        copy.close()
        let again = try EventLog.open(at: scratch.path("copy"))
        try again.append([event(9)], to: bob)
        #expect(try again.identity().epochs.count == 2)
    }

    @Test func aRepeatBeginsNoEpoch() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        try log.append([event(1)], to: alice, key: "k")
        try log.copy(to: scratch.path("copy"))
        let copy = try EventLog.open(at: scratch.path("copy"))
        #expect(try copy.append([event(1)], to: alice, key: "k").isRepeat)
        #expect(try copy.identity().epochs.count == 1)
        try copy.append([event(2)], to: alice)
        #expect(try copy.identity().epochs.count == 2)
    }

    @Test func anEmptyCopyKeepsItsID() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        try log.copy(to: scratch.path("copy"))
        let copy = try EventLog.open(at: scratch.path("copy"))
        try copy.append([event(1)], to: alice)
        #expect(try copy.identity().epochs == log.identity().epochs)
    }

    @Test func forkingBeginsAnEpochOnce() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        try log.append([event(1)], to: alice)
        log.fork()
        #expect(try log.identity().epochs.count == 1)
        try log.append([event(2)], to: alice)
        try log.append([event(3)], to: alice)
        #expect(try log.identity().epochs.map(\.firstPosition) == [1, 2])
    }

    @Test func copyingOverwritesNothing() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        let path = try scratch.write([1], to: "there")
        let error = expect(.exists) { try log.copy(to: path) }
        #expect(error?.path == path)
        expect(.missing) { try log.copy(to: scratch.path("no/folder")) }
        #expect(scratch.names == ["test.evlog", "test.evlog-lock", "there"])
        try log.copy(to: scratch.path("copy"))
        #expect(scratch.names == ["copy", "test.evlog", "test.evlog-lock", "there"])
        let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path("copy"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
}
