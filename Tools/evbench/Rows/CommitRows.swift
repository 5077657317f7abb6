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
        var latencies = [[Double]](repeating: [], count: 4)
        func ours(_ durability: EventLog.Durability, _ index: Int) throws -> Double {
            try bench.withNewLog(durability: durability) { log, _ in
                let spent = try history.append(to: log, perCommit: 1) { latencies[index].append($0) }
                return count / spent.seconds
            }
        }
        func theirs(_ rival: Rival, _ index: Int) -> Double {
            var seconds = [Double](repeating: 0, count: history.count)
            let total = bench.withNewPath {
                rival.append(records, to: $0, perCommit: 1, latencies: &seconds)
            }
            latencies[index] += seconds
            return count / total
        }
        let medians = try bench.contest.medians([
            { try ours(.full, 0) }, { theirs(.lmdb, 1) }, { theirs(.sqlite, 2) }, { try ours(.relaxed, 3) },
        ])
        func line(_ what: String, _ own: Int, _ rival: Rival, _ other: Int, _ goal: Goal?) -> ResultLine {
            ResultLine(
                row: "P3", what: what, unit: .commitsPerSecond, ours: medians[own], rival: rival.rawValue,
                theirs: medians[other], goal: goal,
                note: "\(spread(latencies[own])); rival \(spread(latencies[other]))")
        }
        let what = "append, one a commit"
        return [
            line(what + ", synced", 0, .lmdb, 1, .ratio(atLeast: 0.85)),
            line(what + ", synced", 0, .sqlite, 2, nil),
            line(what + ", relaxed (one sync)", 3, .lmdb, 1, .ratio(atLeast: 0.85, moonshot: 1.3)),
        ]
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
