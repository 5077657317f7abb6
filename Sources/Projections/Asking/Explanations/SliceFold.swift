import EventCoding
import EventLog

/// Folds parts of a history again and again: the events are read once.
final class SliceFold {
    private let projection: AnyProjection
    private let catalogue: EventCatalogue
    /// The events that may be in a slice, in their current form.
    private var pool = EventBlock()
    /// Where an event stands in the pool, by its position.
    private var places: [UInt64: Int] = [:]

    init(_ projection: AnyProjection, catalogue: EventCatalogue) {
        self.projection = projection
        self.catalogue = catalogue
    }

    /// Reads the events at some positions that are not in the pool yet.
    func load(_ positions: some Sequence<UInt64>, from source: any EventSource) throws {
        var reader = SourceReader(source, catalogue)
        for position in positions where places[position] == nil {
            try reader.read(position)
            reader.copy(into: &pool) { places[position] = $0 }
        }
    }

    /// Whether an event at this position could be read.
    func holds(_ position: UInt64) -> Bool { places[position] != nil }

    /// The rows that the events at these positions alone give.
    ///
    /// - Parameter positions: Rising.
    func rows(of positions: [UInt64]) throws -> RowSet {
        var block = EventBlock()
        for position in positions {
            if let place = places[position] { block.append(pool, entryAt: place) }
        }
        let reader = SlicePastReader(block, positions.filter { places[$0] != nil })
        var store = RowStore(for: projection, catalogue: catalogue, pastReader: reader)
        projection.fold(block, into: &store)
        if let error = store.fatal { throw error }
        return RowSet(store)
    }
}

/// Reads earlier events of a slice, and nothing else.
private final class SlicePastReader: PastReader {
    private let events: EventBlock
    private let positions: [UInt64]

    init(_ events: EventBlock, _ positions: [UInt64]) {
        self.events = events
        self.positions = positions
    }

    func read(_ position: UInt64, into block: inout EventBlock) {
        block.removeAll()
        if let index = positions.firstIndex(of: position) { block.append(events, entryAt: index) }
    }
}

extension SourceReader {
    /// Copies the event that was read to the end of `pool` and tells its place; does nothing where there is none.
    func copy(into pool: inout EventBlock, _ place: (Int) -> Void) {
        guard event != nil else { return }
        place(pool.count)
        pool.append(block, entryAt: 0)
    }
}
