internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Projections

extension Recording {
    /// The most events of one command that are looked at again.
    private static let mostNoted = 10
    /// The longest history that is folded for a note, in events.
    private static let longestHistory: UInt64 = 10_000

    /// Says of each event that changed no row why it did not: unvisiting what is not visited is recorded, and noted.
    func noteWhatChangedNothing(
        _ requests: [AppendRequest], _ receipts: [Receipt], in log: EventLog
    ) throws(ToolError) {
        let count = requests.reduce(0) { $0 + $1.events.count }
        // A file of events is somebody's whole history: only what was typed as one action is spoken of.
        guard count <= Self.mostNoted, context.mode != .json, context.arguments.verb.name != "events" else {
            return
        }
        try context.reading {
            for (request, receipt) in zip(requests, receipts) where !receipt.isRepeat {
                guard let stream = try log.stream(named: request.stream),
                    stream.revision <= Self.longestHistory
                else { continue }
                for (event, position) in zip(request.events, receipt.positions) {
                    let changes = try EventChanges(
                        at: position, type: event.type.name, stream: stream.number, in: log, context.model)
                    guard let reason = changes.reasonOfNothing else { continue }
                    context.console.note("event \(position) changed no row: \(reason)")
                }
            }
        }
    }
}

extension EventChanges {
    /// Why an event that was taken changed no row, in words; nil where it changed one or nobody says why.
    fileprivate var reasonOfNothing: String? {
        guard isComplete, !changes.isEmpty, changes.allSatisfy({ $0.operation == .ignore }) else {
            return nil
        }
        return changes[0].reasonText
    }
}
