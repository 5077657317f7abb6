import EventCoding
import EventLog

/// Reads earlier events for folds from the source that is being folded.
final class EventPastReader: PastReader {
    private let source: any EventSource
    private let catalogue: EventCatalogue

    init(_ source: any EventSource, _ catalogue: EventCatalogue) {
        self.source = source
        self.catalogue = catalogue
    }

    func read(_ position: UInt64, into block: inout EventBlock) throws {
        let plan = ReadPlan(range: position...position)
        var cursor = try source.cursor(for: plan)
        block.removeAll()
        if !cursor.isAtEnd { try source.fill(&block, from: plan, at: &cursor) }
        block.upcast(with: catalogue)
    }
}
