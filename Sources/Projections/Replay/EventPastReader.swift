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
        do {
            try source.read(position, into: &block)
        } catch let error where error.code == .outOfRange {
            block.removeAll()
        }
        block.upcast(with: catalogue)
    }
}
