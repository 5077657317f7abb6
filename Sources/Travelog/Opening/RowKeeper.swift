import EventLog
import Platform
import Projections
import Synchronization
import TravelProjections
import UnicodeText

/// Keeps the stored rows in step with the log: inline with each append, and in the background where they lag.
///
/// Another process may append without folding; the rows then stay behind until somebody folds on, and a
/// thread that lives only as long as there is something to do does that. Rows that cannot be stored are left
/// alone after the first attempt: reading folds them.
final class RowKeeper: Sendable {
    /// A rebuild writes rows; one that met an obstacle is not tried again at every read.
    private struct State {
        var thread: OSThread?
        var isWanted = false
        var isClosed = false
        var obstacle: TravelogError?
    }

    let stored: StoredProjections
    private let log: EventLog
    private let isWriting: Bool
    private let state = Mutex(State())
    /// Held while rows are folded: two threads of one process would build the same rows twice.
    private let folding = Mutex(())

    init(_ projections: [AnyProjection], _ log: EventLog, isWriting: Bool) throws(LogError) {
        self.log = log
        self.isWriting = isWriting
        stored = try StoredProjections(
            projections, catalogue: TravelModel.catalogue, log: log,
            unicodeVersion: UnicodeText.unicodeVersion)
    }

    /// Folds every append from now on, and begins to catch up where there is anything to do.
    func start() {
        guard isWriting else { return }
        stored.attach()
        if !isCurrent { catchUpSoon() }
    }

    /// Whether every set of rows is as of the last event, or will be with the first one.
    private var isCurrent: Bool {
        guard let statuses = try? stored.status(), let head = try? log.head().position else { return false }
        return statuses.allSatisfy { status in
            switch status.state {
            case .current, .other: true
            case .missing: head == 0
            case .behind, .failed, .ahead, .otherLog, .stale, .damaged: false
            }
        }
    }

    /// Ends what `start` began; the log and the rows let go of each other.
    func detach() { if isWriting { stored.detach() } }

    /// Closes the log and waits until nothing works in the background.
    func close() {
        let thread = state.withLock { state -> OSThread? in
            state.isClosed = true
            defer { state.thread = nil }
            return state.thread
        }
        log.close()
        thread?.join()
        detach()
    }

    // MARK: Catching up

    /// Brings the rows to the head on a thread of their own, unless one does so already.
    func catchUpSoon() {
        guard isWriting else { return }
        state.withLock { state in
            guard !state.isClosed, state.obstacle == nil else { return }
            state.isWanted = true
            if let thread = state.thread, !thread.isFinished { return }
            state.thread = try? OSThread.start(name: "travelog rows") { self.work() }
        }
    }

    private func work() {
        while takeWork() {
            do throws(TravelogError) { try catchUp() } catch {
                if error.code == .closed { return }
                // Another process builds the same rows: whoever reads next looks again.
                if error.code == .busy { continue }
                state.withLock { $0.obstacle = error }
            }
        }
    }

    private func takeWork() -> Bool {
        state.withLock { state in
            defer { state.isWanted = false }
            return state.isWanted && !state.isClosed
        }
    }

    /// Brings every set of rows to the head; one that cannot get there does not keep the others from it.
    func catchUp() throws(TravelogError) {
        var folds: SharedFolds?
        try each { projection in
            let shared = try folds ?? stored.foldsToCatchUp()
            folds = shared
            do { try stored.catchUp(projection, sharing: shared) } catch let error as ProjectionError
                where error.needsRebuild
            {
                try stored.rebuild(projection, reason: error.code.description)
            }
        }
        state.withLock { $0.obstacle = nil }
    }

    /// Builds every set of rows anew.
    func rebuild() throws(TravelogError) {
        let folds = stored.foldsToRebuild()
        try each { try stored.rebuild($0, reason: "asked for", sharing: folds) }
        state.withLock { $0.obstacle = nil }
    }

    private func each(_ body: (AnyProjection) throws -> Void) throws(TravelogError) {
        guard isWriting else {
            throw TravelogError(.readOnly, "the log was opened for reading only", path: log.path)
        }
        try folding.withLock { _ throws(TravelogError) in
            var first: TravelogError?
            for projection in stored.projections {
                do { try body(projection) } catch {
                    let error = TravelogError(any: error)
                    if error.code == .closed { throw error }
                    first = first ?? error
                }
            }
            if let first { throw first }
        }
    }
}

extension ProjectionError {
    /// Whether only building the rows anew helps, and does.
    fileprivate var needsRebuild: Bool {
        [.checkpointAhead, .otherLog, .damagedRows, .damagedStamp].contains(code)
    }
}
