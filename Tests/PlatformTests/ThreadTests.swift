import Foundation
import Platform
import Synchronization
import Testing

@Suite struct ThreadTests {
    @Test func threadsShareAMonitor() throws {
        let total = Monitor(0)
        let threads = try (0..<4).map { number in
            try OSThread.start(name: "adder \(number)") {
                for _ in 0..<1000 { total.withLock { $0 += 1 } }
            }
        }
        for thread in threads { thread.join() }
        #expect(total.withLock { $0 } == 4000)
        #expect(!threads.contains { !$0.isFinished })
    }

    @Test func waitersSeeTheStateTheyWaitFor() throws {
        let queue = Monitor([Int]())
        let sum = Monitor(0)
        let consumer = try OSThread.start(name: "consumer") {
            while true {
                let item = queue.wait(until: { !$0.isEmpty }, then: { $0.removeFirst() })
                if item < 0 { return }
                sum.withLock { $0 += item }
            }
        }
        for item in 1...100 { queue.withLock { $0.append(item) } }
        queue.withLock { $0.append(-1) }
        consumer.join()
        #expect(sum.withLock { $0 } == 5050)
    }

    @Test func deadlinesEndWaits() {
        let state = Monitor(false)
        let start = SystemClock.monotonicNanoseconds()
        let reached = state.waitQuietly(
            until: start + 20_000_000, for: { $0 }, then: { _, reached in reached })
        #expect(!reached)
        #expect(SystemClock.monotonicNanoseconds() - start >= 19_000_000)
        #expect(state.waitQuietly(until: start, for: { _ in true }, then: { _, reached in reached }))
    }

    @Test func whoWaitsIsWokenOnlyWhereThatConcernsThem() throws {
        let looks = Mutex(0)
        let state = Monitor(0)
        let waiter = try OSThread.start(name: "waiter") {
            let isReached = { (value: Int) -> Bool in
                looks.withLock { $0 += 1 }
                return value == 3
            }
            state.waitQuietly(until: isReached, then: { _ in })
        }
        while looks.withLock({ $0 }) == 0 { SystemClock.sleep(milliseconds: 1) }
        for _ in 0..<3 { state.withLock(wakingIf: { $0 == 3 }, { $0 += 1 }) }
        waiter.join()
        // Waits may also end early for no reason, but hardly twice.
        #expect(looks.withLock { $0 } <= 3)
        #expect(state.withLock { $0 } == 3)
    }

    @Test func conditionSignalsOneAndAll() throws {
        let condition = Condition()
        let woken = Monitor(0)
        let threads = try (0..<3).map { _ in
            try OSThread.start(name: "waiter") {
                condition.withLock { condition.wait() }
                woken.withLock { $0 += 1 }
            }
        }
        while woken.withLock({ $0 }) < 3 {
            condition.withLock { condition.broadcast() }
            SystemClock.sleep(milliseconds: 1)
        }
        for thread in threads { thread.join() }
        #expect(woken.withLock { $0 } == 3)
        #expect(!condition.withLock { condition.wait(until: 0) })
    }

    @Test func threadsCarryTheirName() throws {
        let name = Monitor("")
        let thread = try OSThread.start(name: "log writer thread") {
            let text = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
            name.withLock { $0 = text ?? "log writer thre\n" }
        }
        thread.join()
        #expect(name.withLock { $0 } == "log writer thre\n")
    }

    @Test func joinTwiceIsAProgrammingError() async {
        await #expect(processExitsWith: .failure) {
            let thread = try OSThread.start(name: "x") {}
            thread.join()
            thread.join()
        }
    }
}
