import EventLog
import Projections
import Testing
import TravelProjections
import UnicodeText

@testable import Travelog

/// What the events alone give, by a fold that knows nothing of stored rows.
enum FreshFold {
    /// A user's table as of a position.
    static func table<Row>(
        _ kind: TableKind<Row>, of history: History, upTo position: UInt64
    ) throws -> SectionedTable {
        let log = history.travelog.log
        let projection = history.travelog.projection(named: kind.projection)
        guard let stream = try log.stream(named: history.stream) else {
            return SectionedTable([], of: kind.table)
        }
        // All streams are folded, so that no shortcut for one stream is taken.
        let result = try Replay([projection], catalogue: TravelModel.catalogue).run(over: log, upTo: position)
        let rows = try RowRenderer(source: log, catalogue: TravelModel.catalogue).rows(
            of: kind.table, in: projection, stream: stream.number, from: result.folds[0].rows)
        return SectionedTable(rows, of: kind.table)
    }

    /// Checks that what is stored for every projection is as of the head and equals a fold of all events.
    static func checkStored(
        _ travelog: Travelog, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let head = try travelog.log.head().position
        for status in try travelog.storedRows() where status.state != .other {
            #expect(status.state == .current, comment, sourceLocation: sourceLocation)
        }
        let result = try Replay(travelog.projections, catalogue: TravelModel.catalogue).run(
            over: travelog.log)
        for (projection, fold) in zip(travelog.projections, result.folds) {
            let stored = try travelog.keeper.stored.rows(of: projection)
            #expect(stored.checkpoint == head, comment, sourceLocation: sourceLocation)
            let differences = RowComparison.differences(of: projection, stored.rows, fold.rows)
            #expect(differences.isEmpty, comment, sourceLocation: sourceLocation)
        }
    }
}
