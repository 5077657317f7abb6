import EventLog
import Platform
import Projections
import TravelProjections

/// P6 and P7: a replay of every projection, its speed and the memory that it takes.
struct ReplayRows {
    /// The first argument of the process that reads.
    static let childVerb = "--replay-child"

    let bench: Bench
    let program: String

    /// P6: folding everything against SQLite's bare scan of the same records.
    func measureSpeed() throws -> [ResultLine] {
        let (ours, theirs) = (bench.folder.newPath(), bench.folder.newPath())
        defer {
            bench.folder.remove(ours)
            bench.folder.remove(theirs)
        }
        let (history, records) = try bench.history(.thousand)
        let log = try EventLog.create(at: ours, durability: .relaxed)
        defer { log.close() }
        try history.append(to: log, perCommit: Bench.perCommit)
        _ = Rival.sqlite.append(records, to: theirs, perCommit: Bench.perCommit)
        let count = Double(history.count)
        func replay(threads: Int) throws -> Double {
            let replay = Replay(
                TravelModel.projections, catalogue: TravelModel.catalogue, threads: threads)
            let clock = Stopwatch()
            guard try replay.run(over: log).isComplete else {
                throw BenchError("the replay was not complete")
            }
            return count / clock.seconds
        }
        let medians = try bench.contest.medians([
            { try replay(threads: 2) }, { count / Rival.sqlite.scan(theirs).warm },
            { try replay(threads: 1) },
        ])
        return [
            ResultLine(
                row: "P6", what: "replay of all projections", unit: .eventsPerSecond, ours: medians[0],
                rival: "SQLite's bare scan", theirs: medians[1], goal: .ratio(atLeast: 0.5, moonshot: 1),
                note: "two threads; projections: "
                    + TravelModel.projections.map(\.name).joined(separator: ", ")),
            ResultLine(
                row: "P6", what: "replay on two cores", unit: .eventsPerSecond, ours: medians[0],
                rival: "on one", theirs: medians[2], goal: .ratio(atLeast: 1.5)),
        ]
    }

    /// P6: the same beside Python's eventsourcing, where that is installed; it folds into dictionaries.
    func measurePython() throws -> [ResultLine] {
        let what = "replay of all projections"
        guard let script = bench.options.python, let python = Self.python(script) else {
            return [
                .missing(
                    "P6", what + ", beside Python", because: "eventsourcing for python3 is not installed")
            ]
        }
        let (path, answer) = (bench.folder.newPath(), bench.folder.newPath())
        defer {
            bench.folder.remove(path)
            bench.folder.remove(answer)
        }
        let history = try bench.history(.thousand).history
        let log = try EventLog.create(at: path, durability: .relaxed)
        defer { log.close() }
        try history.append(to: log, perCommit: Bench.perCommit)
        let replay = Replay(TravelModel.projections, catalogue: TravelModel.catalogue)
        let events = min(Self.pythonEvents, history.count)
        var scans: [Double] = []
        let medians = try bench.contest.medians([
            {
                let clock = Stopwatch()
                _ = try replay.run(over: log)
                return Double(history.count) / clock.seconds
            },
            {
                guard Machine.run(python, [script, "\(events)"], output: answer)?.status == 0 else {
                    throw BenchError("the rival in Python did not answer")
                }
                let text = String(decoding: try Files.readAll(answer, limit: 100), as: UTF8.self)
                let rates = text.split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
                guard rates.count == 2 else { throw BenchError("the rival in Python said something else") }
                scans.append(rates[0])
                return rates[1]
            },
        ])
        return [
            ResultLine(
                row: "P6", what: what, unit: .eventsPerSecond, ours: medians[0],
                rival: "Python eventsourcing, same rows", theirs: medians[1], goal: .ratio(atLeast: 50),
                note: "the rival replays \(events) events; it only reads and decodes "
                    + Unit.eventsPerSecond.text(scans.median))
        ]
    }

    /// The events that the rival in Python reads: more take minutes.
    private static let pythonEvents = 20_000

    /// A python3 that has the library.
    private static func python(_ script: String) -> String? {
        let folders = (ProcessEnvironment.value("PATH") ?? "").split(separator: ":").map(String.init)
        let path = folders.map { $0 + "/python3" }.first { path in
            if case .file? = try? Files.kind(of: path) { true } else { false }
        }
        guard let path, Machine.run(path, [script, "0"])?.status == 0 else { return nil }
        return path
    }

    /// P7: what ten times the events take, in a process of its own.
    ///
    /// In one long stream the rows come to an end; spread over a thousand they grow, and so does their memory.
    func measureMemory() throws -> [ResultLine] {
        let large = bench.options.events
        let small = max(1, large / 10)
        return try [StreamShape.one, .thousand].map { shape in
            let runs = try [small, large].map { try replay($0, shape) }
            let notes = runs.map { "\(Unit.bytes.text($0.peak)) with \(Int($0.rows)) rows" }
            return ResultLine(
                row: "P7", what: "more memory from \(small) to \(large) events, \(shape.text)", unit: .bytes,
                ours: max(runs[1].peak - runs[0].peak, 0),
                goal: shape == .one ? .value(atMost: 64 * 1_048_576, moonshot: 16 * 1_048_576) : nil,
                note: notes.joined(separator: ", then "))
        }
    }

    private func replay(_ events: Int, _ shape: StreamShape) throws -> (peak: Double, rows: Double) {
        let (path, answer) = (bench.folder.newPath(), bench.folder.newPath())
        defer {
            bench.folder.remove(path)
            bench.folder.remove(answer)
        }
        let log = try EventLog.create(at: path, durability: .relaxed)
        try bench.history(shape).history.prefix(events).append(to: log, perCommit: Bench.perCommit)
        log.close()
        guard Machine.run(program, [Self.childVerb, path, answer])?.status == 0 else {
            throw BenchError("the process that replays did not run")
        }
        return try ReplayChild.answer(at: answer)
    }
}
