import CommandLineKit
import EventCoding
import EventLog
import Platform
import Synchronization
import Testing

@testable import Evtool

/// The line that tells how far a long pass over a log is.
@Suite struct WatchedLogTests {
    private final class Clock: Sendable {
        private let moment = Mutex<Int64>(0)

        /// The time, which runs on by 600 ms each time somebody looks.
        func look() -> Int64 {
            moment.withLock { moment in
                moment += 600
                return moment
            }
        }
    }

    @Test func aLongPassTellsHowFarItIs() throws {
        let log = try log(of: 2500)
        let (console, errors) = console()
        let watched = WatchedLog(
            log: log, progress: Progress(console, "reading event"), last: 2500, fewest: 1000)
        var events = 0
        for plan in [ReadPlan(), ReadPlan(direction: .backward)] {
            try watched.forEachBlock(plan) { (block: borrowing EventBlock) in
                events += block.count
                return .proceed
            }
        }
        #expect(events == 5000)
        #expect(try watched.head().position == 2500)
        // Nothing shows in the first second; the last block of a pass takes the line away.
        #expect(
            errors.text.split(separator: "\n") == [
                "reading event 2000 of 2500 (80%), 1666/s, 1 s left",
                "reading event 2000 of 2500 (80%), 3333/s, 1 s left",
            ], "\(errors.text)")
    }

    @Test func oneOfSeveralReadersSpeaksForAll() throws {
        let log = try log(of: 2500)
        let (console, errors) = console()
        let watched = WatchedLog(
            log: log, progress: Progress(console, "reading event"), last: 2500, fewest: 1000)
        #expect(watched.readsShares)
        var plan = ReadPlan()
        for index in [1, 2] {
            plan.share = StreamShare(index, of: 3)
            try watched.forEachBlock(plan) { (_: borrowing EventBlock) in .proceed }
        }
        #expect(errors.text == "")
        // The only stream has number 1, so a first share of two has nothing and one of one has all.
        plan.share = StreamShare(0, of: 1)
        try watched.forEachBlock(plan) { (_: borrowing EventBlock) in .proceed }
        #expect(errors.text.contains("reading event 2000 of 2500"))
    }

    @Test func aShortPassTellsNothing() throws {
        let (console, errors) = console()
        let watched = WatchedLog(
            log: try log(of: 1500), progress: Progress(console, "reading event"), last: 1500)
        for _ in 0..<3 {
            try watched.forEachBlock { (_: borrowing EventBlock) in .proceed }
        }
        #expect(errors.text == "")
    }

    private func console() -> (Console, ByteSink) {
        let (errors, clock) = (ByteSink.memory(), Clock())
        let console = Console(
            program: "evtool", settings: Console.Settings(progress: .always), terminal: TerminalInfo(),
            output: .memory(), errors: errors, environment: { _ in nil },
            monotonicMilliseconds: { clock.look() })
        return (console, errors)
    }

    private func log(of count: Int) throws -> MemoryLog {
        let log = MemoryLog()
        let event = ProposedEvent(type: EventType("number.set"), payload: [0xA0])
        _ = try log.append([
            AppendRequest([ProposedEvent](repeating: event, count: count), to: StreamName("a"))
        ])
        return log
    }
}
