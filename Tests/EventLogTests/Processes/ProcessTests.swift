import EventLog
import Foundation
import Testing

/// Several processes share a log.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ProcessTests {
    private static let each = 20_000

    @Test("C1, C2, C8: two processes append dense positions while a third one follows")
    func twoProcessesAppendWhileAThirdFollows() throws {
        let scratch = try Scratch()
        let path = scratch.path()
        try EventLog.create(at: path).close()
        let follower = try Worker("follow", path, "\(2 * Self.each)")
        let writers = try ["alice", "bob"].enumerated().map { index, name in
            try Worker("append", path, name, "\(Self.each)", "40", "\(index + 1)")
        }
        let slices = follower.lines()
        for writer in writers { #expect(writer.wait() == 0) }
        #expect(follower.wait() == 0)

        // The follower saw each position once and in order, whoever wrote it.
        var next = 1
        for slice in slices {
            let ends = slice.split(separator: " ").compactMap { Int($0) }
            guard ends.count == 2, ends[0] == next, ends[1] >= ends[0] else {
                Issue.record("slice \(slice) does not follow \(next - 1)")
                break
            }
            next = ends[1] + 1
        }
        #expect(next == 2 * Self.each + 1)
        #expect(slices.count > 2 * Self.each / LogLimits.blockEvents, "it followed while they wrote")

        let log = try EventLog.open(at: path)
        defer { log.close() }
        #expect(try expectWhole(log).position == UInt64(2 * Self.each))
        for name in ["alice", "bob"] {
            var expected = 0
            var faults = 0
            try log.forEachBlock(ReadPlan(stream: stream(name))) { block in
                for index in 0..<block.count {
                    guard let event = block.event(at: index) else { continue }
                    if event.subjectText != "\(expected)" { faults += 1 }
                    expected += 1
                }
                return .proceed
            }
            #expect(expected == Self.each)
            #expect(faults == 0)
        }
        #expect(try log.identity().epochs.count == 1)
    }

    @Test func twoProcessesBeginOneEpochOfACopy() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        try log.append(events(1...3), to: alice)
        try log.copy(to: scratch.path("copy"))
        // Both find the log moved before either has written.
        let first = try EventLog.open(at: scratch.path("copy"))
        let worker = try Worker("append", scratch.path("copy"), "bob", "50", "5", "1")
        #expect(worker.wait() == 0)
        try first.append([event(4)], to: alice)
        #expect(try first.identity().epochs.map(\.firstPosition) == [1, 4])
        #expect(try expectWhole(first).position == 54)
    }

    @Test("C48: a follower in one process sees what another one writes")
    func aFollowerOfThisProcessSeesAnother() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        let follower = try log.follow(after: 0)
        let worker = try Worker("append", scratch.path(), "bob", "500", "10", "3")
        var block = EventBlock()
        var positions: [UInt64] = []
        while positions.count < 500, try follower.next(into: &block, waiting: 20_000) {
            positions += block.events.map(\.position)
        }
        #expect(positions == (1...500).map { $0 })
        #expect(worker.wait() == 0)
    }

    @Test("C46: readers that were killed leave no slot")
    func readersThatDiedLeaveNoSlot() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        try log.append(events(1...100), to: alice)
        for _ in 0..<5 {
            let worker = try Worker("follow", scratch.path(), "1000000")
            while worker.line() == nil {}
            worker.kill()
            #expect(worker.wait() == -SIGKILL)
        }
        log.close()
        let again = try EventLog.open(at: scratch.path())
        #expect(try again.storage().readersInUse == 0)
    }
}
