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
        let rounds = SpentRounds(contenders: 3, events: history.count)
        func rate(_ index: Int, _ rival: Rival) -> Double {
            bench.withNewPath { path in
                rounds.rate(
                    index, .of { rival.append(records, to: path, perCommit: Bench.perCommit) })
            }
        }
        let medians = try bench.contest.medians([
            {
                try bench.withNewLog { log, _ in
                    rounds.rate(0, try history.append(to: log, perCommit: Bench.perCommit))
                }
            }, { rate(1, .lmdb) }, { rate(2, .sqlite) },
        ])
        let hasGoal = shape == .one || shape == .thousand
        let what = "append, \(Bench.perCommit) a commit, \(shape.text)"
        return [
            ResultLine(
                row: "P1", what: what, unit: .eventsPerSecond, ours: medians[0], rival: Rival.lmdb.rawValue,
                theirs: medians[1], goal: hasGoal ? .ratio(atLeast: 0.35, moonshot: 0.5) : nil,
                note: rounds.note(0, 1)),
            ResultLine(
                row: "P1", what: what, unit: .eventsPerSecond, ours: medians[0], rival: Rival.sqlite.rawValue,
                theirs: medians[2], goal: hasGoal ? .ratio(atLeast: 1, moonshot: 1.5) : nil,
                note: rounds.note(0, 2)),
        ]
    }
}
