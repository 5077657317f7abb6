/// The tables of a log, read by something else than the store: a reader of damaged files.
package protocol RawTables: Sendable {
    /// The value under `key`, or nil.
    ///
    /// - Throws: `LogError` with code `damaged` where its place cannot be read.
    func value(_ key: [UInt8], in table: RawTable) throws(LogError) -> [UInt8]?

    /// Calls `body` with each key at or past `key` and its value, by key, while it returns true.
    ///
    /// - Throws: What `body` throws; `LogError` with code `damaged` where a part cannot be read.
    func forEach(
        from key: [UInt8], in table: RawTable, _ body: (Span<UInt8>, Span<UInt8>) throws -> Bool
    ) throws

    /// Calls `body` with what stands in the table of events, while it returns true.
    ///
    /// Begins with the first entry at or past `position`, or with the last one where there is none, and goes
    /// on in `direction`. Positions whose page cannot be read come as `lost`, in their place.
    func forEachEvent(
        from position: UInt64, through last: UInt64, _ direction: ReadPlan.Direction,
        _ body: (RawEvent, Span<UInt8>) -> Bool
    )

    /// More events than this cannot stand in the file.
    var eventCapacity: UInt64 { get }
}

/// What stands at a place of the table of events.
package enum RawEvent: Hashable, Sendable {
    /// An entry with its key, the last position inside it.
    case entry(UInt64)
    /// Positions on a page that cannot be read.
    case lost(ClosedRange<UInt64>)
}

/// A table of a log.
package enum RawTable: Hashable, Sendable {
    case meta, events, streams, streamIndex, ids
    case side(SideTable)

    /// The name under which it stands in the file.
    package var name: String {
        switch self {
        case .meta: "meta"
        case .events: "events"
        case .streams: "streams"
        case .streamIndex: "streamIndex"
        case .ids: "ids"
        case .side(let table): table.name
        }
    }

    /// All tables, those from which the others can be made anew first.
    package static var all: [RawTable] {
        [.meta, .events, .streams, .streamIndex, .ids] + SideTable.allCases.map { .side($0) }
    }
}
