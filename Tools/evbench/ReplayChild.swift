import EventLog
import Platform
import Projections
import Synchronization
import TravelProjections

/// The process whose memory is measured: it folds a whole log and writes down the most that it held.
enum ReplayChild {
    static func run(_ arguments: [String]) throws {
        guard arguments.count == 2 else { throw BenchError("a replaying process needs a log and a file") }
        let log = try EventLog.open(at: arguments[0], access: .read)
        let sampler = try MemorySampler()
        let result = try Replay(TravelModel.projections, catalogue: TravelModel.catalogue).run(over: log)
        guard result.isComplete else { throw BenchError("the replay was not complete") }
        let peak = sampler.stop()
        log.close()
        let file = try FileWriter(creating: arguments[1])
        let rows = result.folds.reduce(0) { $0 + $1.rows.count }
        try file.write(Array("\(peak) \(rows)".utf8))
        try file.flush()
    }

    /// What such a process wrote: the most memory it held, in bytes, and the rows it ended with.
    static func answer(at path: String) throws -> (peak: Double, rows: Double) {
        let bytes = try Files.readAll(path, limit: 100)
        let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 2, numbers[0] > 0 else {
            throw BenchError("this system does not say how much memory a process holds")
        }
        return (numbers[0], numbers[1])
    }
}

/// Looks again and again at how much memory the process holds.
///
/// The kernel keeps a high-water mark only together with the pages of mapped files, which belong to the page
/// cache and say nothing about a replay.
private final class MemorySampler: Sendable {
    private let peak = Mutex<Int64>(-1)
    private let isOver = Mutex(false)
    private let thread = Mutex<OSThread?>(nil)

    init() throws {
        let started = try OSThread.start(name: "memory") { [self] in
            while !isOver.withLock({ $0 }) {
                look()
                SystemClock.sleep(milliseconds: 1)
            }
        }
        thread.withLock { $0 = started }
    }

    private func look() {
        let now = Machine.ownMemory
        peak.withLock { $0 = max($0, now) }
    }

    /// Ends the looking; the most that was seen, in bytes.
    func stop() -> Int64 {
        look()
        isOver.withLock { $0 = true }
        thread.withLock { $0.take() }?.join()
        return peak.withLock { $0 }
    }
}
