import EventLog

/// P1: a thousand events a commit.
struct AppendRows {
    let bench: Bench

    func measure() throws -> [ResultLine] {
        var lines: [ResultLine] = []
        for shape in bench.options.shapes { lines += try measure(shape) }
        return lines
    }

    private func measure(_ shape: StreamShape) throws -> [ResultLine] {
        let (history, records) = try bench.history(shape)
        let count = Double(history.count)
        let medians = try bench.contest.medians([
            {
                try bench.withNewLog { log, _ in
                    let clock = Stopwatch()
                    try history.append(to: log, perCommit: Bench.perCommit)
                    return count / clock.seconds
                }
            },
            { bench.withNewPath { count / Rival.lmdb.append(records, to: $0, perCommit: Bench.perCommit) } },
            {
                bench.withNewPath { count / Rival.sqlite.append(records, to: $0, perCommit: Bench.perCommit) }
            },
        ])
        let hasGoal = shape == .one || shape == .thousand
        let what = "append, \(Bench.perCommit) a commit, \(shape.text)"
        return [
            ResultLine(
                row: "P1", what: what, unit: .eventsPerSecond, ours: medians[0], rival: Rival.lmdb.rawValue,
                theirs: medians[1], goal: hasGoal ? .ratio(atLeast: 0.35, moonshot: 0.5) : nil),
            ResultLine(
                row: "P1", what: what, unit: .eventsPerSecond, ours: medians[0], rival: Rival.sqlite.rawValue,
                theirs: medians[2], goal: hasGoal ? .ratio(atLeast: 1, moonshot: 1.5) : nil),
        ]
    }
}
