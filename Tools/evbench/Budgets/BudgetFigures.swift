import EventLog
import Projections
import TravelProjections

/// The figures that do not wobble, each for one event, one commit or one start.
struct BudgetFigures {
    /// One figure.
    struct Figure {
        let name: String
        /// Nil where it could not be counted.
        let value: Double?
        /// What may be added without being too much, however small the figure.
        var slack = 0.0
        /// Whether it depends on the processor.
        var isOfMachine = false
    }

    /// The commits of one event that are counted, and half as many to be taken away.
    private static let singleCommits = 200
    /// The same for commits of a thousand.
    private static let largeCommits = 8
    /// The events of the logs that are folded.
    private static let foldedEvents = 20_000
    /// The events of the log whose recents are shown.
    private static let shownEvents = 1000

    /// The program that works, which is this one without what valgrind cannot read.
    let program: String
    let evtool: String
    let folder: WorkFolder
    let counter: ProcessCounter
    let pool: EventPool

    func all() throws -> [Figure] {
        try starts() + appends() + folds() + disk()
    }

    // MARK: Starting

    private func starts() throws -> [Figure] {
        let path = try writeLog(Self.shownEvents, .one)
        defer { folder.remove(path) }
        func figure(_ name: String, _ words: [String]) throws -> Figure {
            Figure(
                name: name, value: try counter.instructions(evtool, words), isOfMachine: true)
        }
        return [
            try figure("start.version.instructions", ["--version"]),
            try figure("start.recents.instructions", ["project", "recents", "--log", path]),
        ]
    }

    // MARK: Appending

    private func appends() throws -> [Figure] {
        let single = Self.singleCommits
        let large = Self.largeCommits * Bench.perCommit
        let (one, thousand) = (try counts(single, 1), try counts(large, Bench.perCommit))
        let commits = Double(Self.largeCommits / 2)
        return [
            Figure(
                name: "append.one.instructions", value: try instructions(single, 1, inline: false),
                isOfMachine: true),
            Figure(
                name: "append.one.inline.instructions", value: try instructions(single, 1, inline: true),
                isOfMachine: true),
            Figure(
                name: "append.thousand.instructions",
                value: try instructions(large, Bench.perCommit, inline: false), isOfMachine: true),
            Figure(
                name: "append.one.allocations",
                value: one.map { $0.allocations / Double(single / 2) }, slack: 0.1),
            Figure(name: "append.one.pages", value: one.map { $0.pages / Double(single / 2) }, slack: 0.1),
            Figure(name: "append.one.syncs", value: one.map { $0.syncs / Double(single / 2) }, slack: 0.01),
            Figure(name: "append.thousand.pages", value: thousand.map { $0.pages / commits }, slack: 0.5),
            Figure(name: "append.thousand.syncs", value: thousand.map { $0.syncs / commits }, slack: 0.01),
        ]
    }

    /// The instructions of one event.
    private func instructions(_ events: Int, _ perCommit: Int, inline: Bool) throws -> Double? {
        func total(_ events: Int) throws -> Double? {
            let path = folder.newPath()
            defer { folder.remove(path) }
            return try counter.instructions(
                program, BudgetWork.appending(events, perCommit: perCommit, inline: inline, to: path))
        }
        guard let whole = try total(events), let half = try total(events / 2) else { return nil }
        return (whole - half) / Double(events - events / 2)
    }

    /// What the second half of the events takes.
    private func counts(_ events: Int, _ perCommit: Int) throws -> ProcessCounter.Counts? {
        func total(_ events: Int) throws -> ProcessCounter.Counts? {
            let path = folder.newPath()
            defer { folder.remove(path) }
            return try counter.counts(
                program, BudgetWork.appending(events, perCommit: perCommit, inline: false, to: path))
        }
        guard let whole = try total(events), let half = try total(events / 2) else { return nil }
        return ProcessCounter.Counts(
            allocations: whole.allocations - half.allocations, pages: whole.pages - half.pages,
            syncs: whole.syncs - half.syncs)
    }

    // MARK: Folding

    private func folds() throws -> [Figure] {
        let (whole, half) = (
            try writeLog(Self.foldedEvents, .one), try writeLog(Self.foldedEvents / 2, .one)
        )
        defer {
            folder.remove(whole)
            folder.remove(half)
        }
        let events = Double(Self.foldedEvents / 2)
        let names = TravelModel.projections.map { Optional($0.name) } + [nil]
        var figures = try names.map { name in
            let counts = try [whole, half].map {
                try counter.instructions(program, BudgetWork.folding($0, name))
            }
            var value: Double?
            if let all = counts[0], let some = counts[1] { value = (all - some) / events }
            return Figure(name: "fold.\(name ?? "all").instructions", value: value, isOfMachine: true)
        }
        let counts = try [whole, half].map { try counter.counts(program, BudgetWork.folding($0, nil)) }
        var value: Double?
        if let all = counts[0], let some = counts[1] { value = (all.allocations - some.allocations) / events }
        figures.append(Figure(name: "fold.all.allocations", value: value, slack: 0.01))
        return figures
    }

    // MARK: Disk

    private func disk() throws -> [Figure] {
        try [("one", StreamShape.one), ("thousand", .thousand)].map { name, shape in
            func bytes(_ events: Int) throws -> Double {
                let path = try writeLog(events, shape)
                defer { folder.remove(path) }
                let log = try EventLog.open(at: path, access: .read)
                defer { log.close() }
                let storage = try log.storage()
                return Double(storage.usedPages * storage.pageBytes)
            }
            let (whole, half) = (try bytes(Self.foldedEvents), try bytes(Self.foldedEvents / 2))
            return Figure(
                name: "disk.\(name).bytes", value: (whole - half) / Double(Self.foldedEvents / 2))
        }
    }

    private func writeLog(_ events: Int, _ shape: StreamShape) throws -> String {
        let path = folder.newPath() + ".evlog"
        let history = try BenchHistory(pool: pool, shape: shape, events: events, seed: Bench.seed)
        let log = try EventLog.create(at: path, durability: .relaxed)
        defer { log.close() }
        try history.append(to: log, perCommit: Bench.perCommit)
        return path
    }
}
