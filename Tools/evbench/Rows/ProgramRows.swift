import EventLog

/// P8 and P13: evtool as people start it.
struct ProgramRows {
    /// The events of the short log.
    private static let few = 1000

    let bench: Bench

    // MARK: P13

    /// How long starting takes, beside empty programs.
    func measureStart() throws -> [ResultLine] {
        guard let tool = BenchTool(bench) else {
            return [.missing("P13", "evtool --version", because: BenchTool.absence)]
        }
        let short = bench.folder.newPath() + ".evlog"
        defer { bench.folder.remove(short) }
        try write(min(Self.few, bench.options.events), to: short)
        let empties = [
            (bench.options.empty, "empty C, same libraries", 2.0),
            (bench.options.emptyLMDB, "empty C, LMDB", 3.0),
        ].compactMap { path, name, limit in path.map { (path: $0, name: name, limit: limit) } }
        let medians = try bench.contest.medians(
            [
                { try tool.median(["--version"]) },
                { try tool.median(["project", "recents", "--log", short]) },
            ] + empties.map { empty in { try Self.median(of: empty.path) } })
        return ["evtool --version", "evtool project recents, \(Self.few) events"].enumerated().flatMap {
            index, what in
            empties.enumerated().map { place, empty in
                ResultLine(
                    row: "P13", what: what, ours: medians[index], rival: empty.name,
                    theirs: medians[2 + place], goal: .ratio(atMost: empty.limit))
            }
        }
    }

    /// The median of a few starts of a program without arguments, in seconds.
    private static func median(of program: String) throws -> Double {
        try (0..<11).map { _ in
            guard let (status, seconds, _) = Machine.run(program, []), status == 0 else {
                throw BenchError("\(program) did not run")
            }
            return seconds
        }.median
    }

    // MARK: P8

    /// Recents of a long log against those of a short one, and of one that is only on the disk.
    func measureRecents() throws -> [ResultLine] {
        let what = "evtool project recents, \(bench.options.events) events"
        guard let tool = BenchTool(bench) else {
            return [.missing("P8", what, because: BenchTool.absence)]
        }
        let (long, short) = (bench.folder.newPath() + ".evlog", bench.folder.newPath() + ".evlog")
        defer {
            bench.folder.remove(long)
            bench.folder.remove(short)
        }
        try write(bench.options.events, to: long)
        try write(min(Self.few, bench.options.events), to: short)
        func words(_ path: String) -> [String] { ["project", "recents", "--log", path] }
        let medians = try bench.contest.medians([
            { try tool.median(words(long)) }, { try tool.median(words(short)) },
        ])
        let warm = ResultLine(
            row: "P8", what: what, ours: medians[0], rival: "\(Self.few) events", theirs: medians[1],
            goal: .ratio(atMost: 1.2, moonshot: 1.05))
        return [warm, try measureCold(tool, words(long), long, what)]
    }

    private func measureCold(
        _ tool: BenchTool, _ words: [String], _ path: String, _ what: String
    ) throws -> ResultLine {
        let cold = what + ", cold page cache"
        guard (0...0.01).contains(Machine.dropCache(path)) else {
            return .missing("P8", cold, because: "this system does not let go of a file's pages")
        }
        let medians = try bench.contest.medians([
            {
                _ = Machine.dropCache(path)
                return try tool.seconds(words)
            }, { try tool.median(words, of: 3) },
        ])
        return ResultLine(
            row: "P8", what: cold, ours: medians[0], rival: "warm", theirs: medians[1],
            goal: .ratio(atMost: 2))
    }

    private func write(_ events: Int, to path: String) throws {
        let log = try EventLog.create(at: path, durability: .relaxed)
        defer { log.close() }
        try bench.history(.one).history.prefix(events).append(to: log, perCommit: Bench.perCommit)
    }
}
