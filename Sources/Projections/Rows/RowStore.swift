import EventCoding
public import EventLog

/// The rows of one projection in memory: all of them, or those that a commit touches.
///
/// Rows live in one array, their keys in another, and an open-addressing table of hashes leads to them; the
/// rows of one stream and table hang together in a list. Where there is a backing, a row that is not here yet
/// is loaded from it on first use. Every change made for an event can be undone until the event is committed.
public struct RowStore: ~Copyable {
    /// Where one row belongs, or the memory that one row of a backing does not exist.
    ///
    /// What searching and chaining touch fits half a cache line; the row itself stands apart.
    struct Entry: BitwiseCopyable, Sendable {
        var keyStart = 0
        var keyLength: UInt32 = 0
        /// The tag under which the entry is filed.
        var tag: UInt32 = 0
        var list: UInt32 = 0
        /// The neighbours in the list; of an entry without use, the next such one.
        var previous: UInt32 = 0
        var next: UInt32 = 0
        var isLive = false
        var isDirty = false
        /// Whether the backing holds a row under this key.
        var isStored = false
    }

    /// What an entry holds.
    struct Content: BitwiseCopyable, Hashable, Sendable {
        var row = Row()
        var since: UInt64 = 0
    }

    /// The rows of one stream in one table.
    struct List: BitwiseCopyable, Sendable {
        let stream: UInt32
        let tableID: UInt8
        let isPacked: Bool
        /// Whether every row of the backing is here.
        var isLoaded: Bool
        var isDirty = false
        var first: UInt32 = 0
        var last: UInt32 = 0
        var count: UInt32 = 0
        /// How many rows the backing had, where all were loaded.
        var storedCount: UInt32 = 0
        /// No row of a packed table has a higher `order`.
        var highestOrder: UInt64 = 0
        /// Where the stored form stands that was taken last; 0 for none.
        var form: UInt32 = 0
    }

    /// What an entry was before the current event.
    struct Undo: BitwiseCopyable {
        let number: UInt32
        let wasLive: Bool
        let wasDirty: Bool
        /// What stood there, where it was live and was overwritten.
        var content = Content()
    }

    /// An event type and the newest schema version that this build knows.
    struct Handled {
        /// Where the type's name stands among `typeNames`.
        let name: Range<Int>
        let version: UInt16
    }

    /// No entry: `entries` begins with one that is never used.
    static let none: UInt32 = 0

    let projectionName: String
    let tables: [Table]
    let handled: [Handled]
    /// The names of the handled types, one behind the other.
    let typeNames: [UInt8]
    /// The place of a table's list among the lists of a stream, by the table's id.
    let listOffsets: [UInt8]
    let backing: (any RowBacking)?
    let pastReader: (any PastReader)?
    /// Whether folding ends at the first event that cannot be applied.
    let stopsAtFailure: Bool
    /// The tables whose effects are gathered: a bit for each.
    let heardTables: UInt32
    /// Which of those effects are wanted; nil for all.
    let filter: (any EffectFilter)?
    let hasPackedTable: Bool

    var entries: [Entry]
    /// What the entries hold, by the same numbers.
    var contents: [Content]
    var freeEntry: UInt32 = RowStore.none
    var index: [UInt64]
    var indexUsed = 0
    var lists: [List] = []
    var streamLists: [UInt32] = []
    var largeStreamLists: [UInt32: UInt32] = [:]

    /// Where there is a backing, the entries of keyed tables and the lists of packed ones that changed since the
    /// changes were last taken; an entry may be here more than once, or have changed back.
    var changedEntries: [UInt32] = []
    var changedLists: [UInt32] = []
    /// The forms in which packed lists were taken last; the first is never used.
    var packedForms: [PackedForm]

    /// Key bytes, and spare room behind `keysEnd`.
    var keys: [UInt8] = []
    /// The end of the key bytes, those made for the current event included.
    var keysEnd = 0
    /// The end of the key bytes that rows refer to.
    var keysUsed = 0
    /// Key bytes before `keysUsed` that no row refers to.
    var keysGarbage = 0
    /// `keysUsed` as it was before the current event.
    var keysBefore = 0
    /// How many of the key bytes made for the current event rows have taken.
    var keysTaken = 0

    /// The key and list that were looked for last, and the entry found.
    var lastKeyStart = -1
    var lastList: UInt32 = 0
    var lastEntry: UInt32 = RowStore.none

    /// The newest known version of each type of the block being folded, by its number in the block; 0 for a
    /// type that the projection does not want.
    @usableFromInline var knownVersions: [UInt16] = []

    var position: UInt64 = 0
    var stream: UInt32 = 0
    var streamBase = 0
    /// The steps back from the current event; only the first `undoCount` count, the rest is spare room.
    var undo: [Undo] = []
    var undoCount = 0
    /// What the current event did to rows of the tables that are heard.
    var notes: [EffectNote] = []
    var pending: FoldError?
    var pastBlock = EventBlock()
    /// The keys that the fold goes on with later; only the first `gatheredCount` count, the rest is spare room.
    var gathered: [GatheredKey] = []
    var gatheredCount = 0

    /// The effects gathered since they were last taken.
    var effects: [Effect] = []
    /// The events that could not be applied.
    var failures: [FoldFailure] = []
    /// What ended folding for a reason that is not the event's.
    var fatal: (any Error)?
    /// Whether folding has ended early.
    var isStopped = false

    /// An empty store.
    ///
    /// - Parameters:
    ///   - projection: Whose rows these are.
    ///   - catalogue: Says which schema versions are known.
    ///   - backing: Where rows are loaded from on first use; nil where all rows are here.
    ///   - pastReader: Reads earlier events.
    ///   - stopsAtFailure: Whether folding ends at the first event that cannot be applied.
    ///   - isListening: Whether effects are gathered.
    ///   - filter: Which of them are wanted; nil for all.
    ///   - memory: What an earlier store of the same rows held, which need not be loaded again.
    init(
        for projection: AnyProjection, catalogue: EventCatalogue, backing: (any RowBacking)? = nil,
        pastReader: (any PastReader)? = nil, stopsAtFailure: Bool = false, isListening: Bool = false,
        filter: (any EffectFilter)? = nil, memory: consuming RowMemory = RowMemory()
    ) {
        projectionName = projection.name
        tables = projection.tables
        hasPackedTable = projection.tables.contains { $0.layout == .packed }
        var names: [UInt8] = []
        handled = projection.types.map { type in
            let start = names.count
            names += type.name.utf8
            return Handled(
                name: start..<names.count, version: catalogue.definition(of: type)?.version ?? .max)
        }
        typeNames = names
        var offsets = [UInt8](repeating: .max, count: Int(Table.largestID) + 1)
        for (offset, table) in projection.tables.enumerated() { offsets[Int(table.id)] = UInt8(offset) }
        listOffsets = offsets
        self.backing = backing
        self.pastReader = pastReader
        self.stopsAtFailure = stopsAtFailure
        heardTables = isListening ? filter?.tables ?? Table.everyBit : 0
        self.filter = filter
        entries = memory.entries
        contents = memory.contents
        freeEntry = memory.freeEntry
        index = memory.index
        indexUsed = memory.indexUsed
        lists = memory.lists
        streamLists = memory.streamLists
        largeStreamLists = memory.largeStreamLists
        packedForms = memory.packedForms
        keys = memory.keys
        (keysEnd, keysUsed, keysBefore) = (memory.keysUsed, memory.keysUsed, memory.keysUsed)
        keysGarbage = memory.keysGarbage
        if let first = lists.first { stream = first.stream }
    }
}

/// Where a store loads rows from that it does not hold yet.
protocol RowBacking: AnyObject {
    /// The row of a keyed table, or nil.
    func row(stream: UInt32, tableID: UInt8, key: Span<UInt8>, hash: Key.HashValue) throws -> TableRow?

    /// Every row of a table.
    func rows(stream: UInt32, table: Table) throws -> [TableRow]
}

/// Reads earlier events for folds, in their current form.
protocol PastReader: AnyObject {
    /// Replaces the block's content by what stands at `position`.
    func read(_ position: UInt64, into block: inout EventBlock) throws
}

// MARK: - One event

extension RowStore {
    /// Applies the events of a block from `start` on that the projection wants, in order.
    ///
    /// The projection's own code is specialised here, so the cost of dispatch is paid once for a block.
    @inlinable
    public mutating func fold<P: Projection>(_ projection: P, _ block: borrowing EventBlock, from start: Int)
    {
        learnTypes(of: block)
        var index = start
        let count = block.count
        while index < count {
            let known = knownVersion(ofEventAt: index, in: block)
            if known > 0, let event = block.event(at: index), begin(event, known: known) {
                prefetch(behind: index, in: block)
                do throws(FoldError) {
                    try projection.apply(event, to: &self)
                    commit(event)
                } catch {
                    fail(event, error)
                }
                if hasEnded { return }
            }
            index += 1
        }
    }

    /// Finds out which of a block's numbered types the projection takes: names are compared once for a block.
    @usableFromInline
    mutating func learnTypes(of block: borrowing EventBlock) {
        knownVersions.removeAll(keepingCapacity: true)
        for number in 0..<block.typeCount {
            knownVersions.append(knownVersion(named: block.typeName(number)))
        }
    }

    /// The newest version that is known of the type of the event at `index`; 0 when the projection does not
    /// want it, or no event stands there.
    @inlinable
    @inline(__always)
    func knownVersion(ofEventAt index: Int, in block: borrowing EventBlock) -> UInt16 {
        if let number = block.typeNumber(at: index) { return knownVersions[number] }
        guard let event = block.event(at: index) else { return 0 }
        return knownVersion(named: event.typeName)
    }

    /// Whether no further event may be applied.
    public var hasEnded: Bool { isStopped }

    /// Prepares for an event that the projection wants; false when it cannot take it.
    ///
    /// - Parameter known: The newest schema version of its type that this build knows.
    @usableFromInline
    mutating func begin(_ event: borrowing Event, known: UInt16) -> Bool {
        guard !isStopped else { return false }
        position = event.position
        gatheredCount = 0
        let number = event.streamNumber
        if number != stream || lists.isEmpty {
            stream = number
            streamBase = Int(firstList(of: number))
        }
        if event.schemaVersion > known {
            fail(
                event,
                FoldError(
                    .newerVersion,
                    "schema version \(event.schemaVersion) is newer than this build knows (\(known))"))
            return false
        }
        return true
    }

    /// Makes the changes for the current event final.
    @usableFromInline
    mutating func commit(_ event: borrowing Event) {
        if let error = pending {
            pending = nil
            fail(event, error)
            return
        }
        if !notes.isEmpty { putEffectsTogether() }
        forgetTaken()
        undoCount = 0
        dropUnusedKeys()
    }

    /// Undoes every change for the current event and notes why.
    @usableFromInline
    mutating func fail(_ event: borrowing Event, _ error: FoldError) {
        rollBack()
        pending = nil
        dropUnusedKeys()
        if fatal == nil {
            failures.append(
                FoldFailure(
                    position: event.position, type: event.typeText,
                    schemaVersion: event.storedSchemaVersion, projection: projectionName, error: error))
        }
        if stopsAtFailure || fatal != nil { isStopped = true }
    }

    /// The newest version that is known of the type of that name; 0 when the projection does not want it.
    @usableFromInline
    func knownVersion(named name: Span<UInt8>) -> UInt16 {
        for index in handled.indices where handled[index].name.count == name.count {
            if Self.areEqual(typeNames.span.extracting(handled[index].name), name) {
                return handled[index].version
            }
        }
        return 0
    }

    /// Whether two pieces of one length are equal; without an early exit, which lets the compiler use
    /// vectors.
    @inline(__always)
    static func areEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        let right = right.extracting(0..<left.count)
        var difference: UInt8 = 0
        for index in left.indices { difference |= left[index] ^ right[index] }
        return difference == 0
    }
}
