import EventCoding
import EventLog
import Platform
import Synchronization

/// Folds a history on several threads, each with its own share of the streams.
///
/// No fold looks beyond the stream of an event, so the rows are those of a fold on one thread. Every thread goes
/// through the log by itself and checks the records of its share: nothing is handed from one processor to
/// another.
final class ReplayCrew: Sendable {
    /// What one thread does.
    private final class Member: Sendable {
        let plan: ReadPlan
        let run: Mutex<ReplayRun>

        init(_ plan: ReadPlan, _ run: consuming sending ReplayRun) {
            self.plan = plan
            self.run = Mutex(run)
        }
    }

    private let source: any EventSource
    private let members: [Member]
    /// What went wrong first.
    private let failure = Mutex<(any Error)?>(nil)

    /// A crew that has not begun.
    ///
    /// - Parameters:
    ///   - plan: What to fold: no single stream, all of them.
    ///   - threads: How many threads fold, the caller's included; 1 or more.
    init(
        _ projections: [AnyProjection], over source: any StreamShared, _ plan: ReadPlan,
        _ catalogue: EventCatalogue, threads: Int
    ) {
        self.source = source
        members = (0..<threads).map { number in
            var own = plan
            own.share = StreamShare(number, of: threads)
            return Member(own, ReplayRun(projections, over: source, catalogue))
        }
    }

    /// Folds everything, on the caller's thread and on others.
    ///
    /// - Throws: What reading or folding threw first.
    func run() throws {
        var helpers: [OSThread] = []
        for member in members.dropFirst() {
            // A system that has no thread to spare makes the work slower, not wrong.
            guard let helper = try? OSThread.start(name: "replay", { [self] in work(member) }) else { break }
            helpers.append(helper)
        }
        work(members[0])
        for member in members.dropFirst(1 + helpers.count) { work(member) }
        for helper in helpers { helper.join() }
        if let error = failure.withLock({ $0 }) { throw error }
    }

    private func work(_ member: Member) {
        do {
            try member.run.withLock { run in
                try run.fold(member.plan, of: source, until: { failure.withLock { $0 != nil } })
            }
        } catch {
            failure.withLock { $0 = $0 ?? error }
        }
    }

    /// What the projections came to, in the order asked for.
    var folds: [ReplayResult.Fold] {
        let shares = members.map { $0.run.withLock { $0.folds } }
        return shares[0].indices.map { index in
            ReplayResult.Fold(joining: shares.map { $0[index] })
        }
    }

    /// What stood in place of events, by position.
    var incompleteness: [Incompleteness] {
        members.flatMap { $0.run.withLock { $0.incompleteness } }.sorted { $0.position < $1.position }
    }
}

extension ReplayResult.Fold {
    /// What one projection came to in several shares of the streams.
    fileprivate init(joining shares: [ReplayResult.Fold]) {
        self.init(
            projection: shares[0].projection, rows: RowSet(joining: shares.map(\.rows)),
            failures: shares.flatMap(\.failures).sorted { $0.position < $1.position })
    }
}
