import EventCoding
import EventLog

/// A replay under way: the rows of each projection, and what stood in the way so far.
///
/// Several runs can go through one history side by side, each with its own share of the streams.
struct ReplayRun {
    let projections: [AnyProjection]
    private let catalogue: EventCatalogue
    let stores: [StoreBox]
    private(set) var incompleteness: [Incompleteness] = []

    /// A run that has not begun.
    ///
    /// - Parameters:
    ///   - source: Where folds read earlier events.
    ///   - listener: Who will be told; nil where no effects are gathered.
    ///   - stem: A run of the same projections that this one goes on from; nil to begin with nothing.
    init(
        _ projections: [AnyProjection], over source: any EventSource, _ catalogue: EventCatalogue,
        listener: (any EffectListener)? = nil, from stem: ReplayRun? = nil
    ) {
        self.projections = projections
        self.catalogue = catalogue
        let reader = EventPastReader(source, catalogue)
        let selective = listener as? any SelectiveListener
        stores = projections.enumerated().map { index, projection in
            StoreBox(
                RowStore(
                    for: projection, catalogue: catalogue, pastReader: reader, isListening: listener != nil,
                    filter: selective?.filter(of: index),
                    memory: stem?.stores[index].store.presentMemory ?? RowMemory()))
        }
        if let stem {
            incompleteness = stem.incompleteness
            for (box, other) in zip(stores, stem.stores) { box.store.failures = other.store.failures }
        }
        selective?.prepare(RowsUnderWay(stores))
    }

    /// Folds the events of a plan.
    ///
    /// - Parameter isOver: Asked before each block whether to stop.
    /// - Throws: What the source, a fold or the listener threw.
    mutating func fold(
        _ plan: ReadPlan, of source: any EventSource, telling listener: (any EffectListener)? = nil,
        until isOver: () -> Bool = { false }
    ) throws {
        try source.forEachBlock(plan, upcasting: catalogue) { (block: borrowing EventBlock) in
            if isOver() { return .stop }
            try fold(block, listener)
            return listener?.isSatisfied == true ? .stop : .proceed
        }
    }

    private mutating func fold(_ block: borrowing EventBlock, _ listener: (any EffectListener)?) throws {
        incompleteness += block.incompletenesses
        for (projection, box) in zip(projections, stores) {
            projection.fold(block, into: &box.store)
            if let error = box.store.fatal { throw error }
        }
        guard let listener else { return }
        if projections.count == 1 {
            let projection = projections[0]
            for effect in stores[0].store.takeEffects() { try listener.effect(effect, of: projection) }
        } else {
            for effect in takeEffects() { try listener.effect(effect.effect, of: projections[effect.index]) }
        }
        try listener.endOfBlock(block)
    }

    /// The effects since the last call: by position, then in the order of the projections.
    private func takeEffects() -> [(index: Int, effect: Effect)] {
        let effects = stores.map { $0.store.takeEffects() }
        var places = [Int](repeating: 0, count: stores.count)
        var all: [(index: Int, effect: Effect)] = []
        all.reserveCapacity(effects.reduce(0) { $0 + $1.count })
        while true {
            var next: (index: Int, position: UInt64)?
            for index in stores.indices where places[index] < effects[index].count {
                let position = effects[index][places[index]].position
                if position < next?.position ?? .max { next = (index, position) }
            }
            guard let next else { return all }
            // All that the event did in this projection: within a position the projections stay in order.
            while places[next.index] < effects[next.index].count,
                effects[next.index][places[next.index]].position == next.position
            {
                all.append((next.index, effects[next.index][places[next.index]]))
                places[next.index] += 1
            }
        }
    }

    /// What the projections came to.
    var folds: [ReplayResult.Fold] {
        zip(projections, stores).map { projection, box in
            ReplayResult.Fold(
                projection: projection, rows: RowSet(box.store), failures: box.store.failures)
        }
    }

    /// What the run found.
    func result(upTo end: UInt64, _ streams: [StreamSummary]) -> ReplayResult {
        ReplayResult(position: end, folds: folds, incompleteness: incompleteness, streams: streams)
    }
}

/// Holds a store that cannot be copied.
final class StoreBox {
    var store: RowStore

    init(_ store: consuming RowStore) { self.store = store }
}
