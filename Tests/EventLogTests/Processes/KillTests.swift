import EventLog
import Foundation
import TestSupport
import Testing

/// A writer that is killed at any moment loses nothing that it acknowledged, and breaks nothing.
@Suite(.timeLimit(.minutes(30))) struct KillTests {
    /// Rounds of one run; `TRAVELOG_KILL_ROUNDS` asks for more.
    private static let rounds =
        ProcessInfo.processInfo.environment["TRAVELOG_KILL_ROUNDS"].flatMap { Int($0) } ?? 60
    /// Where random choices begin: `TRAVELOG_SEED`.
    private static let seed =
        ProcessInfo.processInfo.environment["TRAVELOG_SEED"].flatMap { UInt64($0) } ?? 60
    /// Rounds after which a new log is begun, so that checking the whole of it stays cheap.
    private static let roundsPerLog = 10

    @Test("C7, C39: acknowledged events survive their writer, indexes and all")
    func acknowledgedEventsSurviveTheirWriter() throws {
        var random = SplitMix64(seed: Self.seed)
        var scratch = try Scratch()
        var acknowledged: UInt64 = 0
        var total: UInt64 = 0
        for round in 0..<Self.rounds {
            if round % Self.roundsPerLog == 0 {
                scratch = try Scratch()
                try EventLog.create(at: scratch.path()).close()
                acknowledged = 0
            }
            let before = acknowledged
            // Sometimes two compete, and the other one must be able to go on over the dead one's lock.
            let workers = try (0...random.number(0...1)).map { index in
                try Worker("acknowledge", scratch.path(), "user \(index)", "12", "\(round * 2 + index + 1)")
            }
            try #require(workers[0].line() != nil, "round \(round): the writer writes")
            usleep(UInt32(random.number(0...25_000)))
            for worker in workers { worker.kill() }
            for worker in workers {
                for line in worker.lines() {
                    // A line that was cut by the kill acknowledges nothing.
                    let ends = line.split(separator: " ").compactMap { UInt64($0) }
                    if ends.count == 2 { acknowledged = max(acknowledged, ends[1]) }
                }
                #expect(worker.wait() == -SIGKILL, "round \(round)")
            }
            let log = try EventLog.open(at: scratch.path())
            let head = try expectWhole(log)
            #expect(head.position >= acknowledged, "round \(round): \(acknowledged) was acknowledged")
            // The next writer goes on at once.
            let receipt = try log.append(events(1...2), to: alice)
            #expect(receipt.positions.first == head.position + 1, "round \(round)")
            acknowledged = receipt.head
            total += acknowledged - before
            #expect(try log.storage().readersInUse == 0)
            log.close()
        }
        #expect(total > UInt64(Self.rounds * 3))
        print("soak: kills executions \(Self.rounds) findings 0")
    }
}
