import EventLog

/// P5 and P11: reading everything, and reading one.
///
/// All contenders keep one file each, written before the first round.
struct ReadRows {
    let bench: Bench
    /// The file of our own log.
    let ours: String
    /// The file or folder of each rival that is present.
    let theirs: [(rival: Rival, path: String)]
    let count: Int

    /// Writes the files that are read.
    init(bench: Bench) throws {
        self.bench = bench
        ours = bench.folder.newPath()
        theirs = bench.rivals.map { ($0, bench.folder.newPath()) }
        let (history, records) = try bench.history(.thousand)
        count = history.count
        let log = try EventLog.create(at: ours, durability: .relaxed)
        try history.append(to: log, perCommit: Bench.perCommit)
        log.close()
        for (rival, path) in theirs {
            _ = rival.append(records, to: path, perCommit: Bench.perCommit)
        }
    }

    func removeFiles() {
        for path in [ours] + theirs.map(\.path) { bench.folder.remove(path) }
    }

    func measureScan() throws -> [ResultLine] {
        let count = Double(count)
        var first = [[Double]](repeating: [], count: 1 + theirs.count)
        func rate(_ index: Int, _ passes: (first: Double, warm: Double)) -> Double {
            first[index].append(count / passes.first)
            return count / passes.warm
        }
        let warm = try bench.contest.medians(
            [{ rate(0, try scan()) }]
                + theirs.indices.map { index in
                    { rate(1 + index, try scan(theirs[index].rival, theirs[index].path)) }
                })
        func lines(_ what: String, _ rates: [Double], _ goal: (Rival) -> Goal?) -> [ResultLine] {
            theirs.enumerated().map { index, contender in
                ResultLine(
                    row: "P5", what: "read and check every record, \(what)", unit: .eventsPerSecond,
                    ours: rates[0], rival: contender.rival.rawValue, theirs: rates[1 + index],
                    goal: goal(contender.rival))
            }
        }
        return lines("warm", warm, Self.scanGoal) + lines("first pass", first.map(\.median)) { _ in nil }
            + bench.missingRivals("P5", "read and check every record")
    }

    private static func scanGoal(_ rival: Rival) -> Goal? {
        switch rival {
        case .lmdb: .ratio(atLeast: 0.7, moonshot: 0.9)
        case .sqlite: .ratio(atLeast: 2)
        case .rocksDB, .redis: nil
        }
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
        let lookUps = try bench.contest.medians(
            [{ try lookUp(positions) / Double(positions.count) }]
                + theirs.map { rival, path in
                    { rival.lookUp(positions, in: path) / Double(positions.count) }
                })
        // Opening takes far less than a millisecond: each figure is the median of many.
        let openings = try bench.contest.medians(
            [{ try (0..<21).map { _ in try open(reading: positions[0]) }.median }]
                + theirs.map { rival, path in
                    { (0..<rival.openings).map { _ in rival.open(path, reading: positions[0]) }.median }
                })
        func lines(_ what: String, _ medians: [Double], _ goal: Goal) -> [ResultLine] {
            theirs.enumerated().map { index, contender in
                ResultLine(
                    row: "P11", what: what, ours: medians[0], rival: contender.rival.rawValue,
                    theirs: medians[1 + index], goal: goal)
            }
        }
        return lines("open and read one event", openings, .value(atMost: 1e-3, moonshot: 0.2e-3))
            + lines("one event by position, warm", lookUps, .value(atMost: 5e-6, moonshot: 2e-6))
            + bench.missingRivals("P11", "open and read one event")
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
