import EventLog

extension Replay {
    /// Folds two histories that begin with the same events, which are folded once.
    ///
    /// Without a shared beginning this is two replays, the second of them with a listener.
    ///
    /// - Parameters:
    ///   - before: The first moment.
    ///   - after: The second moment, of the same stream where events are shared.
    ///   - shared: The last position up to which both histories hold the same events; 0 for none.
    ///   - listener: Hears the events of the first moment behind the shared ones.
    ///   - other: Makes, of what the first moment came to, what hears those of the second one.
    /// - Throws: `LogError` when a source cannot be read, or has no such stream or position.
    func runFork(
        from before: HistoryMoment, to after: HistoryMoment, sharing shared: UInt64,
        listener: (any EffectListener)? = nil, other: (ReplayResult) throws -> (any EffectListener)?
    ) throws -> (before: ReplayResult, after: ReplayResult) {
        let (left, right) = (try Branch(before), try Branch(after))
        let shared = min(shared, left.end, right.end)
        var stem = newRun(over: before.source, nil)
        if shared > 0 { try read(left, 1...shared, into: &stem, nil) }
        // A gap that goes on behind the shared events has to be told as one.
        guard shared > 0, stem.incompleteness.allSatisfy({ $0.lastPosition < shared }) else {
            let old = try run(
                over: before.source, upTo: left.end, stream: before.stream, listener: listener)
            let new = try run(
                over: after.source, upTo: right.end, stream: after.stream, listener: try other(old))
            return (old, new)
        }
        let old = try grow(left, from: stem, behind: shared, listener)
        let new = try grow(right, from: stem, behind: shared, try other(old))
        return (old, new)
    }

    /// A history up to one of its positions.
    private struct Branch {
        let source: any EventSource
        let stream: StreamName?
        let end: UInt64
        let streams: [StreamSummary]

        init(_ moment: HistoryMoment) throws {
            source = moment.source
            stream = moment.stream
            end = try Replay.end(moment.position, of: source)
            // Asked after the head, so that no stream is missing that has an event up to the end.
            streams = try source.streams()
        }
    }

    /// Folds the events of a branch behind the shared ones, and leaves what these came to as it is.
    private func grow(
        _ branch: Branch, from stem: ReplayRun, behind shared: UInt64, _ listener: (any EffectListener)?
    ) throws -> ReplayResult {
        var run = newRun(over: branch.source, listener, from: stem)
        if branch.end > shared { try read(branch, shared + 1...branch.end, into: &run, listener) }
        return run.result(upTo: branch.end, branch.streams)
    }

    private func read(
        _ branch: Branch, _ range: ClosedRange<UInt64>, into run: inout ReplayRun,
        _ listener: (any EffectListener)?
    ) throws {
        let isOnly = branch.streams.count == 1 && branch.streams[0].name == branch.stream
        let plan = ReadPlan(range: range, stream: isOnly ? nil : branch.stream, types: types)
        try run.fold(plan, of: branch.source, telling: listener)
    }
}
