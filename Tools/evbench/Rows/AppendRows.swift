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
        let rounds = SpentRounds(contenders: 1 + bench.rivals.count, events: history.count)
        let theirs = bench.rivals.enumerated().map { index, rival in
            {
                bench.withNewPath { path in
                    rounds.rate(
                        1 + index, .of { rival.append(records, to: path, perCommit: Bench.perCommit) })
                }
            }
        }
        let medians = try bench.contest.medians(
            [
                {
                    try bench.withNewLog { log, _ in
                        rounds.rate(0, try history.append(to: log, perCommit: Bench.perCommit))
                    }
                }
            ] + theirs)
        let what = "append, \(Bench.perCommit) a commit, \(shape.text)"
        return bench.rivals.enumerated().map { index, rival in
            ResultLine(
                row: "P1", what: what, unit: .eventsPerSecond, ours: medians[0], rival: rival.rawValue,
                theirs: medians[1 + index], goal: Self.goal(shape, rival),
                note: rival.worksInCaller ? rounds.note(0, 1 + index) : "")
        } + bench.missingRivals("P1", what)
    }

    private static func goal(_ shape: StreamShape, _ rival: Rival) -> Goal? {
        guard shape == .one || shape == .thousand else { return nil }
        switch rival {
        case .lmdb: return .ratio(atLeast: 0.35, moonshot: 0.5)
        case .sqlite: return .ratio(atLeast: 1, moonshot: 1.5)
        case .rocksDB, .redis: return nil
        }
    }
}
