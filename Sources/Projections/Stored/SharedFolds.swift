import EventCoding
import EventLog
import Synchronization

/// What several projections come to, folded together in one replay when the first of them is asked for.
///
/// Building several sets anew reads the events once this way. Events never change, so what was folded stays
/// right; a set that is built of it then follows the events that came since.
package final class SharedFolds: Sendable {
    private let projections: [AnyProjection]
    private let catalogue: EventCatalogue
    private let source: any EventSource
    private let known = Mutex<ReplayResult?>(nil)

    /// Projections that will be asked for, most of them at least.
    init(_ projections: [AnyProjection], catalogue: EventCatalogue, of source: any EventSource) {
        self.projections = projections
        self.catalogue = catalogue
        self.source = source
    }

    /// What one projection came to, alone; one that was not foreseen is folded by itself.
    ///
    /// - Throws: `LogError` when the source cannot be read.
    func result(of projection: AnyProjection) throws -> ReplayResult {
        guard let index = projections.firstIndex(where: { $0.name == projection.name }) else {
            return try Replay([projection], catalogue: catalogue).run(over: source)
        }
        let all = try known.withLock { known in
            if let known { return known }
            let result = try Replay(projections, catalogue: catalogue).run(over: source)
            known = result
            return result
        }
        return ReplayResult(
            position: all.position, folds: [all.folds[index]], incompleteness: all.incompleteness,
            streams: all.streams)
    }
}
