import EventLog
import Projections
import TravelProjections
import UnicodeText

/// P2 and P10: projections that are kept beside the log.
struct InlineRows {
    /// The events that come after the checkpoint of P10.
    static let tail = 1000

    let bench: Bench

    /// P2: P1 with every projection kept inline, beside SQLite doing the same.
    func measureAppend() throws -> [ResultLine] {
        try bench.options.shapes.filter { $0 == .one || $0 == .thousand }.flatMap { shape in
            let (history, records) = try bench.history(shape)
            let rounds = SpentRounds(contenders: 3, events: history.count)
            func rate(_ index: Int, inline: Bool) throws -> Double {
                try bench.withNewLog { log, _ in
                    let stored = try projections(of: log)
                    if inline { stored.attach() }
                    return rounds.rate(index, try history.append(to: log, perCommit: Bench.perCommit))
                }
            }
            let medians = try bench.contest.medians([
                { try rate(0, inline: true) }, { try rate(1, inline: false) },
                {
                    bench.withNewPath { path in
                        rounds.rate(
                            2,
                            .of { Rival.appendWithRows(records, to: path, perCommit: Bench.perCommit) })
                    }
                },
            ])
            let what = "append with projections inline, \(shape.text)"
            return [
                ResultLine(
                    row: "P2", what: what, unit: .eventsPerSecond, ours: medians[0],
                    rival: "SQLite with rows", theirs: medians[2], goal: .ratio(atLeast: 2, moonshot: 4),
                    note: rounds.note(0, 2)),
                ResultLine(
                    row: "P2", what: what, unit: .eventsPerSecond, ours: medians[0], rival: "P1",
                    theirs: medians[1], note: "the moonshot is 0.5x; " + rounds.note(0, 1)),
            ]
        }
    }

    /// P10: a checkpoint and the events after it against all of them.
    func measureCatchUp() throws -> [ResultLine] {
        let history = try bench.history(.thousand).history
        let (path, tail) = (bench.folder.newPath(), min(Self.tail, history.count / 2))
        defer { bench.folder.remove(path) }
        let log = try EventLog.create(at: path, durability: .relaxed)
        defer { log.close() }
        let stored = try projections(of: log)
        try history.prefix(history.count - tail).append(to: log, perCommit: Bench.perCommit)
        try stored.catchUp()
        // Every round adds the same events behind the rows that are there.
        let medians = try bench.contest.medians([
            {
                try history.prefix(tail).append(to: log, perCommit: tail)
                let clock = Stopwatch()
                try stored.catchUp()
                return clock.seconds
            },
            {
                let clock = Stopwatch()
                for projection in TravelModel.projections {
                    try stored.rebuild(projection, reason: "benchmark")
                }
                return clock.seconds
            },
        ])
        return [
            ResultLine(
                row: "P10", what: "catch up with \(tail) events", ours: medians[0],
                rival: "full rebuild", theirs: medians[1], goal: .ratio(atLeast: 20, moonshot: 60))
        ]
    }

    private func projections(of log: EventLog) throws -> StoredProjections {
        let stored = try StoredProjections(
            TravelModel.projections, catalogue: TravelModel.catalogue, store: log,
            unicodeVersion: UnicodeText.unicodeVersion)
        try stored.catchUp()
        return stored
    }
}
