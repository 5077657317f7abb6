import EventLog
import Platform
import Synchronization

/// P3 and P4: one event a commit, alone and among concurrent callers.
struct CommitRows {
    /// The concurrent callers of P4.
    static let callers = 8

    let bench: Bench

    /// The commits of a round: each waits for the disk.
    private var commits: Int { bench.options.isQuick ? 24 : 1000 }

    func measureAlone() throws -> [ResultLine] {
        let (history, records) = try bench.history(.one, first: min(commits, bench.options.events))
        let count = Double(history.count)
        let rivals = bench.rivals
        // Ours, ours with one sync, and then theirs.
        var latencies = [[Double]](repeating: [], count: 2 + rivals.count)
        func ours(_ durability: EventLog.Durability, _ index: Int) throws -> Double {
            try bench.withNewLog(durability: durability) { log, _ in
                let spent = try history.append(to: log, perCommit: 1) { latencies[index].append($0) }
                return count / spent.seconds
            }
        }
        func theirs(_ index: Int) -> Double {
            var seconds = [Double](repeating: 0, count: history.count)
            let total = bench.withNewPath {
                rivals[index].append(records, to: $0, perCommit: 1, latencies: &seconds)
            }
            latencies[2 + index] += seconds
            return count / total
        }
        let medians = try bench.contest.medians(
            [{ try ours(.full, 0) }, { try ours(.relaxed, 1) }]
                + rivals.indices.map { index in { theirs(index) } })
        func line(_ what: String, _ own: Int, _ index: Int, _ goal: Goal?) -> ResultLine {
            ResultLine(
                row: "P3", what: what, unit: .commitsPerSecond, ours: medians[own],
                rival: rivals[index].rawValue, theirs: medians[2 + index], goal: goal,
                note: "\(spread(latencies[own])); rival \(spread(latencies[2 + index]))")
        }
        let what = "append, one a commit"
        let synced = rivals.indices.map { index in
            line(what + ", synced", 0, index, rivals[index] == .lmdb ? .ratio(atLeast: 0.85) : nil)
        }
        let relaxed = rivals.indices.filter { rivals[$0] == .lmdb }.map { index in
            line(what + ", relaxed (one sync)", 1, index, .ratio(atLeast: 0.85, moonshot: 1.3))
        }
        return synced + relaxed + bench.missingRivals("P3", what)
    }

    private func spread(_ latencies: [Double]) -> String {
        let shares = [("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999)]
        return shares.map { name, share in
            "\(name) \(Unit.seconds.text(latencies.percentile(share)))"
        }.joined(separator: ", ")
    }

    func measureTogether() throws -> [ResultLine] {
        let (history, _) = try bench.history(.thousand, first: min(commits, bench.options.events))
        let count = Double(history.count)
        let medians = try bench.contest.medians([
            {
                try bench.withNewLog { log, _ in count / (try append(history, to: log, callers: Self.callers))
                }
            },
            { try bench.withNewLog { log, _ in count / (try append(history, to: log, callers: 1)) } },
        ])
        return [
            ResultLine(
                row: "P4", what: "\(Self.callers) concurrent callers, synced", unit: .eventsPerSecond,
                ours: medians[0], rival: "one caller", theirs: medians[1],
                goal: .ratio(atLeast: 3, moonshot: 5))
        ]
    }

    /// The seconds until every caller has appended its share, one event at a time.
    private func append(_ history: BenchHistory, to log: EventLog, callers: Int) throws -> Double {
        let shares = (0..<callers).map { caller in
            stride(from: caller, to: history.count, by: callers).map { history.requests($0..<$0 + 1) }
        }
        let failure = Mutex<String?>(nil)
        let clock = Stopwatch()
        let threads = try shares.map { share in
            try OSThread.start(name: "caller") {
                do {
                    for requests in share { _ = try log.append(requests) }
                } catch {
                    failure.withLock { $0 = "\(error)" }
                }
            }
        }
        for thread in threads { thread.join() }
        let seconds = clock.seconds
        if let why = failure.withLock({ $0 }) { throw BenchError(why) }
        return seconds
    }
}
