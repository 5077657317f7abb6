import EventLog

/// P5 and P11: reading everything, and reading one.
///
/// All contenders keep one file each, written before the first round.
struct ReadRows {
    let bench: Bench
    let ours: String
    let lmdb: String
    let sqlite: String
    let count: Int

    /// Writes the files that are read.
    init(bench: Bench) throws {
        self.bench = bench
        (ours, lmdb, sqlite) = (bench.folder.newPath(), bench.folder.newPath(), bench.folder.newPath())
        let (history, records) = try bench.history(.thousand)
        count = history.count
        let log = try EventLog.create(at: ours, durability: .relaxed)
        try history.append(to: log, perCommit: Bench.perCommit)
        log.close()
        _ = Rival.lmdb.append(records, to: lmdb, perCommit: Bench.perCommit)
        _ = Rival.sqlite.append(records, to: sqlite, perCommit: Bench.perCommit)
    }

    func removeFiles() {
        for path in [ours, lmdb, sqlite] { bench.folder.remove(path) }
    }

    func measureScan() throws -> [ResultLine] {
        let count = Double(count)
        var first = [[Double]](repeating: [], count: 3)
        func rate(_ index: Int, _ passes: (first: Double, warm: Double)) -> Double {
            first[index].append(count / passes.first)
            return count / passes.warm
        }
        let warm = try bench.contest.medians([
            { rate(0, try scan()) }, { rate(1, try scan(.lmdb, lmdb)) },
            { rate(2, try scan(.sqlite, sqlite)) },
        ])
        func line(_ what: String, _ rates: [Double], _ rival: Rival, _ index: Int, _ goal: Goal?)
            -> ResultLine
        {
            ResultLine(
                row: "P5", what: "read and check every record, \(what)", unit: .eventsPerSecond,
                ours: rates[0], rival: rival.rawValue, theirs: rates[index], goal: goal)
        }
        let cold = first.map(\.median)
        return [
            line("warm", warm, .lmdb, 1, .ratio(atLeast: 0.7, moonshot: 0.9)),
            line("warm", warm, .sqlite, 2, .ratio(atLeast: 2)),
            line("first pass", cold, .lmdb, 1, nil), line("first pass", cold, .sqlite, 2, nil),
        ]
    }

    /// The seconds of a first pass, which maps the file's pages, and of a second one.
    private func scan() throws -> (first: Double, warm: Double) {
        let log = try EventLog.open(at: ours, access: .read)
        defer { log.close() }
        return (try scan(log), try scan(log))
    }

    private func scan(_ log: EventLog) throws -> Double {
        let clock = Stopwatch()
        var events = 0
        try log.forEachBlock { (block: borrowing EventBlock) in
            guard block.isComplete else { throw BenchError("the log that was just written has gaps") }
            events += block.count
            return .proceed
        }
        guard events == count else { throw BenchError("read \(events) events of \(count)") }
        return clock.seconds
    }

    private func scan(_ rival: Rival, _ path: String) throws -> (first: Double, warm: Double) {
        let (first, warm, found) = rival.scan(path)
        guard found == UInt64(count) else { throw BenchError("\(rival.rawValue) read \(found) of \(count)") }
        return (first, warm)
    }

    func measureSingle() throws -> [ResultLine] {
        var random = SplitMix64(seed: Bench.seed)
        let positions = (0..<5000).map { _ in UInt64(random.below(count)) + 1 }
        let lookUps = try bench.contest.medians([
            { try lookUp(positions) / Double(positions.count) },
            { Rival.lmdb.lookUp(positions, in: lmdb) / Double(positions.count) },
            { Rival.sqlite.lookUp(positions, in: sqlite) / Double(positions.count) },
        ])
        // Opening takes far less than a millisecond: each figure is the median of many.
        let openings = try bench.contest.medians([
            { try (0..<21).map { _ in try open(reading: positions[0]) }.median },
            { (0..<21).map { _ in Rival.lmdb.open(lmdb, reading: positions[0]) }.median },
            { (0..<21).map { _ in Rival.sqlite.open(sqlite, reading: positions[0]) }.median },
        ])
        func lines(_ what: String, _ medians: [Double], _ goal: Goal) -> [ResultLine] {
            [(Rival.lmdb, 1), (Rival.sqlite, 2)].map { rival, index in
                ResultLine(
                    row: "P11", what: what, ours: medians[0], rival: rival.rawValue, theirs: medians[index],
                    goal: goal)
            }
        }
        return lines("open and read one event", openings, .value(atMost: 1e-3, moonshot: 0.2e-3))
            + lines("one event by position, warm", lookUps, .value(atMost: 5e-6, moonshot: 2e-6))
    }

    private func lookUp(_ positions: [UInt64]) throws -> Double {
        let log = try EventLog.open(at: ours, access: .read)
        defer { log.close() }
        var block = EventBlock()
        // The first pass makes the system map the pages.
        for position in positions { try log.read(position, into: &block) }
        let clock = Stopwatch()
        for position in positions { try log.read(position, into: &block) }
        return clock.seconds
    }

    private func open(reading position: UInt64) throws -> Double {
        let clock = Stopwatch()
        let log = try EventLog.open(at: ours, access: .read)
        var block = EventBlock()
        try log.read(position, into: &block)
        let seconds = clock.seconds
        log.close()
        return seconds
    }
}
