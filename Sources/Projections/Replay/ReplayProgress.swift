import EventLog

/// How far everybody is in a replay on several threads.
struct ReplayProgress: Sendable {
    /// Blocks that may be held at once: enough that nobody waits for a block, few enough for a phone.
    static let mostBlocks = 4

    /// The blocks by their number, which counts up, over and over.
    var blocks = [EventBlock](repeating: EventBlock(), count: mostBlocks)
    var cursor: ReadCursor
    var blocksRead = 0
    var isReading = false
    /// How many blocks each projection has folded.
    var blocksFolded: [Int]
    var isFolding: [Bool]
    var incompleteness: [Incompleteness] = []
    /// What went wrong first.
    var error: (any Error)?

    init(cursor: ReadCursor, projections: Int) {
        self.cursor = cursor
        blocksFolded = [Int](repeating: 0, count: projections)
        isFolding = [Bool](repeating: false, count: projections)
    }

    /// Whether nothing is left to do, or something went wrong.
    var isOver: Bool {
        error != nil || (cursor.isAtEnd && !isReading && blocksFolded.allSatisfy { $0 == blocksRead })
    }

    /// Whether somebody who is free has something to do.
    var hasTask: Bool { projectionToFold != nil || mayRead }

    /// The projection that is furthest behind among those that nobody folds and that have a block to fold.
    var projectionToFold: Int? {
        blocksFolded.indices.filter { !isFolding[$0] && blocksFolded[$0] < blocksRead }
            .min { blocksFolded[$0] < blocksFolded[$1] }
    }

    /// Whether the next block can be read: there is one, and room for it.
    private var mayRead: Bool {
        !isReading && !cursor.isAtEnd
            && blocksRead - (blocksFolded.min() ?? blocksRead) < Self.mostBlocks
    }
}
