import EventLog
import Projections
import TravelProjections
import UnicodeText

/// P14: checking a whole log, its records, its tree and its stored rows.
struct VerifyRows {
    let bench: Bench

    func measure() throws -> [ResultLine] {
        let what = "evtool verify, rows stored"
        guard let tool = BenchTool(bench) else { return [.missing("P14", what, because: BenchTool.absence)] }
        guard tool.has("verify") else {
            return [.missing("P14", what, because: "this evtool has no verb verify")]
        }
        let path = bench.folder.newPath() + ".evlog"
        defer { bench.folder.remove(path) }
        let history = try bench.history(.thousand).history
        let log = try EventLog.create(at: path, durability: .relaxed)
        try history.append(to: log, perCommit: Bench.perCommit)
        try StoredProjections(
            TravelModel.projections, catalogue: TravelModel.catalogue, log: log,
            unicodeVersion: UnicodeText.unicodeVersion
        ).catchUp()
        log.close()
        func rate(_ words: [String]) throws -> Double {
            Double(history.count) / (try tool.seconds(["verify", "--log", path] + words))
        }
        let medians = try bench.contest.medians([{ try rate([]) }, { try rate(["--skip", "projections"]) }])
        return [
            ResultLine(
                row: "P14", what: what, unit: .eventsPerSecond, ours: medians[0],
                rival: "without the stored rows", theirs: medians[1],
                goal: .value(atLeast: 0.4e6, moonshot: 0.8e6))
        ]
    }
}
