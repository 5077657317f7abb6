import EventLog

/// P8 and P13: evtool as people start it.
struct ProgramRows {
    let bench: Bench

    /// P13: how long starting takes.
    func measureStart() throws -> [ResultLine] {
        guard let evtool = bench.options.evtool, Machine.run(evtool, ["--version"]) != nil else {
            return [.missing("P13", "evtool --version", because: "there is no evtool that answers")]
        }
        var lines: [ResultLine] = []
        let rivals = [
            (bench.options.empty, "empty C, same libraries", 2.0),
            (bench.options.emptyLMDB, "empty C, LMDB", 3.0),
        ]
        for (program, name, limit) in rivals {
            guard let program else { continue }
            let medians = try bench.contest.medians([
                { try median(evtool, ["--version"]) }, { try median(program, []) },
            ])
            lines.append(
                ResultLine(
                    row: "P13", what: "evtool --version", ours: medians[0], rival: name, theirs: medians[1],
                    goal: .ratio(atMost: limit)))
        }
        return lines
    }

    /// P8: recents of a long log against those of a short one.
    func measureRecents() throws -> [ResultLine] {
        let what = "evtool project recents, \(bench.options.events) events"
        guard let evtool = bench.options.evtool else {
            return [.missing("P8", what, because: "there is no evtool")]
        }
        let (long, short) = (bench.folder.newPath() + ".evlog", bench.folder.newPath() + ".evlog")
        defer {
            bench.folder.remove(long)
            bench.folder.remove(short)
        }
        try write(bench.options.events, to: long)
        try write(min(1000, bench.options.events), to: short)
        guard Machine.run(evtool, ["project", "recents", "--log", long]) != nil else {
            return [.missing("P8", what, because: "evtool project recents does not answer")]
        }
        let medians = try bench.contest.medians([
            { try median(evtool, ["project", "recents", "--log", long]) },
            { try median(evtool, ["project", "recents", "--log", short]) },
        ])
        return [
            ResultLine(
                row: "P8", what: what, ours: medians[0], rival: "1 000 events", theirs: medians[1],
                goal: .ratio(atMost: 1.2, moonshot: 1.05))
        ]
    }

    private func write(_ events: Int, to path: String) throws {
        let log = try EventLog.create(at: path, durability: .relaxed)
        defer { log.close() }
        try bench.history(.one).history.prefix(events).append(to: log, perCommit: Bench.perCommit)
    }

    /// The median of a few starts, in seconds.
    private func median(_ program: String, _ arguments: [String]) throws -> Double {
        try (0..<11).map { _ in
            guard let seconds = Machine.run(program, arguments) else {
                throw BenchError("\(program) did not run")
            }
            return seconds
        }.median
    }
}
