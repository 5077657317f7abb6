import EventCoding
import EventLog
import Platform
import Synchronization

/// Folds a history on several threads.
///
/// Each projection takes the blocks in their order, one thread at a time, so its rows are those of a fold on
/// one thread; different projections, and the reading of further blocks, go on side by side. Whoever is free
/// takes the next piece of work, the caller's thread included.
final class ReplayCrew: Sendable {
    /// One projection and its rows.
    private final class Lane: Sendable {
        let projection: AnyProjection
        let store: Mutex<RowStore>

        init(_ projection: AnyProjection, over source: any EventSource, _ catalogue: EventCatalogue) {
            self.projection = projection
            store = Mutex(
                RowStore(
                    for: projection, catalogue: catalogue, pastReader: EventPastReader(source, catalogue)))
        }
    }

    /// A piece of work.
    private enum Piece {
        case fold(EventBlock, lane: Int)
        case read(into: EventBlock, ReadCursor)
        case end
    }

    private let source: any EventSource
    private let plan: ReadPlan
    private let catalogue: EventCatalogue
    private let lanes: [Lane]
    private let progress: Monitor<ReplayProgress>

    /// A crew that has not begun.
    ///
    /// - Throws: `LogError` when the source cannot be read.
    init(
        _ projections: [AnyProjection], over source: any EventSource, _ plan: ReadPlan,
        _ catalogue: EventCatalogue
    ) throws {
        self.source = source
        self.plan = plan
        self.catalogue = catalogue
        lanes = projections.map { Lane($0, over: source, catalogue) }
        progress = Monitor(
            ReplayProgress(cursor: try source.cursor(for: plan), projections: projections.count))
    }

    /// Folds everything, on the caller's thread and on up to `threads` - 1 others.
    ///
    /// - Throws: What reading or folding threw first.
    func run(threads: Int) throws {
        var helpers: [OSThread] = []
        while helpers.count < threads - 1 {
            // A system that has no thread to spare makes the work slower, not wrong.
            guard let helper = try? OSThread.start(name: "replay", { [self] in work() }) else { break }
            helpers.append(helper)
        }
        work()
        for helper in helpers { helper.join() }
        if let error = progress.withLock({ $0.error }) { throw error }
    }

    /// What stood in place of events, in order.
    var incompleteness: [Incompleteness] { progress.withLock { $0.incompleteness } }

    /// What the projections came to, in the order asked for.
    var folds: [ReplayResult.Fold] {
        lanes.map { lane in
            lane.store.withLock { store in
                ReplayResult.Fold(
                    projection: lane.projection, rows: RowSet(store), failures: store.failures)
            }
        }
    }

    // MARK: Work

    private func work() {
        while true {
            switch nextPiece() {
            case .fold(let block, let lane): fold(block, lane)
            case .read(let block, let cursor): read(into: block, cursor)
            case .end: return
            }
        }
    }

    private func nextPiece() -> Piece {
        progress.wait(until: { $0.hasTask || $0.isOver }) { progress in
            if progress.isOver { return .end }
            if let lane = progress.projectionToFold {
                progress.isFolding[lane] = true
                let number = progress.blocksFolded[lane]
                return .fold(progress.blocks[number % ReplayProgress.mostBlocks], lane: lane)
            }
            progress.isReading = true
            // The block leaves the ring, so that its memory is filled again and not copied.
            var block = EventBlock()
            swap(&block, &progress.blocks[progress.blocksRead % ReplayProgress.mostBlocks])
            return .read(into: block, progress.cursor)
        }
    }

    private func fold(_ block: consuming EventBlock, _ number: Int) {
        let lane = lanes[number]
        let error = lane.store.withLock { store -> (any Error)? in
            lane.projection.fold(block, into: &store)
            return store.fatal
        }
        // Given up before the block counts as folded: then nobody but the ring holds it.
        block = EventBlock()
        progress.withLock { progress in
            progress.isFolding[number] = false
            progress.blocksFolded[number] += 1
            if progress.error == nil { progress.error = error }
        }
    }

    private func read(into block: consuming EventBlock, _ cursor: ReadCursor) {
        var (cursor, failure): (ReadCursor, (any Error)?) = (cursor, nil)
        do {
            try source.fill(&block, from: plan, at: &cursor)
            block.upcast(with: catalogue)
        } catch {
            failure = error
        }
        let incompleteness = block.incompletenesses
        progress.withLock { progress in
            progress.isReading = false
            progress.cursor = cursor
            progress.incompleteness += incompleteness
            swap(&block, &progress.blocks[progress.blocksRead % ReplayProgress.mostBlocks])
            progress.blocksRead += 1
            if progress.error == nil { progress.error = failure }
        }
    }
}
