import EventLog
import Foundation
import Testing

/// A token fits the history it was given for, and no other.
@Suite struct ResumeTokenTests {
    @Test(
        "C19: a token leads back to its place, also before the first event",
        arguments: Implementation.allCases)
    func aTokenLeadsBackToItsPlace(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        let none = try subject.log.resumeToken(after: 0)
        #expect(try subject.log.position(of: none) == 0)
        try subject.log.append(events(1...5), to: alice)
        let token = try subject.log.resumeToken(after: 3)
        try subject.log.append(events(6...9), to: alice)
        try subject.reopen()
        let again = try ResumeToken(bytes: token.bytes)
        #expect(again == token)
        #expect(try subject.log.position(of: again) == 3)
        #expect(try subject.log.position(of: none) == 0)
        expect(.outOfRange) { _ = try subject.log.resumeToken(after: 10) }
    }

    @Test func followingGoesOnFromAToken() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        try log.append(events(1...5), to: alice)
        let follower = try log.follow(from: try log.resumeToken(after: 3))
        var block = EventBlock()
        #expect(try follower.next(into: &block, waiting: 0))
        #expect(block.events.map(\.position) == [4, 5])
    }

    @Test(arguments: Implementation.allCases)
    func anotherLogRefusesTheToken(_ implementation: Implementation) throws {
        let (first, second) = (try implementation.make(), try implementation.make())
        for subject in [first, second] { try subject.log.append(events(1...5), to: alice) }
        for position in [UInt64(0), 1, 5] {
            let token = try first.log.resumeToken(after: position)
            let error = expect(.historyChanged) { _ = try second.log.position(of: token) }
            #expect(error?.position == position)
        }
    }

    @Test func aRewoundLogRefusesTheToken() throws {
        let scratch = try Scratch()
        let path = scratch.path()
        var log = try EventLog.create(at: path)
        try log.append(events(1...5), to: alice)
        try log.copy(to: scratch.path("backup"))
        let early = try log.resumeToken(after: 5)
        try log.append(events(6...9), to: alice)
        let late = try log.resumeToken(after: 8)
        log.close()
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: scratch.path("backup"), toPath: path)
        log = try EventLog.open(at: path)
        #expect(try log.position(of: early) == 5)
        expect(.historyChanged) { _ = try log.position(of: late) }
        expect(.historyChanged) { _ = try log.follow(from: late) }
        // Grown past the token's position, but by other events.
        try log.append(events(6...12), to: alice)
        #expect(try log.position(of: early) == 5)
        expect(.historyChanged) { _ = try log.position(of: late) }
    }

    @Test func aForkedCopyRefusesTokensOfTheOther() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        try log.append(events(1...5), to: alice)
        try log.copy(to: scratch.path("copy"))
        let copy = try EventLog.open(at: scratch.path("copy"))
        for log in [log, copy] { try log.append(events(6...9), to: alice) }
        let shared = try log.resumeToken(after: 5)
        #expect(try copy.position(of: shared) == 5)
        let own = try log.resumeToken(after: 6)
        expect(.historyChanged) { _ = try copy.position(of: own) }
        let others = try copy.resumeToken(after: 6)
        expect(.historyChanged) { _ = try log.position(of: others) }
        #expect(try copy.position(of: others) == 6)
    }

    @Test func everyChangedBitOfATokenIsNoticed() throws {
        let log = MemoryLog()
        try log.append(events(1...3), to: alice)
        let bytes = try log.resumeToken(after: 2).bytes
        for bit in 0..<bytes.count * 8 {
            var bad = bytes
            bad[bit / 8] ^= 1 << UInt8(bit % 8)
            expect(.historyChanged) { _ = try ResumeToken(bytes: bad) }
        }
        for length in 0..<bytes.count {
            expect(.historyChanged) { _ = try ResumeToken(bytes: Array(bytes.prefix(length))) }
        }
        expect(.historyChanged) { _ = try ResumeToken(bytes: bytes + [0]) }
    }
}
