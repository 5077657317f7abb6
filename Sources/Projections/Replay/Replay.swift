public import EventCoding
public import EventLog
import Platform

/// Folds projections over the events of a source, in memory.
///
/// Events are read in blocks of at most 1 000 and brought to their current form; memory grows with the rows
/// and with nothing else. Events that a fold cannot apply, and places that hold no event, are noted and
/// passed over. A long history of many streams is folded on several threads where nobody listens; the rows are the
/// same.
public struct Replay {
    /// The threads that a replay uses where nothing else is said: one for each processor, but 8 at most.
    public static let usualThreads = min(ProcessEnvironment.processorCount, 8)

    /// From so many positions on, other threads are worth their start.
    static let positionsForThreads: UInt64 = 20_000

    /// What is folded.
    public let projections: [AnyProjection]

    /// The most threads that a replay without a listener uses, the caller's included.
    public let threads: Int

    let catalogue: EventCatalogue

    /// A replay of some projections.
    ///
    /// - Parameters:
    ///   - projections: What is to be folded.
    ///   - catalogue: Brings older payloads to today's form and says which versions are known.
    ///   - threads: The most threads that are used; 1 for the caller's alone.
    public init(
        _ projections: [AnyProjection], catalogue: EventCatalogue, threads: Int = Replay.usualThreads
    ) {
        self.projections = projections
        self.catalogue = catalogue
        self.threads = threads
    }

    /// Folds the events up to a position.
    ///
    /// Where one stream's rows need only its newest events (see `FoldWindow`), only those are folded.
    ///
    /// - Parameters:
    ///   - source: The history.
    ///   - end: The last position to fold; nil for all there are, 0 for none.
    ///   - stream: The only stream to fold; nil for all.
    ///   - listener: Gets what each event did, in order of position and then of the projections; nil costs
    ///     nothing.
    /// - Throws: `LogError` when the source cannot be read, or has no such stream or position.
    public func run(
        over source: any EventSource, upTo end: UInt64? = nil, stream: StreamName? = nil,
        listener: (any EffectListener)? = nil
    ) throws -> ReplayResult {
        let end = try Self.end(end, of: source)
        // Asked after the head, so that no stream is missing that has an event up to the end.
        let streams = try source.streams()
        let start = try listener == nil ? self.start(in: source, stream, upTo: end) : 1
        guard start <= end, end > 0 else {
            if let stream, try source.stream(named: stream) == nil {
                throw LogError(.unknownStream, "no event was ever appended to stream \(stream)")
            }
            return newRun(over: source, listener).result(upTo: end, streams)
        }
        // A log with one stream is read faster straight through than by the stream's index.
        let isOnly = streams.count == 1 && streams[0].name == stream
        let plan = ReadPlan(range: start...end, stream: isOnly ? nil : stream, types: types)
        if listener == nil, let crew = crew(for: plan, of: source, streams) {
            try crew.run()
            return ReplayResult(
                position: end, folds: crew.folds, incompleteness: crew.incompleteness, streams: streams)
        }
        var run = newRun(over: source, listener)
        try run.fold(plan, of: source, telling: listener)
        return run.result(upTo: end, streams)
    }

    /// The last position to fold: the one asked for, or the present head.
    static func end(_ position: UInt64?, of source: any EventSource) throws -> UInt64 {
        let head = try source.head().position
        guard let position else { return head }
        guard position <= head else {
            throw LogError(
                .outOfRange, "there is no event \(position); positions 0...\(head) are accepted",
                position: position)
        }
        return position
    }

    /// A run that begins with nothing, or where another one stands.
    func newRun(
        over source: any EventSource, _ listener: (any EffectListener)?, from stem: ReplayRun? = nil
    ) -> ReplayRun {
        ReplayRun(projections, over: source, catalogue, listener: listener, from: stem)
    }

    /// Those who share the work, where it can be shared and is worth it.
    private func crew(
        for plan: ReadPlan, of source: any EventSource, _ streams: [StreamSummary]
    ) -> ReplayCrew? {
        let members = min(threads, streams.count)
        guard members > 1, plan.stream == nil, let range = plan.range,
            let source = source as? any StreamShared, source.readsShares,
            range.upperBound - range.lowerBound >= Self.positionsForThreads
        else { return nil }
        return ReplayCrew(projections, over: source, plan, catalogue, threads: members)
    }

    /// The first position to fold: 1, unless a window lets later events stand for the whole stream.
    private func start(
        in source: any EventSource, _ stream: StreamName?, upTo end: UInt64
    ) throws -> UInt64 {
        guard let stream, end > 0, projections.count == 1,
            case .latestSubjects(let count) = projections[0].window,
            try source.stream(named: stream) != nil
        else { return 1 }
        return try WindowStart.position(
            subjects: count, types: types, stream: stream, upTo: end, in: source) ?? 1
    }

    /// The event types that some projection wants.
    var types: [EventType] {
        // No set: its first use would cost a short command more than comparing the few types there are.
        var types: [EventType] = []
        for type in projections.flatMap(\.types).sorted() where types.last != type { types.append(type) }
        return types
    }
}
