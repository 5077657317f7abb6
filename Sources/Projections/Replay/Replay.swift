public import EventCoding
public import EventLog

/// Folds projections over the events of a source, in memory.
///
/// Events are read in blocks of at most 1 000 and brought to their current form; memory grows with the rows
/// and with nothing else. Events that a fold cannot apply, and places that hold no event, are noted and
/// passed over. A long history that nobody listens to can be folded on several threads; the rows are the same.
public struct Replay {
    /// The threads that a replay uses where nothing else is said: the caller's alone, as long as no measurement
    /// shows that more of them end sooner.
    public static let usualThreads = 1

    /// From so many positions on, other threads are worth their start.
    static let positionsForThreads: UInt64 = 20_000

    /// What is folded.
    public let projections: [AnyProjection]

    /// The most threads that a replay without a listener uses, the caller's included.
    public let threads: Int

    private let catalogue: EventCatalogue

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
        let head = try source.head().position
        let end = end ?? head
        guard end <= head else {
            throw LogError(
                .outOfRange, "there is no event \(end); positions 0...\(head) are accepted", position: end)
        }
        // Asked after the head, so that no stream is missing that has an event up to the end.
        let streams = try source.streams()
        let start = try listener == nil ? self.start(in: source, stream, upTo: end) : 1
        guard start <= end, end > 0 else {
            if let stream, try source.stream(named: stream) == nil {
                throw LogError(.unknownStream, "no event was ever appended to stream \(stream)")
            }
            return newRun(over: source, upTo: end, listener).result(of: projections, streams: streams)
        }
        // A log with one stream is read faster straight through than by the stream's index.
        let isOnly = streams.count == 1 && streams[0].name == stream
        let plan = ReadPlan(range: start...end, stream: isOnly ? nil : stream, types: types)
        if listener == nil, threads > 1, end - start >= Self.positionsForThreads {
            return try runOnThreads(over: source, plan, upTo: end, streams)
        }
        var run = newRun(over: source, upTo: end, listener)
        try source.forEachBlock(plan, upcasting: catalogue) { (block: borrowing EventBlock) in
            try fold(block, &run, listener)
            return listener?.isSatisfied == true ? .stop : .proceed
        }
        return run.result(of: projections, streams: streams)
    }

    private func newRun(
        over source: any EventSource, upTo end: UInt64, _ listener: (any EffectListener)?
    ) -> ReplayRun {
        let reader = EventPastReader(source, catalogue)
        return ReplayRun(
            stores: projections.map { projection in
                StoreBox(
                    RowStore(
                        for: projection, catalogue: catalogue, pastReader: reader,
                        isListening: listener != nil))
            }, position: end)
    }

    private func runOnThreads(
        over source: any EventSource, _ plan: ReadPlan, upTo end: UInt64, _ streams: [StreamSummary]
    ) throws -> ReplayResult {
        let crew = try ReplayCrew(projections, over: source, plan, catalogue)
        try crew.run(threads: min(threads, projections.count + 1))
        return ReplayResult(
            position: end, folds: crew.folds, incompleteness: crew.incompleteness, streams: streams)
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
    private var types: [EventType] { Array(Set(projections.flatMap(\.types))).sorted() }

    private func fold(
        _ block: borrowing EventBlock, _ run: inout ReplayRun, _ listener: (any EffectListener)?
    ) throws {
        run.incompleteness += block.incompletenesses
        for (projection, box) in zip(projections, run.stores) {
            projection.fold(block, into: &box.store)
            if let error = box.store.fatal { throw error }
        }
        guard let listener else { return }
        if projections.count == 1 {
            let projection = projections[0]
            for effect in run.stores[0].store.takeEffects() { try listener.effect(effect, of: projection) }
        } else {
            for effect in run.takeEffects() {
                try listener.effect(effect.effect, of: projections[effect.index])
            }
        }
        try listener.endOfBlock(block)
    }
}

/// Hears what each event did to the rows.
public protocol EffectListener: AnyObject {
    /// Takes one effect.
    func effect(_ effect: Effect, of projection: AnyProjection) throws

    /// Takes note that every effect of a block's events has been told.
    func endOfBlock(_ block: borrowing EventBlock) throws

    /// Whether it has heard enough; then the replay ends with the block, and its rows with it.
    var isSatisfied: Bool { get }
}

extension EffectListener {
    /// Does nothing.
    public func endOfBlock(_ block: borrowing EventBlock) throws {}

    /// Wants to hear everything.
    public var isSatisfied: Bool { false }
}

/// Holds a store that cannot be copied.
final class StoreBox {
    var store: RowStore

    init(_ store: consuming RowStore) { self.store = store }
}

/// A replay under way.
private struct ReplayRun {
    let stores: [StoreBox]
    let position: UInt64
    var incompleteness: [Incompleteness] = []

    init(stores: [StoreBox], position: UInt64) {
        self.stores = stores
        self.position = position
    }

    /// The effects since the last call: by position, then in the order of the projections.
    func takeEffects() -> [(index: Int, effect: Effect)] {
        var all: [(index: Int, effect: Effect)] = []
        for (index, box) in stores.enumerated() {
            all += box.store.takeEffects().map { (index, $0) }
        }
        if stores.count > 1 {
            // Stable: within a position the projections stay in order, and so do the effects of each.
            all = all.enumerated().sorted {
                ($0.element.effect.position, $0.offset) < ($1.element.effect.position, $1.offset)
            }.map(\.element)
        }
        return all
    }

    func result(of projections: [AnyProjection], streams: [StreamSummary]) -> ReplayResult {
        ReplayResult(
            position: position,
            folds: zip(projections, stores).map { projection, box in
                ReplayResult.Fold(
                    projection: projection, rows: RowSet(box.store), failures: box.store.failures)
            }, incompleteness: incompleteness, streams: streams)
    }
}

extension RowStore {
    /// The effects gathered since the last call.
    mutating func takeEffects() -> [Effect] {
        defer {
            effects.removeAll(keepingCapacity: true)
            eventEffects = 0
        }
        return effects
    }
}
