internal import EventCoding
internal import EventLog
internal import Projections

/// What one event changed in every table, from the effects of a replay of its stream up to it.
struct EventChanges {
    /// The changes, in the order of the projections and their tables.
    private(set) var changes: [RowChange] = []
    /// The tables in which the event changed nothing.
    private(set) var unchanged: [String] = []
    /// What the folds could not apply of this event.
    private(set) var failures: [FoldFailure] = []
    /// Why the rows before the event may lack something; empty when they are whole.
    private(set) var doubts: [String] = []
    /// Whether some projection takes events of this type.
    private(set) var isTaken = false

    /// Whether the changes are all there are.
    var isComplete: Bool { failures.isEmpty && doubts.isEmpty }

    /// Replays the event's stream up to it, with the projections that take its type.
    init(at position: UInt64, type: String, stream: UInt32, in log: any EventSource, _ model: Model) throws {
        let isTaker = { (projection: AnyProjection) in
            projection.types.contains { $0.name.utf8.elementsEqual(type.utf8) }
        }
        let takers = model.projections.filter(isTaker)
        isTaken = !takers.isEmpty
        let collector = EffectCollector(of: position)
        if isTaken {
            guard let name = try log.streams().first(where: { $0.number == stream })?.name else {
                throw LogError(
                    .damaged, "the log has no entry for stream number \(stream)", position: position)
            }
            let result = try Replay(takers, catalogue: model.catalogue)
                .run(over: log, upTo: position, stream: name, listener: collector)
            failures = result.failures.filter { $0.position == position }
            doubts = result.incompleteness.map(\.description)
            doubts += result.failures.filter { $0.position < position }.map(\.description)
        }
        let renderer = RowRenderer(source: log, catalogue: model.catalogue)
        for projection in model.projections {
            let effects = collector.effects.filter { $0.projection == projection.name }.map(\.effect)
            try add(effects, of: projection, renderer)
        }
    }

    /// Changes of which nothing is known, for that reason.
    init(doubt: String) {
        isTaken = true
        doubts = [doubt]
    }

    private mutating func add(
        _ effects: [Effect], of projection: AnyProjection, _ renderer: RowRenderer
    ) throws {
        let found = try RowChangeRendering.changes(of: effects, in: projection, renderer)
        changes += found
        for table in projection.shownTables where !table.isQuery {
            let isChanged = found.contains { $0.table == table.name && $0.operation != .ignore }
            if !isChanged { unchanged.append(table.name) }
        }
    }
}
