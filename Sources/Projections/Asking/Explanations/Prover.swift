import EventLog

extension Explainer {
    /// The smallest slice of the history that gives the row, or that loses it.
    ///
    /// - Parameter explanation: What `explain` said about the row, over the same history.
    /// - Throws: `ProofFailure` where there is nothing to prove, or too much; `LogError` when the history cannot
    ///   be read.
    /// - Complexity: A few replays of the stream, and for a slice of k events about k² folds of so many events.
    public func prove(_ explanation: Explanation) throws -> Proof {
        try Prover(self, explanation).proof()
    }
}

/// Finds the smallest slice of a history that gives a row, or loses it.
///
/// First the events are tried that the row's own effects name, then the last ones of the rows before it as well,
/// then all of these, at last all events of the stream. What suffices is reduced until nothing can be left out.
struct Prover {
    /// Up to how many events a slice is looked for.
    static let mostEvents = 100_000

    private let explainer: Explainer
    private let explanation: Explanation
    private let fold: SliceFold
    private let outcome: SliceOutcome
    /// The last position that matters: what came after a row's loss has no part in it, and might have made it
    /// go as well.
    private let end: UInt64

    init(_ explainer: Explainer, _ explanation: Explanation) throws {
        self.explainer = explainer
        self.explanation = explanation
        fold = SliceFold(explainer.projection, catalogue: explainer.catalogue)
        guard let kept = explanation.kept else { throw ProofFailure.nothingToProve }
        switch explanation.outcome {
        case .present(let row, _):
            outcome = .gives(row)
            end = explanation.position
        case .absent:
            guard let last = explanation.life.last else { throw ProofFailure.nothingToProve }
            outcome = .loses(kept, with: last.position)
            end = last.position
        case .neverEntered, .neverMentioned:
            throw ProofFailure.nothingToProve
        }
    }

    func proof() throws -> Proof {
        let check = SliceCheck(explainer, fold, outcome, stream: explanation.stream.number)
        let slice = try reduced(check)
        let isNecessary = try slice.allSatisfy { position in
            try !check.holds(slice.filter { $0 != position })
        }
        return Proof(
            slice: slice, isSufficient: try check.holds(slice), isNecessary: isNecessary,
            standby: try standby(for: slice))
    }

    private func reduced(_ check: SliceCheck) throws -> [UInt64] {
        let reduction = SliceReduction(holds: check.holds)
        for candidates in [ownEvents, eventsInTheWay, eventsOfRows, eventsOfStream] {
            let events = try candidates()
            try fold.load(events, from: explainer.source)
            if try check.holds(events) { return try reduction.reduced(events) }
        }
        let doubt = explanation.doubts.first ?? "the events alone do not give what the log gives"
        throw ProofFailure.incomplete(doubt)
    }

    // MARK: Candidates

    /// The events that made the row, and what they took back.
    private func ownEvents() -> [UInt64] {
        var positions = Set(explanation.life.entries.flatMap { [$0.effect.position, $0.undone] })
        if let source = explanation.life.last?.after?.source { positions.insert(source) }
        return positions.subtracting([0]).sorted()
    }

    /// The same, with the last events of the rows before it.
    private func eventsInTheWay() throws -> [UInt64] {
        let others = try rowsInTheWay().flatMap { [$0.since, $0.source] }
        return Set(ownEvents() + others).subtracting([0]).sorted()
    }

    /// The same, with everything that made the rows before it.
    private func eventsOfRows() throws -> [UInt64] {
        let keys = Set(try rowsInTheWay().map(\.keptKey) + [explanation.kept].compactMap { $0 })
        let listener = LifeListener(
            keys: keys, table: explainer.table.base, stream: explanation.stream.number)
        try replay(upTo: end, listener)
        let lives = listener.lives.values.flatMap { life in
            life.entries.flatMap { [$0.effect.position, $0.undone] }
        }
        return Set(lives).union(try eventsInTheWay()).subtracting([0]).sorted()
    }

    private func eventsOfStream() throws -> [UInt64] {
        var positions: [UInt64] = []
        guard end > 0 else { return [] }
        let plan = ReadPlan(
            range: 1...end, stream: explanation.stream.name, types: explainer.projection.types)
        try explainer.source.forEachBlock(plan) { (block: borrowing EventBlock) in
            for index in 0..<block.count where block.event(at: index) != nil {
                positions.append(block.lastPosition(at: index))
            }
            return positions.count > Self.mostEvents ? .stop : .proceed
        }
        if positions.count > Self.mostEvents { throw ProofFailure.tooManyEvents(positions.count) }
        return positions
    }

    /// The rows before a row that is there; all rows that stood when it went.
    private func rowsInTheWay() throws -> [RenderedRow] {
        switch outcome {
        case .gives(let row):
            let rows = try explainer.rows(in: explanation.stream, at: explanation.position).rows
            let group = explainer.table.group(of: row)
            return rows.filter {
                explainer.table.group(of: $0).isSame(as: group) && $0.rank < row.rank
            }
        case .loses(_, let position):
            return try explainer.rows(in: explanation.stream, at: position).rows
        }
    }

    private func replay(upTo position: UInt64, _ listener: any EffectListener) throws {
        _ = try Replay([explainer.projection], catalogue: explainer.catalogue)
            .run(
                over: explainer.source, upTo: position, stream: explanation.stream.name,
                listener: listener)
    }

    // MARK: Standby

    /// Events that found done what an event of the slice had done.
    private func standby(for slice: [UInt64]) throws -> [UInt64] {
        let listener = StandbyListener(slice: Set(slice), stream: explanation.stream.number)
        try replay(upTo: explanation.position, listener)
        return listener.positions
    }
}

/// Writes down the lives of some kept rows.
private final class LifeListener: SelectiveListener {
    private let keys: Set<RowKey>
    private let tableID: UInt8
    private let stream: UInt32
    private(set) var lives: [RowKey: RowLife] = [:]
    private var undone: UndoneEvent
    private let ears: KeyFilter

    init(keys: Set<RowKey>, table: Table, stream: UInt32) {
        self.keys = keys
        tableID = table.id
        self.stream = stream
        undone = UndoneEvent(seenFrom: table)
        // What such an event took away elsewhere says which event it takes back.
        ears = KeyFilter([table.id: KeyHashes(keys)], telling: Table.everyBit)
    }

    func filter(of projection: Int) -> (any EffectFilter)? { ears }

    func effect(_ effect: Effect, of projection: AnyProjection) {
        guard effect.stream == stream else { return }
        undone.take(effect)
        guard effect.tableID == tableID, keys.contains(effect.key) else { return }
        lives[effect.key, default: RowLife()].add(effect, undone: undone.position)
    }
}

/// Finds events that changed nothing because of a row that an event of the slice had put there.
private final class StandbyListener: SelectiveListener, EffectFilter {
    let tables = Table.everyBit
    private let slice: Set<UInt64>
    private let stream: UInt32
    private(set) var positions: [UInt64] = []

    init(slice: Set<UInt64>, stream: UInt32) {
        self.slice = slice
        self.stream = stream
    }

    func filter(of projection: Int) -> (any EffectFilter)? { self }

    func wants(_ effects: Span<EffectNote>, keys: Span<UInt8>, at position: UInt64) -> Bool {
        for index in effects.indices where effects[index].operation == .ignore {
            if let row = effects[index].before?.row, slice.contains(row.source) { return true }
        }
        return false
    }

    func effect(_ effect: Effect, of projection: AnyProjection) {
        guard effect.stream == stream, effect.operation == .ignore, let row = effect.before,
            slice.contains(row.source), !slice.contains(effect.position), positions.last != effect.position
        else { return }
        positions.append(effect.position)
    }
}
