public import EventLog
import Projections
import TravelProjections
import UnicodeText

/// Whether a log is what its writer promised: whole, and its stored rows those of a fresh fold.
public enum LogCheck {
    /// What is wrong with a log.
    public struct Fault: Error, CustomStringConvertible {
        /// One sentence.
        public let description: String
    }

    /// The head of a log whose positions and revisions are dense and whose root is that of its leaves.
    @discardableResult
    public static func whole(_ log: any EventSource) throws -> LogHead {
        let head = try log.head()
        var hasher = LeafHasher()
        var frontier = MerkleFrontier()
        var revisions: [String: UInt64] = [:]
        var fault: String?
        if head.position > 0 {
            try log.forEachBlock(ReadPlan(range: 1...head.position)) { block in
                for index in 0..<block.count {
                    let expected = frontier.size + 1
                    guard let event = block.event(at: index) else {
                        fault = "no event at \(expected)"
                        return .stop
                    }
                    let revision = revisions[event.streamText, default: 0] + 1
                    guard event.position == expected, event.revision == revision else {
                        fault = "position \(event.position), revision \(event.revision) at \(expected)"
                        return .stop
                    }
                    revisions[event.streamText] = revision
                    frontier.append(hasher.leaf(of: event), using: &hasher)
                }
                return .proceed
            }
        }
        if let fault { throw Fault(description: fault) }
        guard frontier.size == head.position, frontier.root == head.root else {
            throw Fault(description: "the root is not that of the \(frontier.size) leaves")
        }
        return head
    }

    /// Checks the rows of the travel model that stand in the log against a fold of the events before them.
    ///
    /// Rows that are behind the events are fine; rows of an unknown state are not.
    public static func rows(_ log: EventLog) throws {
        let stored = try StoredProjections(
            TravelModel.projections, catalogue: TravelModel.catalogue, store: log,
            unicodeVersion: UnicodeText.unicodeVersion)
        let statuses = try stored.status()
        for projection in TravelModel.projections {
            guard let status = statuses.first(where: { $0.name == projection.name }), status.checkpoint > 0
            else { continue }
            let fold = try Replay([projection], catalogue: TravelModel.catalogue)
                .run(over: log, upTo: status.checkpoint).folds[0]
            let rows = try stored.rows(of: projection)
            let differences = RowComparison.differences(of: projection, rows.rows, fold.rows)
            guard rows.checkpoint == status.checkpoint, differences.isEmpty else {
                throw Fault(description: "\(differences.count) stored rows of \(projection.name) are wrong")
            }
        }
    }
}
