import EventCoding
import EventLog

/// A replay under way: the rows of each projection, and what stood in the way so far.
///
/// Several runs can go through one history side by side, each with its own share of the streams.
struct ReplayRun {
    let projections: [AnyProjection]
    private let catalogue: EventCatalogue
    private let stores: [StoreBox]
    private(set) var incompleteness: [Incompleteness] = []

    /// A run that has not begun.
    ///
    /// - Parameters:
    ///   - source: Where folds read earlier events.
    ///   - isListening: Whether effects are gathered.
    init(
        _ projections: [AnyProjection], over source: any EventSource, _ catalogue: EventCatalogue,
        isListening: Bool
    ) {
        self.projections = projections
        self.catalogue = catalogue
        let reader = EventPastReader(source, catalogue)
        stores = projections.map { projection in
            StoreBox(
                RowStore(for: projection, catalogue: catalogue, pastReader: reader, isListening: isListening))
        }
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

    /// What the projections came to.
    var folds: [ReplayResult.Fold] {
        zip(projections, stores).map { projection, box in
            ReplayResult.Fold(
                projection: projection, rows: RowSet(box.store), failures: box.store.failures)
        }
    }
}

/// Holds a store that cannot be copied.
final class StoreBox {
    var store: RowStore

    init(_ store: consuming RowStore) { self.store = store }
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
