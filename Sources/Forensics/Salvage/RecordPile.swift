internal import EventLog
internal import Platform

/// The sound records that were found so far: one for each position, and what contradicts it.
struct RecordPile {
    private struct Place {
        let block: Int
        let entry: Int
        let provenance: SalvageReport.Provenance
    }

    private var blocks: [EventBlock] = [EventBlock()]
    private var places: [UInt64: Place] = [:]
    /// Declared gaps, by their last position.
    private(set) var gaps: [UInt64: (range: ClosedRange<UInt64>, reason: MissingReason)] = [:]
    /// Positions of which different sound copies were found outside the snapshots.
    private(set) var forks: Set<UInt64> = []

    /// Bytes after which another block is begun.
    private static let blockBytes = 4 * 1024 * 1024

    /// The positions with a record, rising.
    var positions: [UInt64] { places.keys.sorted() }
    var count: Int { places.count }
    /// The last position that is accounted for.
    var last: UInt64 { max(places.keys.max() ?? 0, gaps.keys.max() ?? 0) }

    func holds(_ position: UInt64) -> Bool { places[position] != nil }

    func provenance(of position: UInt64) -> SalvageReport.Provenance? { places[position]?.provenance }

    /// Calls `body` with the block and the index of a position's record.
    func with<Result>(
        _ position: UInt64, _ body: (borrowing EventBlock, Int) throws(LogError) -> Result
    ) throws(LogError) -> Result? {
        guard let place = places[position] else { return nil }
        return try body(blocks[place.block], place.entry)
    }

    mutating func addGap(_ range: ClosedRange<UInt64>, _ reason: MissingReason) {
        if gaps[range.upperBound] == nil { gaps[range.upperBound] = (range, reason) }
    }

    /// Adds an entry that a snapshot yielded, unless the position has one.
    mutating func add(
        _ block: borrowing EventBlock, _ entry: Int, at position: UInt64,
        _ provenance: SalvageReport.Provenance
    ) {
        guard places[position] == nil else { return }
        makeRoom()
        blocks[blocks.count - 1].append(block, entryAt: entry)
        places[position] = Place(
            block: blocks.count - 1, entry: blocks[blocks.count - 1].count - 1, provenance: provenance)
    }

    /// Adds a record that was carved; a different one than that which another carving found is a fork.
    mutating func add(
        carved record: Span<UInt8>, at position: UInt64, _ provenance: SalvageReport.Provenance
    ) {
        guard let known = places[position] else {
            makeRoom()
            blocks[blocks.count - 1].append(copying: record, foundAt: position)
            places[position] = Place(
                block: blocks.count - 1, entry: blocks[blocks.count - 1].count - 1, provenance: provenance)
            return
        }
        // A snapshot's own record is the log's word; older copies of it say nothing against it.
        guard known.provenance == .page || known.provenance == .scan else { return }
        if !blocks[known.block].holds(record, at: known.entry) { forks.insert(position) }
    }

    private mutating func makeRoom() {
        if blocks[blocks.count - 1].byteCount > Self.blockBytes { blocks.append(EventBlock()) }
    }
}

extension EventBlock {
    /// Whether the entry at `index` has exactly these bytes.
    fileprivate borrowing func holds(_ record: Span<UInt8>, at index: Int) -> Bool {
        switch entry(at: index) {
        case .event(let event): return event.bytes.hasSameBytes(as: record)
        case .withheld(let event): return event.bytes.hasSameBytes(as: record)
        case .missing, .unreadable: return false
        }
    }
}
