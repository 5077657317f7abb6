internal import LMDB

/// The tables of a log in LMDB, opened once and kept.
struct LogTables: Sendable {
    let meta: Table
    let events: Table
    let streams: Table
    let streamIndex: Table
    let ids: Table
    private let side: [Table]

    static let names =
        ["meta", "events", "streams", "streamIndex", "ids"] + SideTable.allCases.map(\.name)

    /// The keys of the `meta` table.
    enum MetaKey {
        static let identity = Array("identity".utf8)
        static let head = Array("head".utf8)
    }

    init(_ environment: Environment, creating: Bool) throws(LMDBError) {
        let tables = try environment.openTables(Self.names, create: creating)
        meta = tables[0]
        events = tables[1]
        streams = tables[2]
        streamIndex = tables[3]
        ids = tables[4]
        side = Array(tables[5...])
    }

    subscript(table: SideTable) -> Table { side[table.rawValue] }

    /// Makes an earlier position's key that of another one.
    static func setKey(_ key: inout [UInt8], to position: UInt64) {
        var bytes = key.mutableSpan
        bytes.storeBigEndian(position, at: 0)
    }

    /// The key of a position: big-endian, so that the store's order is the log's.
    static func key(position: UInt64) -> [UInt8] {
        var key: [UInt8] = []
        key.reserveCapacity(8)
        key.appendBigEndian(position)
        return key
    }
}
