import EventLog

/// P7: how much memory reading a whole history takes, in a process of its own.
struct ReplayRows {
    /// The first argument of the process that reads.
    static let childVerb = "--replay-child"

    let bench: Bench
    let program: String

    func measureMemory() throws -> [ResultLine] {
        let large = bench.options.events
        let small = max(1, large / 10)
        let peaks = try [small, large].map(peak)
        let grown = max(peaks[1] - peaks[0], 0)
        return [
            ResultLine(
                row: "P7", what: "memory from \(small) to \(large) events", unit: .bytes, ours: grown,
                goal: .value(atMost: 64 * 1_048_576, moonshot: 16 * 1_048_576),
                note: "peak \(Unit.bytes.text(peaks[0])), then \(Unit.bytes.text(peaks[1]))")
        ]
    }

    private func peak(events: Int) throws -> Double {
        let (path, answer) = (bench.folder.newPath(), bench.folder.newPath())
        defer {
            bench.folder.remove(path)
            bench.folder.remove(answer)
        }
        let log = try EventLog.create(at: path, durability: .relaxed)
        try bench.history(.thousand).history.prefix(events).append(to: log, perCommit: Bench.perCommit)
        log.close()
        guard Machine.run(program, [Self.childVerb, path, answer]) != nil else {
            throw BenchError("the process that replays did not run")
        }
        return try ReplayChild.answer(at: answer)
    }
}
