import EventLog
import Projections
import TravelProjections
import Travelog
import UnicodeText

/// P9 and P10: what an app and evtool read from stored rows that lag behind.
struct StoredRows {
    /// The events after the checkpoint of the stored rows.
    static let tail = 1000
    /// The photos of somebody who has fewer than recents keep.
    private static let fewPhotos = Recents.defaultLimit / 2
    /// How often a library's read is repeated: one alone takes too little to be measured.
    private static let reads = 20

    let bench: Bench

    // MARK: P9

    /// Recents of somebody with few photos, for whom no scan from the end ever finds enough.
    func measureFewPhotos() throws -> [ResultLine] {
        let normal = try write(bench.pool)
        let few = try write(EventPool(seed: Bench.seed, photos: Self.fewPhotos))
        defer {
            bench.folder.remove(normal)
            bench.folder.remove(few)
        }
        func line(_ what: String, _ medians: [Double], _ goal: Goal?) -> ResultLine {
            ResultLine(
                row: "P9", what: "\(what), \(Self.fewPhotos) photos in \(bench.options.events) events",
                ours: medians[0], rival: "\(EventPool.photoCount) photos", theirs: medians[1], goal: goal)
        }
        let goal = Goal.ratio(atMost: 3, moonshot: 1.2)
        var lines = [
            line("recents of the library", try bench.contest.medians([few, normal].map(recents)), goal)
        ]
        guard let tool = BenchTool(bench) else {
            return lines + [.missing("P9", "project recents --from-stored", because: BenchTool.absence)]
        }
        for (option, goal) in [(["--from-stored"], goal), ([], nil)] {
            let words = ["project", "recents"] + option
            let medians = try bench.contest.medians(
                [few, normal].map { path in
                    { try tool.median(words + ["--log", path], of: option.isEmpty ? 1 : 5) }
                })
            lines.append(line("evtool " + words.joined(separator: " "), medians, goal))
        }
        return lines
    }

    private func recents(_ path: String) -> () throws -> Double {
        {
            try read(path) { history in
                guard !(try history.recents()).isEmpty else { throw BenchError("there are no recents") }
            }
        }
    }

    // MARK: P10

    /// A checkpoint and the events after it against all events, as somebody meets it who reads.
    func measureBehind() throws -> [ResultLine] {
        let path = try write(bench.pool)
        defer { bench.folder.remove(path) }
        let goal = Goal.ratio(atLeast: 20, moonshot: 60)
        let visits = TravelModel.projections.filter { $0.name == "visits" }
        let name = try bench.history(.one).history.names[0]
        let library = try bench.contest.medians([
            { try read(path) { _ = try $0.vacations() } },
            {
                let log = try EventLog.open(at: path, access: .read)
                defer { log.close() }
                let clock = Stopwatch()
                _ = try Replay(visits, catalogue: TravelModel.catalogue).run(over: log, stream: name)
                return clock.seconds
            },
        ])
        func line(_ what: String, _ rival: String, _ medians: [Double]) -> ResultLine {
            ResultLine(
                row: "P10", what: "\(what), \(Self.tail) events behind", ours: medians[0], rival: rival,
                theirs: medians[1], goal: goal)
        }
        let lines = [line("vacations of the library", "replay of visits", library)]
        guard let tool = BenchTool(bench) else {
            return lines + [.missing("P10", "project --from-stored", because: BenchTool.absence)]
        }
        let words = ["project", "itinerary", "--log", path]
        let medians = try bench.contest.medians([
            { try tool.median(words + ["--from-stored"], of: 5) }, { try tool.seconds(words) },
        ])
        return lines + [line("evtool project itinerary --from-stored", "without it", medians)]
    }

    // MARK: Logs

    /// The median seconds of a read in an app that has the log open.
    private func read(_ path: String, _ body: (History) throws -> Void) throws -> Double {
        let travelog = try Travelog.open(at: path, options: TravelogOptions(access: .read))
        defer { travelog.close() }
        let history = try travelog.history(of: try bench.history(.one).history.names[0].text)
        return try (0..<Self.reads).map { _ in
            let clock = Stopwatch()
            try body(history)
            return clock.seconds
        }.median
    }

    /// A log of one stream whose stored rows lack the last events.
    private func write(_ pool: EventPool) throws -> String {
        let path = bench.folder.newPath() + ".evlog"
        let history = try BenchHistory(
            pool: pool, shape: .one, events: bench.options.events, seed: Bench.seed)
        let log = try EventLog.create(at: path, durability: .relaxed)
        defer { log.close() }
        let first = max(history.count - Self.tail, history.count / 2)
        try history.append(to: log, perCommit: Bench.perCommit, range: 0..<first)
        try StoredProjections(
            TravelModel.projections, catalogue: TravelModel.catalogue, log: log,
            unicodeVersion: UnicodeText.unicodeVersion
        ).catchUp()
        try history.append(to: log, perCommit: Bench.perCommit, range: first..<history.count)
        return path
    }
}
