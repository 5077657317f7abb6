internal import Digest

/// A walk through all entries of a log, each with its leaf.
final class LeafWalk {
    /// One entry.
    struct Entry {
        let positions: ClosedRange<UInt64>
        /// The leaf of each of these positions; nil where there is none.
        let leaf: SHA256Digest?
        /// Why there is none.
        var problem: String?
    }

    private let source: any EventSource
    private let identity: LogIdentity
    private let plan = ReadPlan()
    private var cursor: ReadCursor
    private var block = EventBlock()
    private var index = -1
    private var hasher = LeafHasher()

    /// The entry at which the walk stands; nil at the end.
    private(set) var current: Entry?
    /// The last position that the walk has come to.
    private(set) var last: UInt64 = 0

    /// Begins at the first entry.
    init(_ source: any EventSource) throws(LogError) {
        self.source = source
        identity = try source.identity()
        cursor = try source.cursor(for: plan)
        try advance()
    }

    /// Goes on to the next entry.
    func advance() throws(LogError) {
        index += 1
        if index >= block.count {
            block.removeAll()
            if !cursor.isAtEnd { try source.fill(&block, from: plan, at: &cursor) }
            index = 0
        }
        guard index < block.count else {
            current = nil
            return
        }
        let entry = Self.entry(block, at: index, identity, &hasher)
        last = entry.positions.upperBound
        current = entry
    }

    private static func entry(
        _ block: borrowing EventBlock, at index: Int, _ identity: LogIdentity, _ hasher: inout LeafHasher
    ) -> Entry {
        let positions = block.positions(at: index)
        switch block.entry(at: index) {
        case .event(let event): return Entry(positions: positions, leaf: hasher.leaf(of: event))
        case .withheld(let event): return Entry(positions: positions, leaf: hasher.leaf(of: event))
        case .missing(let range, .undeclared):
            return Entry(positions: range, leaf: nil, problem: "nothing stands there")
        case .missing(let range, let reason):
            let gap = GapRecord(logID: identity.logID(at: range.upperBound), range: range, reason: reason)
            return Entry(positions: range, leaf: hasher.leaf(of: gap))
        case .unreadable(_, let why):
            return Entry(positions: positions, leaf: nil, problem: "unreadable: \(why)")
        }
    }

    /// The id of the event at which the walk stands, and the digest of its content; nil where it is none.
    var event: LogRemainder.Known? { current == nil ? nil : LogRemainder.known(block, at: index) }
}
